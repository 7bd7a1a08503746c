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
    weights = {
        "rouge_1": 1.4, "rouge_2": 0.0, "network": 0.4, "novel_bigrams": 0.15, "fragments": 0.5, "numbers": 0.45, "contradictions": 0.9, "negations": 1.1,
        "entailment": 0.35,
    }  # fmt: skip
    tuned = "the LCSTS sample, 1,200 pairs of OCNLI, the changed titles and the tests of texts in two versions"
    tested = "pairs of OCNLI (CC BY-NC 2.0), of which none was trained on"

    def tests(self, data: Path, _snli: Path) -> list[Judged]:
        return entailment_pairs.ocnli(data)[: self.most_tested]


LARGER = _Larger()
