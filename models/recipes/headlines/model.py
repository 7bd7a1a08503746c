"""A headline model as it is used: graphs and vocabulary, from a text to headlines."""

from pathlib import Path
from typing import NamedTuple

import numpy as np

from .pairs import encode
from .pieces import Pieces
from .search import Found, Network, Options, search


class Reading(NamedTuple):
    """A document as the decoder sees it."""

    source: np.ndarray
    frequencies: np.ndarray
    unknown: list[str]
    memory: np.ndarray


class Writer:
    """Graphs of a folder, `encoder.onnx` and `decoder.onnx`, with their vocabulary."""

    def __init__(self, folder: Path, pieces: Pieces, places: int):
        self.network = Network(folder / "encoder.onnx", folder / "decoder.onnx")
        self.pieces, self.places = pieces, places

    def read(self, document: str) -> Reading:
        source, frequencies, unknown = encode(self.pieces, document, self.places)
        return Reading(source, frequencies, unknown, self.network.memory(source, frequencies, len(self.pieces)))

    def search(self, reading: Reading, options: Options) -> list[Found]:
        return search(self.network, reading.source, reading.memory, len(self.pieces), options)

    def text(self, reading: Reading, tokens: list[int]) -> str:
        surfaces = [*self.pieces.surfaces, *reading.unknown]
        return self.pieces.text(surfaces[token] for token in tokens)

    def headline(self, document: str, options: Options = Options()) -> str:
        reading = self.read(document)
        return self.text(reading, self.search(reading, options)[0].tokens)
