"""The pair classifier around LSTM-II, the LSTM without a forget gate (paper A, section 4.4).

    i_t  = sigma(W_i x_t + U_i h_{t-1} + b_i)                      (14)
    c~_t = tanh(W_c x_t + U_c h_{t-1} + b_c)                       (15)
    o_t  = sigma(W_o x_t + U_o h_{t-1} + b_o)                      (16)
    c_t  = i_t * c~_t + c_{t-1}                                    (17)
    h_t  = o_t * tanh(c_t)                                         (18)

One encoder reads both texts; its hidden states are averaged over the characters
(padding excluded). Three designs share it:

* `concatenated`: a logistic layer over [d; s], the paper's classifier;
* `interacting`: [d; s; |d - s|; d * s] and one hidden layer, so that the
  classifier can compare the two texts;
* `aligned`: besides, every character carries how it occurs in the other text,
  as input of the LSTM and, averaged per text, of the classifier:
  exact (the same character is there), pair (it is part of a pair of neighbouring
  characters that is there) and soft (the greatest cosine of its embedding with
  those of the other text).

Inputs are ids [batch, length], right-padded with 0; outputs are the logits of
levels 1 to 5. Cost: linear in the lengths, plus document length x summary length
for the alignment.
"""

import math

import torch
from torch import Tensor, nn

from ..text import PAD, UNKNOWN

LEVELS = 5
DESIGNS = ("concatenated", "interacting", "aligned")
ALIGNMENT = 3
"""Alignment features of a character: exact, pair, soft."""

FORGET_BIAS = 30.0
"""Bias of the absent forget gate where a library insists on one: sigma(30) = 1 in float32."""

MASKED = -4.0  # below every cosine
NORM_FLOOR = 1e-12


class LstmTwo(nn.Module):
    """The recurrent layer; gates are stored in the order input, cell, output."""

    def __init__(self, inputs: int, hidden: int):
        super().__init__()
        bound = 1 / math.sqrt(hidden)
        self.hidden = hidden
        self.input_weights = nn.Parameter(torch.empty(3 * hidden, inputs).uniform_(-bound, bound))
        self.hidden_weights = nn.Parameter(torch.empty(3 * hidden, hidden).uniform_(-bound, bound))
        self.bias = nn.Parameter(torch.zeros(3 * hidden))

    def forward(self, inputs: Tensor) -> Tensor:
        """[batch, time, inputs] to hidden states [batch, time, hidden]."""
        hidden = self.hidden

        def with_forget_gate(gates: Tensor, fill: float) -> Tensor:
            forget = gates.new_full((hidden, *gates.shape[1:]), fill)
            return torch.cat([gates[:hidden], forget, gates[hidden:]])

        weights = [
            with_forget_gate(self.input_weights, 0.0),
            with_forget_gate(self.hidden_weights, 0.0),
            with_forget_gate(self.bias, FORGET_BIAS),
            self.bias.new_zeros(4 * hidden),
        ]
        start = inputs.new_zeros(1, inputs.shape[0], hidden)
        states, _, _ = torch.lstm(inputs, (start, start), weights, True, 1, 0.0, self.training, False, True)
        return states


def alignment(own: Tensor, other: Tensor, equal: Tensor, cosine: Tensor) -> Tensor:
    """Alignment features [batch, own, 3] of one text.

    `own` and `other` are float masks [batch, length]; `equal` and `cosine` are
    [batch, own, other].
    """
    exact = equal.amax(2)
    starts = (equal * nn.functional.pad(equal, (0, 1, 0, 1))[:, 1:, 1:]).amax(2)
    pair = torch.maximum(starts, nn.functional.pad(starts, (1, 0))[:, :-1])
    soft = (cosine * other[:, None] + MASKED * (1 - other[:, None])).amax(2)
    return torch.stack([exact, pair, soft], 2) * own[:, :, None]


def mean_over_time(values: Tensor, mask: Tensor) -> Tensor:
    """Mean over the characters that are not padding: [batch, time, n] to [batch, n]."""
    return (values * mask[:, :, None]).sum(1) / mask.sum(1, keepdim=True).clamp(min=1.0)


class PairClassifier(nn.Module):
    """A document and a summary to the logits of the five levels."""

    def __init__(self, design: str, embeddings: Tensor, hidden: int, dense: int, dropout: float):
        super().__init__()
        if design not in DESIGNS:
            raise ValueError(f"design must be one of {DESIGNS}, got {design!r}")
        self.design = design
        self.embeddings = nn.Parameter(embeddings.clone())
        size = embeddings.shape[1]
        self.encoder = LstmTwo(size + (ALIGNMENT if design == "aligned" else 0), hidden)
        self.dropout = nn.Dropout(dropout)
        if design == "concatenated":
            self.dense = None
            self.output = nn.Linear(2 * hidden, LEVELS)
        else:
            self.dense = nn.Linear(4 * hidden + (2 * ALIGNMENT if design == "aligned" else 0), dense)
            self.output = nn.Linear(dense, LEVELS)

    def forward(self, document: Tensor, summary: Tensor) -> Tensor:
        ids = (document, summary)
        masks = [(text != PAD).to(self.embeddings.dtype) for text in ids]
        vectors = [self.embeddings[text] * mask[:, :, None] for text, mask in zip(ids, masks)]
        inputs = [self.dropout(vector) for vector in vectors]
        aligned = []
        if self.design == "aligned":
            units = [v / (v.square().sum(2, keepdim=True) + NORM_FLOOR).sqrt() for v in vectors]
            cosine = units[1] @ units[0].transpose(1, 2)
            known = (summary > UNKNOWN)[:, :, None]
            equal = ((summary[:, :, None] == document[:, None, :]) & known).to(cosine.dtype)
            features = [
                alignment(masks[0], masks[1], equal.transpose(1, 2), cosine.transpose(1, 2)),
                alignment(masks[1], masks[0], equal, cosine),
            ]
            inputs = [torch.cat([x, f], 2) for x, f in zip(inputs, features)]
            aligned = [mean_over_time(f, m) for f, m in zip(features, masks)]
        d, s = (mean_over_time(self.encoder(x), m) for x, m in zip(inputs, masks))
        if self.dense is None:
            return self.output(self.dropout(torch.cat([d, s], 1)))
        joint = torch.cat([d, s, (d - s).abs(), d * s, *aligned], 1)
        return self.output(self.dropout(torch.relu(self.dense(self.dropout(joint)))))
