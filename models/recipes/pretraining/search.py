"""The beam search of `headlines.search`, over many documents at once and with the network itself.

Hypotheses, scores, bans and the end are defined there; here a step of the decoder is computed for
all hypotheses of all documents together, with keys and values of earlier steps kept.
Probabilities that are equal but for rounding may be ordered otherwise. A step costs
documents × beams passes of the decoder and as many sorts of the vocabulary.
"""

import math

import torch
from torch import Tensor

from ..headlines.net import RELATIONS, Attention, Headline
from ..headlines.pairs import encode
from ..headlines.pieces import END, UNKNOWN, Pieces
from ..headlines.search import Options

BATCH = 25  # documents
_NEVER = -math.inf


def _attend(attention: Attention, query: Tensor, keys: Tensor, values: Tensor, bias: Tensor | float) -> Tensor:
    """Of one query for each hypothesis, [rows, width]; keys and values are [rows, places, width]."""
    q, k, v = (attention.split(y) for y in (query[:, None], keys, values))
    scores = q @ k.transpose(2, 3) / math.sqrt(q.shape[-1]) + bias
    return attention.out((scores.softmax(-1) @ v).transpose(1, 2).flatten(2))[:, 0]


class _Documents:
    """What the decoder needs of documents, and of what is written of them: rows are documents × beams."""

    def __init__(self, model: Headline, source: Tensor, frequencies: Tensor, beams: int):
        encoded, mask = model.encode(source, frequencies)
        many = lambda x: x.repeat_interleave(beams, 0)  # noqa: E731
        self.model, self.source, self.mask = model, many(source), many(mask[:, 0])
        crosses = [layer.cross for layer in model.decoder]
        self.cross = [(many(cross.key(encoded)), many(cross.value(encoded))) for cross in crosses]
        self.copy_keys = many(model.copy_key(encoded))
        nothing = encoded.new_zeros(len(self.source), 1, model.sizes.width)
        self.past = [(nothing, nothing) for _ in model.decoder]
        self.ever = torch.zeros_like(self.source, dtype=torch.bool)

    def keep(self, rows: Tensor) -> None:
        """Goes on with these rows only, in this order."""
        self.source, self.mask, self.copy_keys = self.source[rows], self.mask[rows], self.copy_keys[rows]
        self.cross = [(keys[rows], values[rows]) for keys, values in self.cross]
        self.past = [(keys[rows], values[rows]) for keys, values in self.past]
        self.ever = self.ever[rows]

    def relations(self, written: Tensor) -> Tensor:
        """`headline_net.relations` of the next step, [rows, places, RELATIONS]."""
        found = self.source.new_zeros((*self.source.shape, RELATIONS), dtype=torch.bool)
        if written.shape[1]:
            same = (self.source == written[:, -1:]) & (self.source != 0)
            found[:, 1:, 0] = same[:, :-1]
            if written.shape[1] > 1:
                earlier = (self.source == written[:, -2:-1]) & (self.source != 0)
                found[:, 2:, 1] = same[:, 1:-1] & earlier[:, :-2]
            self.ever |= same
            found[:, :, 2], found[:, :, 3] = same, self.ever
        return found.float()

    def probabilities(self, written: Tensor, ids: int) -> Tensor:
        """Of every id as the next one, [rows, ids]."""
        model, step = self.model, written.shape[1]
        last = written[:, -1] if step else torch.zeros(len(self.source), dtype=torch.long)
        related = self.relations(written)
        x = model.embed(last) + model.steps[step]
        for index, layer in enumerate(model.decoder):
            y = layer.norm(x)
            own = (layer.attention.key(y), layer.attention.value(y))
            keys, values = (torch.cat([past, new[:, None]], 1) for past, new in zip(self.past[index], own))
            self.past[index] = keys, values
            x = x + _attend(layer.attention, layer.attention.query(y), keys, values, 0.0)
            bias = (related @ layer.relation).transpose(1, 2)[:, :, None] + self.mask[:, None]
            x = x + _attend(layer.cross, layer.cross.query(layer.cross_norm(x)), *self.cross[index], bias)
            x = x + layer.feed_forward(x)
        h = model.decoder_norm(x)
        scores = (self.copy_keys @ model.copy_query(h)[:, :, None])[:, :, 0] / math.sqrt(model.sizes.width)
        copying = (scores + related @ model.copy_relation + self.mask[:, 0]).softmax(-1)
        writing = model.gate(h).sigmoid()
        words = (h @ model.embedding.weight.T + model.vocabulary_bias).softmax(-1) * writing
        found = words.new_zeros(len(words), ids)
        found[:, : words.shape[1]] = words
        found.scatter_add_(1, self.source, copying * (1 - writing))
        found[:, UNKNOWN] = 0.0
        return found


def _ban(p: Tensor, written: Tensor, no_repeat: int) -> None:
    """Takes from each row the tokens that would repeat a run of `no_repeat` tokens."""
    before, step = no_repeat - 1, written.shape[1]
    if before < 0 or step < no_repeat:
        return
    runs = written.unfold(1, before, 1)
    again = (runs[:, :-1] == runs[:, -1:]).all(-1)
    following = written[:, before:]
    rows, at = again.nonzero(as_tuple=True)
    p[rows, following[rows, at]] = 0.0


def search(model: Headline, source: Tensor, frequencies: Tensor, options: Options) -> list[list[int]]:
    """The best headline of each document, without its end; rows of `source` are padded with 0."""

    def score(log_probability: float, tokens: int) -> float:
        return log_probability / ((5 + tokens) / 6) ** options.length_penalty

    beams, count = options.beams, len(source)
    ids = max(model.sizes.vocabulary, int(source.max()) + 1)
    documents = _Documents(model, source, frequencies, beams)
    written = torch.zeros(count * beams, 0, dtype=torch.long)
    live = torch.full((count, beams), _NEVER)
    live[:, 0] = 0.0
    open_, finished = list(range(count)), [[] for _ in range(count)]
    for step in range(options.steps):
        p = documents.probabilities(written, ids)
        if step == 0:
            p[:, END] = 0.0
        if step == options.steps - 1:
            p[:, END] = p[:, END].clamp_min(torch.finfo(p.dtype).tiny)
            p[:, END + 1 :] = 0.0
        _ban(p, written, options.no_repeat)
        extended = (p.log().view(len(open_), beams, ids) + live[:, :, None]).flatten(1)
        best, at = extended.topk(2 * beams, 1)
        rows, tokens, values, still = [], [], [], []
        for place, document in enumerate(open_):
            following = []
            for log_probability, position in zip(best[place].tolist(), at[place].tolist()):
                beam, token = divmod(position, ids)
                row = place * beams + beam
                if log_probability == _NEVER:
                    break
                if token == END:
                    finished[document].append((score(log_probability, step + 1), written[row].tolist()))
                elif len(following) < beams:
                    following.append((row, token, log_probability))
            finished[document].sort(key=lambda x: -x[0])
            del finished[document][beams:]
            full = len(finished[document]) == beams
            if not following or full and score(following[0][2], options.steps) <= finished[document][-1][0]:
                continue
            following += [(place * beams, END, _NEVER)] * (beams - len(following))
            still.append(document)
            for row, token, log_probability in following:
                rows.append(row)
                tokens.append(token)
                values.append(log_probability)
        if not still:
            break
        chosen = torch.tensor(rows)
        documents.keep(chosen)
        written = torch.cat([written[chosen], torch.tensor(tokens)[:, None]], 1)
        live, open_ = torch.tensor(values).view(-1, beams), still
    return [found[0][1] for found in finished]


@torch.no_grad()
def headlines(model: Headline, pieces: Pieces, texts: list[str], options: Options = Options()) -> list[str]:
    """A headline of each text."""
    model.eval()
    readings = [encode(pieces, text, model.sizes.source) for text in texts]
    order = sorted(range(len(texts)), key=lambda i: len(readings[i][0]))
    made = [""] * len(texts)
    for start in range(0, len(order), BATCH):
        part = order[start : start + BATCH]
        longest = max(len(readings[i][0]) for i in part)
        source, frequencies = (torch.zeros(len(part), longest, dtype=torch.long) for _ in range(2))
        for row, i in enumerate(part):
            ids, counts, _ = readings[i]
            source[row, : len(ids)] = torch.from_numpy(ids).long()
            frequencies[row, : len(ids)] = torch.from_numpy(counts).long()
        for i, tokens in zip(part, search(model, source, frequencies, options)):
            surfaces = [*pieces.surfaces, *readings[i][2]]
            made[i] = pieces.text(surfaces[token] for token in tokens)
    return made
