"""The experiments of paper A on pair matching: docs/results/matchers.md and its charts.

    PYTHONPATH=models python -m recipes.matching_experiments --data ../shared/data --out docs/results

Trains what is not in the work folder yet (the first run takes about an hour of one core, the
next none), writes the packaged models of `recipes.matchers` with it, has the library score the
sets with human labels (through cargo), and writes the page. `--parts` chooses experiments by
LANGUAGE:EXPERIMENT; the page says which are left out.
"""

import argparse
import json
import subprocess
import tempfile
import time
from pathlib import Path

import torch

from . import matching_page, matching_trials, plot
from .matchers import Recipe, name_of
from .matching import SEED, SYSTEMS, Experiment, Trial, read_json
from .work import CACHE, Work

PARTS = {
    "table-8": matching_trials.table_8,
    "table-9": matching_trials.table_9,
    "figure-4": matching_trials.figure_4,
    "figure-5": matching_trials.figures_5_and_6,
}
DEFAULT = ("zh:table-8", "zh:table-9", "zh:figure-4", "zh:figure-5", "en:table-8", "en:table-9")
OTHERS = {"zh": ("rouge", "lstm-ii-zh", "fit-zh"), "en": ("rouge",)}
"""Packaged models beside the trained ones. Not `fit-en`: FNC-1 is in its training data (quality.md judges it on held-out bodies)."""
PROFILE = "harness"
"""The cargo profile whose speed means something."""
_ROOT = Path(__file__).resolve().parents[2]


def trials() -> list[Trial]:
    """What ships: every system with two classes, and two with five."""
    two = [Trial(system, seed=SEED) for system in SYSTEMS if system != "rouge"]
    return two + [Trial(system, "five", seed=SEED) for system in matching_trials.FIVE]


def library(experiment: Experiment, split: str, models: list[str], root: Path, profile: str) -> dict:
    """What the library says of a set, and how fast, natively; kept as a step, since speed differs from run to run."""

    def make(folder: Path) -> None:
        (folder / "library.json").write_text(_scored(experiment, split, models, profile))

    shipped = {name: read_json(root / name / "manifest.json") for name in models}
    settings = {"set": split, "models": shipped, "profile": profile}
    found = read_json(experiment.work.step(f"library-{experiment.code}", settings, make) / "library.json")
    if profile != PROFILE:
        for known in found["models"].values():
            known["pairs_per_second"] = None
    return found


def _scored(experiment: Experiment, split: str, models: list[str], profile: str) -> str:
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as file:
        for p in experiment.pairs(split):
            file.write(json.dumps({"document": p.document, "summary": p.summary}, ensure_ascii=False) + "\n")
        file.flush()
        command = ["cargo", "run", "--quiet", "--profile", profile, "--example", "evaluate_matchers", "--", experiment.code, file.name]
        output = subprocess.run([*command, *models], cwd=_ROOT, check=True, stdout=subprocess.PIPE).stdout
    return output.decode()


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
    parser.add_argument("--profile", default=PROFILE, help="cargo profile of the library; speed is left out for any other")
    parser.add_argument("--systems", nargs="+", choices=SYSTEMS, default=list(SYSTEMS), help="systems of the experiments")
    options = parser.parse_args()
    unknown = [part for part in options.parts if part.split(":")[-1] not in PARTS]
    if unknown:
        parser.error(f"unknown experiment {unknown[0]}; allowed: {', '.join(PARTS)}")
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
        results["library"] = {split: library(experiment, split, names, options.models, options.profile) for split in experiment.tests()}
        processor = next(iter(results["library"].values()))["processor"]
        charts(options.out, code, results)
        pages.append(matching_page.section(experiment, results, OTHERS[code]))
    took = time.monotonic() - started
    print(f"{took:.0f} s")
    (options.out / "matchers.md").write_text(matching_page.page(pages, processor), encoding="utf-8")


if __name__ == "__main__":
    main()
