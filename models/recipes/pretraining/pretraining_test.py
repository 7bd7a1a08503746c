"""Tests of the search and the measures of the pre-training experiments: python -m unittest recipes.pretraining.pretraining_test"""

import tempfile
import unittest
from pathlib import Path

import numpy as np
import onnx
import torch

from ..headlines import export, search as headline_search
from . import measures as pretraining_measures, search as pretraining_search
from ..headlines.net import Headline, Sizes
from ..headlines.search import Network, Options
from .data import MASK, Pseudo, check

SIZES = Sizes(vocabulary=60, width=16, heads=2, inner=32, encoder_layers=1, decoder_layers=2, source=20, target=12)


class Search(unittest.TestCase):
    def test_finds_what_the_reference_finds(self):
        torch.manual_seed(3)
        model = Headline(SIZES).eval()
        with torch.no_grad():
            model.vocabulary_bias[0] = 2.0  # so that some headlines end early
        rng = np.random.default_rng(3)
        sources = [rng.integers(2, 64, length) for length in (20, 5, 12, 1, 17, 9)]
        frequencies = [rng.integers(0, 8, len(source)) for source in sources]
        padded = [torch.zeros(len(sources), 20, dtype=torch.long) for _ in range(2)]
        for row, values in enumerate(zip(sources, frequencies)):
            for table, ids in zip(padded, values):
                table[row, : len(ids)] = torch.from_numpy(ids)
        with tempfile.TemporaryDirectory() as folder:
            paths = []
            for name, graph in export.export(model, False).items():
                paths.append(Path(folder) / f"{name}.onnx")
                onnx.save(graph, paths[-1])
            network = Network(*paths)
            for options in (Options(steps=12), Options(beams=3, length_penalty=0.0, steps=8, no_repeat=2)):
                with torch.no_grad():
                    found = pretraining_search.search(model, *padded, options)
                for row, source in enumerate(sources):
                    memory = network.memory(source, frequencies[row], SIZES.vocabulary)
                    best = headline_search.search(network, source, memory, SIZES.vocabulary, options)[0]
                    self.assertEqual(found[row], best.tokens)


class Measures(unittest.TestCase):
    def test_fragments(self):
        document, headline = "a b c d e a b x".split(), "b c y a b x".split()
        # "a b" at the beginning of the document is left behind for the longer "a b x".
        self.assertEqual(pretraining_measures.fragments(document, headline), [2, 3])
        self.assertEqual(pretraining_measures.fragments(document, ["z"]), [])

    def test_differences_are_paired(self):
        values = np.random.default_rng(0).random(50)
        found = pretraining_measures.difference(values + 0.1, values)
        self.assertAlmostEqual(found.low, 0.1)
        self.assertAlmostEqual(found.high, 0.1)


class PseudoSummaries(unittest.TestCase):
    def test_what_is_refused(self):
        check(Pseudo(0, f"One. {MASK} Three.", "Two."), "ss-100")
        check(Pseudo(0, "One. Two. Three.", "Two."), "ss-80")
        for document, objective in (("One. Two. Three.", "ss-100"), ("One. Three.", "msr")):
            with self.assertRaises(ValueError):
                check(Pseudo(0, document, "Two."), objective)


if __name__ == "__main__":
    unittest.main()
