"""The `fit` matcher: aligns every token of a summary with its document.

Notation: tokens with embeddings e, after `inp` and the residual convolutions
c (a few tokens of context on each side); S0 and S1 the cosines of e and c
between summary and document, E whether two tokens are the same.

1. Each summary token attends to the document: softmax over the document of
   t0 S0 + t1 S1 + t2 E + (bigram + trigram of equal tokens), giving a, the
   context it is aligned with, and p, the position.
2. Summary side: u = relu([c; a; |c - a|; c * a; f]), f being the greatest E,
   bigram, trigram, S0, S1 and diagonal mean of S0, whether p follows on the
   token before, and how near to the head p lies; one more convolution; mean,
   weighted mean and maximum over the tokens, and the maximum of a linear score of each
   token: whether the document does not support it.
3. Document side: v = relu([c; g]), g being the greatest E, bigram, S0 and S1
   over the summary and the nearness to the head; mean and weighted mean.
4. One hidden layer over both sides and the lengths gives the logits of the
   five levels.

There is one table of embeddings per language; all else is shared. No operation
crosses pairs, and padding is masked everywhere. Cost: linear in the lengths, but
for the products of document and summary.
"""

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from .text import PAD

LEVELS = 5
DILATIONS = (1, 2, 4)
SUMMARY_FEATURES = 8
DOCUMENT_FEATURES = 5
SHUT = 4.0  # above the difference of any two cosines
ATTENTION_SHUT = 10.0
FLOOR = 1e-6
MAXIMUM_SHUT = 50.0
POSITION_UNIT = 32.0  # tokens
SUMMARY_UNIT, DOCUMENT_UNIT = 16.0, 128.0  # tokens: the length that counts a half
WEIGHT_FLOOR = 1e-3


def unit(vectors: Tensor) -> Tensor:
    """Vectors divided by their length."""
    return vectors * torch.rsqrt(vectors.square().sum(-1, keepdim=True) + FLOOR)


def shifted(values: Tensor, by: int) -> Tensor:
    """[batch, m, n] with element (i, j) taken from (i + by, j + by), zero outside; by is 1 or -1."""
    return F.pad(values, (0, 1, 0, 1))[:, 1:, 1:] if by > 0 else F.pad(values, (1, 0, 1, 0))[:, :-1, :-1]


class Convolution(nn.Module):
    """x + B relu(A [n(t-d); n(t); n(t+d)]) with n the input over its root mean square."""

    def __init__(self, width: int, dilation: int):
        super().__init__()
        self.dilation = dilation
        self.a = nn.Linear(3 * width, width)
        self.b = nn.Linear(width, width)
        self.n = nn.Parameter(torch.ones(width))
        nn.init.normal_(self.b.weight, std=0.02)
        nn.init.zeros_(self.b.bias)

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        n = x * torch.rsqrt(x.square().mean(-1, keepdim=True) + FLOOR) * self.n * mask
        padded, length = F.pad(n, (0, 0, self.dilation, self.dilation)), x.shape[1]
        window = torch.cat([padded[:, :length], n, padded[:, 2 * self.dilation :]], -1)
        return (x + self.b(torch.relu(self.a(window)))) * mask


class Fit(nn.Module):
    """Language, document ids and summary ids [batch, length] to logits [batch, 5]."""

    def __init__(self, tables: dict[str, Tensor], width: int = 96, dense: int = 64, dropout: float = 0.1):
        super().__init__()
        size = next(iter(tables.values())).shape[1]
        self.tables = nn.ParameterDict({name: nn.Parameter(table) for name, table in tables.items()})
        self.inp = nn.Linear(size, width)
        self.convs = nn.ModuleList([Convolution(width, d) for d in DILATIONS])
        self.tau = nn.Parameter(torch.tensor([4.0, 6.0, 2.0]))
        self.comp = nn.Linear(4 * width + SUMMARY_FEATURES, width)
        self.sconv = Convolution(width, 1)
        self.imp = nn.Linear(width, 1)
        self.unsaid = nn.Linear(width, 1)
        self.doc = nn.Linear(width + DOCUMENT_FEATURES, width // 2)
        self.dimp = nn.Linear(width // 2, 1)
        self.d1 = nn.Linear(4 * width + 2 * SUMMARY_FEATURES + DOCUMENT_FEATURES + 3, dense)
        self.d2 = nn.Linear(dense, LEVELS)
        self.drop = nn.Dropout(dropout)

    def context(self, embedded: Tensor, mask: Tensor) -> Tensor:
        x = self.inp(embedded) * mask
        for convolution in self.convs:
            x = convolution(x, mask)
        return x

    def forward(self, language: str, document: Tensor, summary: Tensor) -> Tensor:
        return self.judged(language, document, summary)[0]

    def judged(self, language: str, document: Tensor, summary: Tensor, of: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """The logits, and of each summary token that of being unsupported; `of` is the document of each summary where several have one."""
        table = self.tables[language]
        md, ms = ((ids != PAD).to(table.dtype)[..., None] for ids in (document, summary))
        ed, es = self.drop(table[document]) * md, self.drop(table[summary]) * ms
        cd, cs = self.context(ed, md), self.context(es, ms)
        if of is not None:
            document, md, ed, cd = document[of], md[of], ed[of], cd[of]
        both = ms @ md.transpose(1, 2)
        shut = (1 - md.transpose(1, 2)) * SHUT

        equal = (summary[:, :, None] == document[:, None, :]).to(table.dtype) * both
        s0 = unit(es) @ unit(ed).transpose(1, 2)
        s1 = unit(cs) @ unit(cd).transpose(1, 2)
        after, before = shifted(equal, 1), shifted(equal, -1)
        pair, triple = equal * torch.maximum(after, before), equal * after * before
        known = s0 * both
        diagonal = known + shifted(known, 1) + shifted(known, -1)

        attention = self.tau[0] * s0 + self.tau[1] * s1 + self.tau[2] * equal + (pair + triple)
        attention = torch.softmax(attention - (1 - md.transpose(1, 2)) * SHUT * ATTENTION_SHUT, -1)
        a = attention @ cd
        position = (torch.arange(document.shape[1], dtype=table.dtype) / POSITION_UNIT)[None, :, None] * md
        aligned = attention @ position
        preceding = F.pad(aligned, (0, 0, 1, 0))[:, :-1]
        follows = torch.relu(1 - (aligned - preceding).abs()) * ms
        greatest = [x.amax(2, keepdim=True) for x in (equal, pair, triple, s0 - shut, s1 - shut, diagonal - shut)]
        greatest[5] = greatest[5] / 3
        f = torch.cat([*greatest, follows, 1 / (1 + aligned)], -1) * ms
        u = torch.relu(self.comp(torch.cat([cs, a, (cs - a).abs(), cs * a, f], -1))) * ms
        u = self.sconv(self.drop(u), ms)

        n = ms.sum(1).clamp(min=1)
        w = torch.sigmoid(self.imp(u)) * ms
        weight = w.sum(1) + WEIGHT_FLOOR
        maximum = (u - (1 - ms) * MAXIMUM_SHUT).amax(1)
        unsaid = self.unsaid(u)
        least_said = (unsaid - (1 - ms) * MAXIMUM_SHUT).amax(1)

        shut_summary = (1 - ms) * SHUT
        covered = [equal.amax(1), pair.amax(1), (s0 - shut_summary).amax(1), (s1 - shut_summary).amax(1)]
        g = torch.cat([*(x[..., None] for x in covered), 1 / (1 + position)], -1) * md
        v = torch.relu(self.doc(torch.cat([cd, g], -1))) * md
        nd = md.sum(1).clamp(min=1)
        wd = torch.sigmoid(self.dimp(v)) * md
        weight_d = wd.sum(1) + WEIGHT_FLOOR

        z = [
            u.sum(1) / n, (u * w).sum(1) / weight, maximum, v.sum(1) / nd, (v * wd).sum(1) / weight_d,
            f.sum(1) / n, (f * w).sum(1) / weight, (g * wd).sum(1) / weight_d,
            n / (n + SUMMARY_UNIT), nd / (nd + DOCUMENT_UNIT), least_said,
        ]  # fmt: skip
        hidden = torch.relu(self.d1(self.drop(torch.cat(z, -1))))
        return self.d2(self.drop(hidden)), unsaid[..., 0]
