"""Reference inputs and outputs of a `fit` matcher, for the tests of other runtimes.

The texts are those of `tests/data/explained.json`, invented for this project, and
a few odd ones: single characters, no shared letter, symbols outside the
vocabulary, white space and control characters, and more tokens than are read.
"""

import json
from pathlib import Path

import onnxruntime

from .evaluate import Runner
from .fit_vocabulary import Unigram
from .languages import Language

_TEXTS = Path(__file__).parents[2] / "tests" / "data" / "explained.json"


def texts(language: Language) -> list[tuple[str, str]]:
    stories = json.loads(_TEXTS.read_text(encoding="utf-8"))[language.code]
    made = []
    for story, other in zip(stories, stories[1:] + stories[:1]):
        made += [(story["document"], text) for text in (story["faithful"], *(text for text, _ in story["wrong"]), other["faithful"])]
    first, second = stories[0]["document"], stories[1]["document"]
    return made + [
        (first[0], first[0]),
        (first, second[0]),
        ("\U0001f680\U0001f600 \u4e00\u0447\u0636\u00df \ue000\ue001 " + first, "\ue000\ue001 \u0447\u0447\u0447"),
        (f"  {first}\n\n\t\u200b{second}\u3000ABC  ", f" {first[:40]}\n abc"),
        (" ".join(story["document"] for story in stories), stories[-1]["faithful"]),
        ((first + " " + second + " ") * 6, second),
    ]


def write(path: Path, model: Path, name: str, vocabulary: Unigram, language: Language, lengths: tuple[int, int]) -> None:
    """Runs the cases through ONNX Runtime, one pair at a time, and writes them down."""
    runner = Runner(model)
    cases = []
    for document, summary in texts(language):
        document_ids, summary_ids = (
            vocabulary.encode_all([text], length)[0] for text, length in zip((document, summary), lengths)
        )
        logits = runner.logits([document_ids], [summary_ids])[0]
        cases.append(
            {
                "document": document,
                "summary": summary,
                "document_ids": document_ids,
                "summary_ids": summary_ids,
                "logits": [float(f"{value:.7g}") for value in logits],
            }
        )
    head = f'{{"model": {json.dumps(name)}, "runtime": "onnxruntime {onnxruntime.__version__}", "cases": [\n'
    lines = ",\n".join(json.dumps(case, ensure_ascii=False) for case in cases)
    path.write_text(head + lines + "\n]}\n", encoding="utf-8")
