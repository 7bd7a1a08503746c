"""What is trained: a head over the states of both texts, with a logit of "unsupported" for each token of a sentence and one for the sentence.

States, less their mean by their deviation, become `WIDTH` numbers a token. The sentence's tokens attend to their document's in blocks; what a head of
attention weighs is told by products of queries and keys, by the cosines of the states, and by whether pieces, pairs and triples of pieces are the same.
Cost: products of the tokens of both texts, of the width of the states, for each layer that is read.
"""

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from .encoder import LAYERS
from .encoder import WIDTH as STATE

WIDTH, HEADS, BLOCKS = 128, 4, 2
AFTER = (1, 2)
"""How far the convolutions after a block reach."""
SCORES = len(LAYERS) + 3
"""Cosines, and equal pieces, pairs and triples."""
TOLD = 2 * len(LAYERS) + 3 + 2
"""What a token is told of them: the greatest of each, the greatest mean of three cosines side by side, whether what it is
most like follows on what the token before is most like, and how sure that is."""
DROPOUT, STATES_DROPPED = 0.1, 0.1
SHUT, LOW, ROOT, SMALL = -1e4, 50.0, 1e-6, 1e-3
RUN = 32
"""Places of a document that count as far."""


def shifted(values: Tensor, by: int) -> Tensor:
    """What stands one row and column further, or before."""
    return F.pad(values, (0, 1, 0, 1))[:, 1:, 1:] if by > 0 else F.pad(values, (1, 0, 1, 0))[:, :-1, :-1]


class Convolution(nn.Module):
    """A token with those at a distance before and behind it, added to what it reads."""

    def __init__(self, reach: int):
        super().__init__()
        self.reach = reach
        self.read, self.write = nn.Linear(3 * WIDTH, WIDTH), nn.Linear(WIDTH, WIDTH)
        self.scale = nn.Parameter(torch.ones(WIDTH))
        _still(self.write)

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        length = x.shape[1]
        normed = x * torch.rsqrt(x.square().mean(-1, keepdim=True) + ROOT) * self.scale * mask
        padded = F.pad(normed, (0, 0, self.reach, self.reach))
        around = torch.cat([padded[:, :length], normed, padded[:, 2 * self.reach :]], -1)
        return (x + self.write(torch.relu(self.read(around)))) * mask


class Block(nn.Module):
    """Attention from sentences to their documents; `of` says which sentences belong to which."""

    def __init__(self):
        super().__init__()
        self.query, self.key, self.value = (nn.Linear(WIDTH, WIDTH) for _ in range(3))
        self.scores = nn.Parameter(torch.zeros(HEADS, SCORES))
        self.join, self.write = nn.Linear(4 * WIDTH, WIDTH), nn.Linear(WIDTH, WIDTH)
        self.told = nn.Linear(TOLD, WIDTH)
        self.after = nn.ModuleList(Convolution(reach) for reach in AFTER)
        self.drop = nn.Dropout(DROPOUT)
        _still(self.write)
        with torch.no_grad():
            self.scores += torch.tensor([8.0] * len(LAYERS) + [2.0, 1.0, 1.0])

    def forward(self, x: Tensor, mask: Tensor, documents: Tensor, shut: Tensor, scores: Tensor, told: Tensor, of: list[tuple[int, int, int]]) -> Tensor:
        _, length, width = x.shape
        size = width // HEADS
        queries, keys, values = self.query(x) / size**0.5, self.key(documents), self.value(documents)
        found = []
        for document, start, end in of:
            rows = (end - start) * length
            key, value = (part[document].view(-1, HEADS, size).transpose(0, 1) for part in (keys, values))
            bias = (scores[:, start:end].reshape(SCORES, -1).T @ self.scores.T).T.view(HEADS, rows, -1)
            query = queries[start:end].reshape(rows, HEADS, size).transpose(0, 1)
            shares = torch.softmax(torch.baddbmm(bias, query, key.transpose(1, 2)) + shut[document], -1)
            found.append((shares @ value).transpose(0, 1).reshape(end - start, length, width))
        seen = torch.cat(found)
        joined = torch.relu(self.join(torch.cat([x, seen, (x - seen).abs(), x * seen], -1)) + self.told(told))
        x = (x + self.write(self.drop(joined))) * mask
        for convolution in self.after:
            x = convolution(x, mask)
        return x


class Head(nn.Module):
    """States of documents [documents, length, all layers] and of sentences, with their pieces, to logits of tokens and of sentences."""

    def __init__(self):
        super().__init__()
        self.register_buffer("mean", torch.zeros(STATE * len(LAYERS)))
        self.register_buffer("deviation", torch.ones(STATE * len(LAYERS)))
        self.enter, self.entered = nn.Linear(STATE * len(LAYERS), WIDTH), nn.LayerNorm(WIDTH)
        self.before = Convolution(1)
        self.sharp = nn.Parameter(torch.tensor([12.0]))
        self.blocks = nn.ModuleList(Block() for _ in range(BLOCKS))
        self.weight, self.token = nn.Linear(WIDTH, 1), nn.Linear(WIDTH, 1)
        self.whole, self.sentence = nn.Linear(3 * WIDTH + 2 * TOLD + 2, 64), nn.Linear(64, 1)
        self.drop = nn.Dropout(DROPOUT)

    def _enter(self, states: Tensor, mask: Tensor) -> Tensor:
        if self.training:
            states = states * ((torch.rand(1, 1, states.shape[2]) > STATES_DROPPED) / (1 - STATES_DROPPED))
        return self.before(self.entered(self.enter(states)) * mask, mask)

    def forward(self, documents: Tensor, document_pieces: Tensor, sentences: Tensor, pieces: Tensor, of: Tensor) -> tuple[Tensor, Tensor]:
        """`of` has the document of each sentence, in order; pieces are 0 where there is none."""
        document_mask, mask = ((ids > 0).float()[..., None] for ids in (document_pieces, pieces))
        documents, sentences = (
            (states - self.mean) / self.deviation * read for states, read in ((documents, document_mask), (sentences, mask))
        )
        d, x = self._enter(documents, document_mask), self._enter(sentences, mask)
        runs = _runs(of)
        own = document_mask[of].transpose(1, 2)
        both, absent = mask @ own, 1 - own
        equal = (pieces[:, :, None] == document_pieces[of][:, None, :]).float() * both
        after, behind = shifted(equal, 1), shifted(equal, -1)
        same = [equal, equal * torch.maximum(after, behind), equal * after * behind]
        cosines = [_products(*(F.normalize(each, dim=-1) for each in pair), runs) for pair in zip(sentences.split(STATE, -1), documents.split(STATE, -1))]
        told = self._told(cosines, same, both, absent) * mask
        scores = torch.stack([*cosines, *same])
        shut = SHUT * (1 - document_mask[..., 0])
        for block in self.blocks:
            x = block(x, mask, d, shut, scores, told, runs)
        return self._judged(self.drop(x), told, mask)

    def _told(self, cosines: list[Tensor], same: list[Tensor], both: Tensor, absent: Tensor) -> Tensor:
        greatest = [(cosine - 2 * absent).amax(2) for cosine in cosines] + [each.amax(2) for each in same]
        beside = []
        for cosine in (each * both for each in cosines):
            beside.append((cosine + shifted(cosine, 1) + shifted(cosine, -1)).amax(2) / 3)
        shares = torch.softmax(self.sharp * cosines[-1] + SHUT * absent, -1)
        place = shares @ (torch.arange(shares.shape[2]).float() / RUN)
        follows = torch.relu(1 - (place - F.pad(place, (1, 0))[:, :-1]).abs())
        return torch.stack([*greatest, *beside, follows, shares.amax(-1)], -1)

    def _judged(self, x: Tensor, told: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        tokens, absent = self.token(x), LOW * (1 - mask)
        count = mask.sum(1).clamp(min=1)
        weights = torch.sigmoid(self.weight(x)) * mask
        greatest = (tokens - absent).amax(1)
        weighted = [(each * weights).sum(1) / (weights.sum(1) + SMALL) for each in (x, told)]
        means = [each.sum(1) / count for each in (x, told)]
        whole = torch.cat([means[0], weighted[0], (x - absent).amax(1), means[1], weighted[1], count / (count + 16), greatest], -1)
        sentence = self.sentence(self.drop(torch.relu(self.whole(whole)))) + greatest
        return tokens[..., 0], sentence[:, 0]


def _still(layer: nn.Linear) -> None:
    """A layer that adds little at first."""
    nn.init.normal_(layer.weight, std=0.02)
    nn.init.zeros_(layer.bias)


def _runs(of: Tensor) -> list[tuple[int, int, int]]:
    """Of sentences in the order of their documents, each document with its first sentence and the one behind its last."""
    starts = [at for at, document in enumerate(of) if at == 0 or document != of[at - 1]]
    return [(int(of[start]), start, end) for start, end in zip(starts, [*starts[1:], len(of)])]


def _products(sentences: Tensor, documents: Tensor, runs: list[tuple[int, int, int]]) -> Tensor:
    """Of every token of a sentence with every one of its document."""
    _, length, width = sentences.shape
    return torch.cat([(sentences[start:end].reshape(-1, width) @ documents[document].T).view(end - start, length, -1) for document, start, end in runs])
