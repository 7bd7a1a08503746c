"""`fit-zh-large`: the cross-encoder that `teaching_e5.py` describes, over the pieces of `fit-zh`."""

from pathlib import Path

from . import entailment_pairs
from .entailment_pairs import Judged
from .languages import CHINESE
from .larger_e5 import OverE5


class _Larger(OverE5):
    language = CHINESE
    spoken = "Chinese"
    shared = "characters"
    finds = "It knows more of what a text says in other words (`docs/results/quality.md` has both)."
    tested = "pairs of OCNLI (CC BY-NC 2.0), of which none was trained on"

    def tests(self, data: Path, _snli: Path) -> list[Judged]:
        return entailment_pairs.ocnli(data)[: self.most_tested]


LARGER = _Larger()
