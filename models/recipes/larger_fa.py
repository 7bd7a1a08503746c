"""`fit-fa-large`: the cross-encoder that `teaching_e5.py` describes, over the pieces of `fit-fa`."""

from pathlib import Path

from . import entailment_pairs
from .entailment_pairs import Judged
from .languages import PERSIAN
from .larger_e5 import OverE5


class _Larger(OverE5):
    language = PERSIAN
    spoken = "Persian"
    finds = "It knows more of what a text implies in other words (`docs/results/quality.md` has both)."
    tested = "pairs of FarsTail's validation part"

    def tests(self, data: Path, _snli: Path) -> list[Judged]:
        return entailment_pairs.farstail(data, "Val")[: self.most_tested]


LARGER = _Larger()
