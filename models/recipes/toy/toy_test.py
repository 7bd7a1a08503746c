"""The toy set and a run of recipes on it: `PYTHONPATH=models python -m unittest recipes.toy.toy_test`."""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np
import onnxruntime

from ..languages import ALL
from ..matchers import data as matching
from . import data, run


class Pairs(unittest.TestCase):
    def test_each_language_has_fifty_pairs_with_titles_of_their_own(self):
        for language in ALL:
            rows = data.pairs(language.code)
            self.assertEqual(len(rows), 50)
            self.assertEqual(len({row["document"] for row in rows}), 50)

    def test_every_level_is_built(self):
        with tempfile.TemporaryDirectory() as folder:
            data.write(Path(folder))
            for code in ("zh", "en"):
                built = matching.built(Path(folder), code, "train")
                self.assertEqual({pair.level for pair in built}, {1, 2, 3, 4, 5})


class Run(unittest.TestCase):
    def test_a_recipe_goes_from_pairs_to_a_folder_whose_graph_runs(self):
        with tempfile.TemporaryDirectory() as out:
            run.main(Path(out), ("rouge", "gru-en"))
            for name in ("rouge", "gru-en"):
                manifest = json.loads((Path(out) / name / "manifest.json").read_text())
                self.assertEqual(manifest["name"], name)
                self.assertTrue((Path(out) / name / "CARD.md").read_text().startswith(f"# {name}"))
            session = onnxruntime.InferenceSession(Path(out) / "gru-en" / "model.onnx")
            given = {each.name: np.ones((1, 4), np.int64) for each in session.get_inputs()}
            self.assertTrue(np.isfinite(session.run(None, given)[0]).all())


class Help(unittest.TestCase):
    def test_help_lists_the_commands_without_their_imports(self):
        program = (
            "import sys, runpy\n"
            "sys.argv = ['recipes', '--help']\n"
            "try: runpy.run_module('recipes', run_name='__main__')\n"
            "except SystemExit: pass\n"
            "assert not {'torch', 'numpy', 'onnx'} & set(sys.modules)\n"
        )
        models = Path(__file__).parents[2]
        done = subprocess.run([sys.executable, "-c", program], cwd=models, capture_output=True, text=True, check=True)
        for group in ("recipes.matchers.systems", "recipes.headlines.recipe", "recipes.judge"):
            self.assertIn(group, done.stdout)


if __name__ == "__main__":
    unittest.main()
