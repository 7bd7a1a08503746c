"""The experiments of paper A on pair matching: docs/results/matchers.md and its charts.

    PYTHONPATH=models python -m recipes.matchers.experiments --data ../shared/data --out docs/results

Trains what is not in the work folder yet (the first run takes about two hours of one core, the
next none), writes the packaged models of `recipes.matchers.systems` with it, has the library score the
sets with human labels (through cargo), times the package in Node (dist/package must be there:
`./build.sh pack`), and writes the page. `--parts` chooses experiments by
LANGUAGE:EXPERIMENT; the page says which are left out.
"""

import argparse
import json
import subprocess
import tempfile
import time
from pathlib import Path

import torch

from . import page as matching_page, trials as matching_trials
from .. import plot
from .systems import Recipe, name_of
from .folds import SEED, SYSTEMS, Experiment, Trial, read_json
from ..work import CACHE, Work

PARTS = {
    "table-8": matching_trials.table_8,
    "table-9": matching_trials.table_9,
    "figure-4": matching_trials.figure_4,
    "figure-5": matching_trials.figures_5_and_6,
}
DEFAULT = ("zh:table-8", "zh:table-9", "zh:figure-4", "zh:figure-5", "en:table-8", "en:table-9")
OTHERS = {"zh": ("rouge", "lstm-ii-zh", "fit-zh"), "en": ("rouge",)}
"""Packaged models beside the trained ones. Not `fit-en`: FNC-1 is in its training data (quality.md judges it on held-out bodies)."""
_ROOT = Path(__file__).resolve().parents[3]


def trials() -> list[Trial]:
    """What ships: every system with two classes, and two with five."""
    two = [Trial(system, seed=SEED) for system in SYSTEMS if system != "rouge"]
    return two + [Trial(system, "five", seed=SEED) for system in matching_trials.FIVE]


def library(experiment: Experiment, split: str, models: list[str], root: Path) -> dict:
    """What the library says of a set."""

    def make(folder: Path) -> None:
        command = ["cargo", "run", "--quiet", "--profile", "harness", "--example", "evaluate_matchers", "--"]
        (folder / "library.json").write_text(_over_pairs(experiment, split, models, command))

    settings = {"set": split, "models": _manifests(models, root)}
    return read_json(experiment.work.step(f"library-{experiment.code}", settings, make) / "library.json")


def speed(experiment: Experiment, models: list[str], root: Path) -> dict:
    """Pairs per second of the package in Node over the first set; kept as a step, since they differ from run to run."""

    def make(folder: Path) -> None:
        (folder / "speed.json").write_text(_over_pairs(experiment, split, models, ["node", "benches/matchers.mjs"]))

    split = next(iter(experiment.tests()))
    settings = {"set": split, "models": _manifests(models, root)}
    return read_json(experiment.work.step(f"speed-{experiment.code}", settings, make) / "speed.json")


def _manifests(models: list[str], root: Path) -> dict:
    return {name: read_json(root / name / "manifest.json") for name in models}


def _over_pairs(experiment: Experiment, split: str, models: list[str], command: list[str]) -> str:
    """What a command prints that is given the language, a file with the pairs of a set, and the models."""
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as file:
        for p in experiment.pairs(split):
            file.write(json.dumps({"document": p.document, "summary": p.summary}, ensure_ascii=False) + "\n")
        file.flush()
        arguments = [experiment.code, file.name, *models]
        return subprocess.run([*command, *arguments], cwd=_ROOT, check=True, stdout=subprocess.PIPE).stdout.decode()


def charts(out: Path, code: str, results: dict) -> None:
    """Writes a chart of each figure that was run."""
    if "figure-4" in results:
        text = plot.lines("AUC by number of training pairs", "training pairs", results["figure-4"])
        (out / f"matchers-{code}-sizes.svg").write_text(text, encoding="utf-8")
    if "figure-5" in results:
        text = plot.lines("AUC by dimensions of an embedding", "dimensions", results["figure-5"])
        (out / f"matchers-{code}-dimensions.svg").write_text(text, encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="folder with titles/ and scored/")
    parser.add_argument("--out", type=Path, required=True, help="folder of matchers.md")
    parser.add_argument("--models", type=Path, default=_ROOT / "models", help="folder of the model folders, which are written")
    parser.add_argument("--work", type=Path, default=CACHE / "matchers", help="folder for intermediate results")
    parser.add_argument("--languages", nargs="+", choices=("zh", "en"), default=["zh", "en"])
    parser.add_argument("--parts", nargs="*", default=list(DEFAULT), metavar="LANGUAGE:EXPERIMENT", help=", ".join(DEFAULT))
    parser.add_argument("--systems", nargs="+", choices=SYSTEMS, default=list(SYSTEMS), help="systems of the experiments")
    options = parser.parse_args()
    unknown = [part for part in options.parts if part.split(":")[-1] not in PARTS]
    if unknown:
        parser.error(f"unknown experiment {unknown[0]}; allowed: {', '.join(PARTS)}")
    if not (_ROOT / "dist/package/package.json").exists():
        parser.error("dist/package is missing, whose speed is measured: run ./build.sh pack")
    torch.set_num_threads(1)
    started, pages, processor = time.monotonic(), [], ""
    for code in options.languages:
        experiment = Experiment(options.data, code, Work(options.work))
        results = {}
        for trial in trials():
            recipe = Recipe(experiment, trial)
            recipe.write(options.models / name_of(trial.system, code, trial.head))
            results[trial.system, trial.head] = (recipe.evaluated(), read_json(recipe.built() / "facts.json"))
        for part, run in PARTS.items():
            if f"{code}:{part}" in options.parts:
                results[part] = run(experiment, tuple(options.systems))
        names = [*OTHERS[code], *(name_of(t.system, code, t.head) for t in trials())]
        results["library"] = {split: library(experiment, split, names, options.models) for split in experiment.tests()}
        results["speed"] = speed(experiment, names, options.models)
        processor = results["speed"]["processor"]
        charts(options.out, code, results)
        pages.append(matching_page.section(experiment, results, OTHERS[code]))
    took = time.monotonic() - started
    print(f"{took:.0f} s")
    (options.out / "matchers.md").write_text(matching_page.page(pages, processor), encoding="utf-8")


if __name__ == "__main__":
    main()
