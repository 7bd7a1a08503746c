"""Reference inputs and outputs of a headline model, for the tests of other runtimes.

Of a dozen documents, what every stage gives: ids, the encoder, the first step, the
search with eight hypotheses and with one. Of a number of others, made by rule, the headline.
Facts that the library demands of a headline are not demanded here.
"""

import json
from pathlib import Path

import numpy as np
import onnxruntime

from . import documents as headline_documents
from .model import Reading, Writer
from .search import BEAMS, Options, relations

GENERATED = 100
_SHOWN = 5  # of the most probable words and places


def _number(value) -> float:
    return float(f"{value:.7g}")


def _most(values: np.ndarray) -> list[list]:
    order = np.argsort(-values, kind="stable")[:_SHOWN]
    return [[int(at), _number(values[at])] for at in order]


def _candidates(writer: Writer, reading: Reading, beams: int) -> list[dict]:
    return [
        {"text": writer.text(reading, found.tokens), "tokens": found.tokens, "logProbability": _number(found.log_probability)}
        for found in writer.search(reading, Options(beams))
    ]


def _case(writer: Writer, document: str) -> dict:
    reading = writer.read(document)
    network, memory = writer.network, reading.memory
    words, copies, _ = network.step([0], 0, memory, relations(reading.source, [])[None], network.start())
    return {
        "document": document,
        "ids": reading.source.tolist(),
        "frequencies": reading.frequencies.tolist(),
        "unknown": reading.unknown,
        "memory": {"first": [_number(x) for x in memory[0, 0, :4]], "last": [_number(x) for x in memory[0, -1, -4:]]},
        "words": _most(words[0]),
        "copies": _most(copies[0]),
        "candidates": {str(beams): _candidates(writer, reading, beams) for beams in (BEAMS, 1)},
    }


def _headline(writer: Writer, document: str) -> dict:
    reading = writer.read(document)
    best = writer.search(reading, Options())[0]
    return {"document": document, "text": writer.text(reading, best.tokens), "logProbability": _number(best.log_probability)}


def write(path: Path, name: str, language: str, writer: Writer, generated: int = GENERATED) -> None:
    """Runs the documents through ONNX Runtime and writes them down."""

    def lines(cases: list[dict]) -> str:
        return ",\n".join(json.dumps(case, ensure_ascii=False) for case in cases)

    options = Options()
    head = {"model": name, "runtime": f"onnxruntime {onnxruntime.__version__}", "lengthPenalty": options.length_penalty}
    cases = lines([_case(writer, document) for document in headline_documents.written(language)])
    others = lines([_headline(writer, document) for document in headline_documents.generated(language, generated)])
    text = json.dumps(head)[:-1] + f', "cases": [\n{cases}\n], "generated": [\n{others}\n]}}\n'
    path.write_text(text, encoding="utf-8")
