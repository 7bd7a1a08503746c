"""Tests of the judge's network: lessons, states, and a graph beside the network.

python -m unittest recipes.judge.network_test
"""

import random
import tempfile
import unittest
from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer, models, pre_tokenizers

from .rows import Row
from . import checks, export, learning
from .encoder import LAYERS, POSITIONS, WIDTH, Dense, Encoder, Layer, packed_words
from .encoding import Encoding
from .head import Head
from .lessons import Texts, by_document, lessons
from .states import States

_PIECES = 40


def _tokenizer() -> Tokenizer:
    tokenizer = Tokenizer(models.WordLevel({"?": 3, **{word: number for number, word in enumerate("a b c d e f g h".split(), 4)}}, "?"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    return tokenizer


def _encoder() -> Encoder:
    """One of random numbers."""
    random_of = torch.Generator().manual_seed(1)

    def dense(outputs: int, inputs: int) -> Dense:
        return Dense(torch.randn(outputs, inputs, generator=random_of) * inputs**-0.5, torch.randn(outputs, generator=random_of) * 0.1)

    norm = Dense(torch.ones(WIDTH), torch.zeros(WIDTH))
    layers = [Layer(dense(3 * WIDTH, WIDTH), dense(WIDTH, WIDTH), norm, dense(64, WIDTH), dense(WIDTH, 64), norm) for _ in range(LAYERS[-1])]
    numbers = torch.randint(0, 16, (_PIECES, WIDTH), generator=random_of)
    scales = np.full((_PIECES, WIDTH // 32), 0.125, np.float16)
    places = torch.randn(POSITIONS, WIDTH, generator=random_of)
    return Encoder((numbers.float() - 8) * 0.125, (numbers.numpy().astype(np.uint8), scales), places, norm, layers, 1e-12)


def _head() -> Head:
    torch.manual_seed(2)
    head = Head().eval()
    for value in head.parameters():
        value.data += 0.05 * torch.randn_like(value)
    return head


class Lessons(unittest.TestCase):
    def test_pieces_within_a_span_are_wrong(self):
        documents, sentences = Texts(_tokenizer(), 10), Texts(_tokenizer(), 10)
        rows = [Row("a b", "c d e", 0, ((2, 3),)), Row("a b", "c d e", 1, ()), Row("b c", "c d e", 1, ())]
        found = lessons(iter(rows), documents, sentences)
        self.assertEqual([lesson.wrong for lesson in found], [(False, True, False), (False,) * 3, (False,) * 3])
        self.assertEqual((len(documents.ids), len(sentences.ids)), (2, 1))
        self.assertEqual([lesson.unsupported for lesson in found], [True, False, False])

    def test_every_sentence_is_in_a_batch_once_beside_strays(self):
        documents, sentences = Texts(_tokenizer(), 10), Texts(_tokenizer(), 10)
        rows = [Row(document, f"{document} {word}", 1, ()) for document in ("a", "b", "c") for word in "def"]
        found = lessons(iter(rows), documents, sentences)
        settings = learning.Settings(batch=6)
        made = learning.batches(by_document(found), [1, 1, 1], settings, random.Random(1))
        taught = [lesson for batch in made for _, each in batch for lesson in each]
        self.assertEqual(sorted(lesson.sentence for lesson in taught if not lesson.unsupported), list(range(9)))
        self.assertTrue(all(not lesson.wrong for lesson in taught if lesson.unsupported))


class Graphs(unittest.TestCase):
    def test_bytes_hold_two_numbers(self):
        encoder = _encoder()
        packed, _ = packed_words(encoder)
        low = (packed.astype(int) + 128) % 16
        self.assertTrue((low == encoder.packed[0][:, : WIDTH // 2]).all())

    def test_a_graph_computes_what_the_network_does(self):
        encoder, head = _encoder(), _head()
        examples = [Encoding(_tokenizer(), 0, 2, 40).example(row) for row in (Row("a b c d e f", "c d e g", 1, ()), Row("h g f", "a", 1, ()))]
        exact = checks.session(export.graph(encoder, head, eight_bit=False).SerializeToString())
        checks.check(exact, encoder, head, examples, exact=True)
        self.assertLess(checks.check(checks.session(export.graph(encoder, head).SerializeToString()), encoder, head, examples, exact=False), 0.1)

    def test_windows_side_by_side_are_judged_as_alone(self):
        graph = checks.session(export.graph(_encoder(), _head(), eight_bit=False).SerializeToString())
        long, short = (Encoding(_tokenizer(), 0, 2, 40).example(row) for row in (Row("a b c d e f", "c d e g", 1, ()), Row("h g f", "a b", 1, ())))
        length = len(long.tokens)
        given = [np.full((2, length), fill, np.int64) for fill in (1, 0, 0)]
        for row, example in enumerate((long, short)):
            size = len(example.tokens)
            given[0][row, :size], given[1][row, :size], given[2][row, :size] = example.tokens, 1, example.segments
        (together,) = graph.run(None, dict(zip(export.INPUTS, given, strict=True)))
        for row, example in zip(together, (long, short), strict=True):
            (alone,) = checks.TokenLogits(graph)([example])
            np.testing.assert_allclose(row[example.sentence(), 1], alone[1:], atol=1e-4)


class Trainings(unittest.TestCase):
    def test_states_and_training_go_on_from_where_they_were(self):
        documents, sentences = Texts(_tokenizer(), 10), Texts(_tokenizer(), 10)
        found = lessons(iter([Row("a b c", "a b", 1, ()), Row("a b c", "a d", 0, ((2, 3),))]), documents, sentences)
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            read = []
            for kind, part in (("documents", documents), ("sentences", sentences)):
                States(folder, kind, part.ids).fill(_encoder())
                read.append(States(folder, kind, part.ids))
            learning.train(found, *read, learning.Settings(passes=2, strays=0), folder)
            weights = torch.load(folder / "weights.pt", weights_only=True)
            self.assertTrue(all(torch.isfinite(value).all() for value in weights.values()))


if __name__ == "__main__":
    unittest.main()
