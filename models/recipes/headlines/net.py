"""The network of the headline models: a small transformer that writes or copies.

Encoder and decoder are pre-norm transformers over one table of embeddings. A word
of a headline is written from the vocabulary or copied from the document:

    p(w) = g · softmax(E h)(w) + (1 − g) · Σ_{j: x_j = w} a_j

(See et al. 2017), with the attention a of its own head. Both attentions to the document
see, beside keys and queries, how each place j of the document relates to what is
written already (`relations`): whether the token before it was just written, whether
the two before it were, whether it is itself what was just written, whether it was
written at all. A copied phrase thereby continues without layers that learn to find
it. These relations are computed from ids, by the recipe here and by the library.

Every attention of the decoder to itself has one more key and value, of zeros, so that
the first step has something to attend to.
"""

import math
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional as F

RELATIONS = 4
FREQUENCIES = 8
EPSILON = 1e-6
SHUT = -1e9


@dataclass(frozen=True)
class Sizes:
    """Sizes of the network."""

    vocabulary: int
    width: int = 128
    heads: int = 4
    inner: int = 512
    encoder_layers: int = 3
    decoder_layers: int = 2
    source: int = 160
    target: int = 40
    dropout: float = 0.1


class Norm(nn.Module):
    """x / √(mean x² + ε) · scale."""

    def __init__(self, width: int):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(width))

    def forward(self, x: Tensor) -> Tensor:
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + EPSILON) * self.scale


class Attention(nn.Module):
    """Attention with several heads; `bias` is added to the scores, [batch, heads or 1, queries, keys]."""

    def __init__(self, sizes: Sizes):
        super().__init__()
        self.heads = sizes.heads
        self.query = nn.Linear(sizes.width, sizes.width)
        self.key = nn.Linear(sizes.width, sizes.width, bias=False)
        self.value = nn.Linear(sizes.width, sizes.width)
        self.out = nn.Linear(sizes.width, sizes.width)

    def split(self, x: Tensor) -> Tensor:
        return x.unflatten(-1, (self.heads, -1)).transpose(1, 2)

    def forward(self, x: Tensor, keys: Tensor, values: Tensor, bias: Tensor) -> Tensor:
        q, k, v = (self.split(y) for y in (self.query(x), keys, values))
        scores = q @ k.transpose(2, 3) / math.sqrt(q.shape[-1]) + bias
        return self.out((scores.softmax(-1) @ v).transpose(1, 2).flatten(2))


class FeedForward(nn.Module):
    def __init__(self, sizes: Sizes):
        super().__init__()
        self.norm = Norm(sizes.width)
        self.up = nn.Linear(sizes.width, sizes.inner)
        self.down = nn.Linear(sizes.inner, sizes.width)

    def forward(self, x: Tensor) -> Tensor:
        return self.down(self.up(self.norm(x)).relu())


class EncoderLayer(nn.Module):
    def __init__(self, sizes: Sizes):
        super().__init__()
        self.norm = Norm(sizes.width)
        self.attention = Attention(sizes)
        self.feed_forward = FeedForward(sizes)
        self.dropout = nn.Dropout(sizes.dropout)

    def forward(self, x: Tensor, bias: Tensor) -> Tensor:
        y = self.norm(x)
        x = x + self.dropout(self.attention(y, self.attention.key(y), self.attention.value(y), bias))
        return x + self.dropout(self.feed_forward(x))


class DecoderLayer(nn.Module):
    def __init__(self, sizes: Sizes):
        super().__init__()
        self.norm = Norm(sizes.width)
        self.attention = Attention(sizes)
        self.cross_norm = Norm(sizes.width)
        self.cross = Attention(sizes)
        self.relation = nn.Parameter(torch.zeros(RELATIONS, sizes.heads))
        self.feed_forward = FeedForward(sizes)
        self.dropout = nn.Dropout(sizes.dropout)

    def forward(self, x: Tensor, causal: Tensor, encoded: Tensor, mask: Tensor, related: Tensor) -> Tensor:
        y = self.norm(x)
        nothing = y.new_zeros(len(y), 1, y.shape[-1])
        keys = torch.cat([nothing, self.attention.key(y)], 1)
        values = torch.cat([nothing, self.attention.value(y)], 1)
        x = x + self.dropout(self.attention(y, keys, values, causal))
        bias = (related @ self.relation).permute(0, 3, 1, 2) + mask
        x = x + self.dropout(
            self.cross(self.cross_norm(x), self.cross.key(encoded), self.cross.value(encoded), bias)
        )
        return x + self.dropout(self.feed_forward(x))


def relations(source: Tensor, written: Tensor) -> Tensor:
    """[batch, step, place, RELATIONS] of 0 and 1: how places relate to what is written before each step.

    `source` are ids [batch, places], 0 where there is none; `written` [batch, steps] is
    what each step is given: 0, then the tokens of the headline.
    """
    same = (written[:, :, None] == source[:, None, :]) & (source != 0)[:, None, :]
    after = F.pad(same, (1, 0))[:, :, :-1]
    earlier = F.pad(after, (0, 0, 1, 0))[:, :-1]
    both = after & F.pad(earlier, (1, 0))[:, :, :-1]
    ever = same.cummax(1).values if same.dtype != torch.bool else same.int().cummax(1).values.bool()
    return torch.stack([after, both, same, ever], -1).float()


class Headline(nn.Module):
    """Log-probabilities of headlines."""

    def __init__(self, sizes: Sizes):
        super().__init__()
        self.sizes = sizes
        self.embedding = nn.Embedding(sizes.vocabulary, sizes.width)
        nn.init.normal_(self.embedding.weight, std=1 / math.sqrt(sizes.width))
        self.places = nn.Parameter(torch.randn(sizes.source, sizes.width) * 0.1)
        self.frequencies = nn.Parameter(torch.randn(FREQUENCIES, sizes.width) * 0.1)
        self.steps = nn.Parameter(torch.randn(sizes.target, sizes.width) * 0.1)
        self.encoder = nn.ModuleList([EncoderLayer(sizes) for _ in range(sizes.encoder_layers)])
        self.encoder_norm = Norm(sizes.width)
        self.decoder = nn.ModuleList([DecoderLayer(sizes) for _ in range(sizes.decoder_layers)])
        self.decoder_norm = Norm(sizes.width)
        self.copy_query = nn.Linear(sizes.width, sizes.width)
        self.copy_key = nn.Linear(sizes.width, sizes.width, bias=False)
        self.copy_relation = nn.Parameter(torch.tensor([2.0, 1.0, 0.0, 0.0]))
        self.gate = nn.Linear(sizes.width, 1)
        self.vocabulary_bias = nn.Parameter(torch.zeros(sizes.vocabulary))
        self.dropout = nn.Dropout(sizes.dropout)

    def embed(self, ids: Tensor) -> Tensor:
        known = torch.where(ids < self.sizes.vocabulary, ids, 1)
        return self.embedding(known) * math.sqrt(self.sizes.width)

    def encode(self, source: Tensor, frequencies: Tensor) -> tuple[Tensor, Tensor]:
        """Vectors of the document's places, and what shuts padded ones [batch, 1, 1, places]."""
        mask = torch.where(source == 0, SHUT, 0.0)[:, None, None, :]
        x = self.embed(source) + self.places[: source.shape[1]] + self.frequencies[frequencies]
        x = self.dropout(x)
        for layer in self.encoder:
            x = layer(x, mask)
        return self.encoder_norm(x), mask

    def decode(self, source: Tensor, encoded: Tensor, mask: Tensor, written: Tensor):
        """Vocabulary logits, copying attention, and the logit of writing, for every step."""
        steps = written.shape[1]
        causal = torch.full((steps, steps + 1), SHUT).triu(2)[None, None]
        related = relations(source, written)
        x = self.dropout(self.embed(written) + self.steps[:steps])
        for layer in self.decoder:
            x = layer(x, causal, encoded, mask, related)
        h = self.decoder_norm(x)
        scores = self.copy_query(h) @ self.copy_key(encoded).transpose(1, 2) / math.sqrt(self.sizes.width)
        copying = (scores + related @ self.copy_relation + mask[:, 0]).softmax(-1)
        logits = h @ self.embedding.weight.T + self.vocabulary_bias
        return logits, copying, self.gate(h).squeeze(-1)

    def forward(self, source: Tensor, frequencies: Tensor, written: Tensor, next: Tensor) -> Tensor:
        """Log-probabilities of `next` [batch, steps]; ids beyond the vocabulary can only be copied."""
        encoded, mask = self.encode(source, frequencies)
        logits, copying, gate = self.decode(source, encoded, mask, written)
        known = next < self.sizes.vocabulary
        word = logits.log_softmax(-1).gather(2, torch.where(known, next, 0)[:, :, None]).squeeze(-1)
        word = torch.where(known, word, SHUT) + F.logsigmoid(gate)
        copied = (copying * (source[:, None, :] == next[:, :, None])).sum(-1)
        return torch.logaddexp(word, copied.clamp_min(1e-9).log() + F.logsigmoid(-gate))

    def probabilities(self, source: Tensor, frequencies: Tensor, written: Tensor) -> tuple[Tensor, Tensor]:
        """Probabilities of words and of copied places at every step."""
        logits, copying, gate = self.decode(source, *self.encode(source, frequencies), written)
        writing = gate.sigmoid()[:, :, None]
        return logits.softmax(-1) * writing, copying * (1 - writing)
