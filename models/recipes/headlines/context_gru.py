"""The GRU encoder–decoder with context: the summarizer of paper A, Table 11 (after Hu et al. 2015).

Two GRUs read the document, one from each end; a third one writes. Every step t of it is given the
token before, and what is written also depends on the context, a mean of the document's places:

    s_t = GRU(E y_{t−1}, s_{t−1}),  a_t = softmax(H W s_t),  c_t = Σ_j a_tj h_j,
    p(y_t) = softmax(E tanh(R [E y_{t−1}; s_t; c_t]) + b)

(attention as Luong et al. 2015 write it, so that all steps of a training are one product). A
place's annotation h_j are the states of both readers with the embedding of its token, which
spares the network to learn from few pairs what token a state stands for. Reading and writing
share one table of embeddings E. It copies nothing: what the vocabulary does not hold, it
cannot write.

Cost: a step of the decoder attends to every place.
"""

import math
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from .gru import Gru
from .net import SHUT


@dataclass(frozen=True)
class Sizes:
    """Sizes of the network."""

    vocabulary: int
    width: int = 128
    """Of embeddings."""
    hidden: int = 256
    """Of the decoder's state, and of the two readers' together."""
    source: int = 100
    target: int = 40
    dropout: float = 0.1


class ContextGru(nn.Module):
    """Log-probabilities of headlines."""

    def __init__(self, sizes: Sizes):
        super().__init__()
        self.sizes = sizes
        self.embedding = nn.Embedding(sizes.vocabulary, sizes.width)
        nn.init.normal_(self.embedding.weight, std=1 / math.sqrt(sizes.width))
        self.encoder = Gru(sizes.width, sizes.hidden // 2, layers=2)
        self.begin = nn.Linear(sizes.hidden // 2, sizes.hidden)
        self.query = nn.Linear(sizes.hidden, sizes.hidden + sizes.width, bias=False)
        self.decoder = Gru(sizes.width, sizes.hidden)
        self.readout = nn.Linear(2 * (sizes.width + sizes.hidden), sizes.width)
        self.vocabulary_bias = nn.Parameter(torch.zeros(sizes.vocabulary))
        self.dropout = nn.Dropout(sizes.dropout)

    def embed(self, ids: Tensor) -> Tensor:
        known = torch.where(ids < self.sizes.vocabulary, ids, 1)
        return self.embedding(known) * math.sqrt(self.sizes.width)

    def encode(self, source: Tensor) -> Tensor:
        """Annotations of the document's places, [batch, places, hidden + width]; those of padding are 0."""
        embedded, real = self.embed(source), source != 0
        # The places of each row turned around, its padding left where it is.
        places = torch.arange(source.shape[1]).expand_as(source)
        turned = torch.where(real, real.sum(1, keepdim=True) - 1 - places, places).T[:, :, None]
        rows = embedded.transpose(0, 1)
        ahead, back = self.encoder(torch.stack([rows, rows.gather(0, turned.expand_as(rows))]))
        back = back.gather(0, turned.expand_as(back))
        return torch.cat([ahead, back, rows], 2).transpose(0, 1) * real[:, :, None]

    def logits(self, source: Tensor, written: Tensor) -> Tensor:
        """Logits of the vocabulary [batch, steps, vocabulary], each step given the token before it."""
        places, mask = self.encode(source), torch.where(source == 0, SHUT, 0.0)[:, None]
        begun = self.begin(places[:, 0, self.sizes.hidden // 2 : self.sizes.hidden]).tanh()
        given = self.dropout(self.embed(written))
        own = self.decoder(given.transpose(0, 1)[None], begun[None])[0].transpose(0, 1)
        scores = self.query(own) @ places.transpose(1, 2) / math.sqrt(self.sizes.hidden)
        attention = (scores + mask).softmax(-1)
        read = self.readout(torch.cat([given, own, attention @ places], 2)).tanh()
        return self.dropout(read) @ self.embedding.weight.T + self.vocabulary_bias

    def forward(self, source: Tensor, frequencies: Tensor, written: Tensor, next: Tensor) -> Tensor:
        """Log-probabilities of `next` [batch, steps]; frequencies are not read."""
        return self.logits(source, written).log_softmax(-1).gather(2, next[:, :, None]).squeeze(-1)

    def probabilities(self, source: Tensor, frequencies: Tensor, written: Tensor) -> tuple[Tensor, Tensor]:
        """Probabilities of words and of copied places, of which there are none, at every step."""
        words = self.logits(source, written).softmax(-1)
        return words, words.new_zeros(*written.shape, source.shape[1])
