"""The manifest of a model folder: what the library needs to load and verify it."""

import hashlib
import json
from pathlib import Path

LICENSE = "MIT OR Apache-2.0"


def file_entry(path: Path) -> dict:
    """Name, size and SHA-256 of a file."""
    content = path.read_bytes()
    return {"path": path.name, "bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}


def write(folder: Path, manifest: dict) -> None:
    """Writes `manifest.json`, version 1."""
    text = json.dumps({"manifest_version": 1, **manifest}, ensure_ascii=False, indent=2)
    (folder / "manifest.json").write_text(text + "\n", encoding="utf-8")


CHARACTERS = {"kind": "characters", "vocabulary": "vocabulary.txt"}


def matching(
    *,
    name: str,
    version: str,
    description: str,
    languages: list[str],
    graph: dict,
    files: list[Path],
    metrics: dict[str, float],
    tokenizer: dict = CHARACTERS,
    fit: dict | None = None,
) -> dict:
    """The manifest of a matcher with a graph; with `fit`, its network is put together with shared words."""
    return {
        "name": name,
        "version": version,
        "task": "matching",
        "description": description,
        "languages": languages,
        "license": LICENSE,
        "system": "neural" if fit is None else "fit",
        "tokenizer": tokenizer,
        "graph": graph,
        **({} if fit is None else {"fit": fit}),
        "files": [file_entry(path) for path in files],
        "metrics": metrics,
    }


def support(
    *, name: str, version: str, description: str, languages: list[str], files: list[Path], metrics: dict, tokenizer: dict, svm: dict
) -> dict:
    """The manifest of a support vector machine."""
    return {
        "name": name,
        "version": version,
        "task": "matching",
        "description": description,
        "languages": languages,
        "license": LICENSE,
        "system": "svm",
        "tokenizer": tokenizer,
        "svm": svm,
        "files": [file_entry(path) for path in files],
        "metrics": metrics,
    }


def pair_graph(document_length: int, summary_length: int, file: str = "model.onnx") -> dict:
    """The graph contract of pair classifiers."""
    lengths = {"document": document_length, "summary": summary_length}
    return {
        "file": file,
        "inputs": [
            {"name": name, "dtype": "int64", "shape": ["batch", f"{name}_length"], "max_length": length}
            for name, length in lengths.items()
        ],
        "outputs": [{"name": "logits", "dtype": "float32", "shape": ["batch", 5]}],
    }


def entailment_graph(length: int, file: str) -> dict:
    """The graph contract of cross-encoders that judge entailment."""
    return {
        "file": file,
        "inputs": [{"name": name, "dtype": "int64", "shape": [1, "length"], "max_length": length} for name in ("tokens", "segments")],
        "outputs": [{"name": "logits", "dtype": "float32", "shape": [1, 3]}],
    }


def generation(
    *, name: str, version: str, description: str, languages: list[str], generation: dict, files: list[Path], metrics: dict[str, float]
) -> dict:
    """The manifest of a model that writes headlines."""
    return {
        "name": name,
        "version": version,
        "task": "summarization",
        "description": description,
        "languages": languages,
        "license": LICENSE,
        "system": "encoder-decoder",
        "tokenizer": {"kind": "unigram", "vocabulary": "vocabulary.txt", "cased": True},
        "generation": generation,
        "files": [file_entry(path) for path in files],
        "metrics": metrics,
    }


def writing_graphs(*, vocabulary: int, places: int, memory: int, state: int, relations: int) -> dict:
    """The contract of encoder and decoder; `memory` and `state` are what they keep of a place and of a step."""

    def tensor(name: str, dtype: str, *shape: int | str) -> dict:
        return {"name": name, "dtype": dtype, "shape": list(shape)}

    kept = tensor("memory", "float32", 1, "places", memory)
    return {
        "encoder": {
            "file": "encoder.onnx",
            "inputs": [
                tensor("tokens", "int64", 1, "places") | {"max_length": places},
                tensor("frequencies", "int64", 1, "places"),
            ],
            "outputs": [kept],
        },
        "decoder": {
            "file": "decoder.onnx",
            "inputs": [
                tensor("tokens", "int64", "beams"),
                tensor("step", "int64", 1),
                kept,
                tensor("relations", "float32", "beams", "places", relations),
                tensor("past", "float32", "beams", "past", state),
            ],
            "outputs": [
                tensor("words", "float32", "beams", vocabulary),
                tensor("copies", "float32", "beams", "places"),
                tensor("present", "float32", "beams", "present", state),
            ],
        },
    }


def segmentation(
    *, name: str, version: str, description: str, languages: list[str], lines: dict, files: list[Path], metrics: dict[str, float]
) -> dict:
    """The manifest of a line classifier over word shapes and block types."""
    return {
        "name": name,
        "version": version,
        "task": "segmentation",
        "description": description,
        "languages": languages,
        "license": LICENSE,
        "system": "lines",
        "tokenizer": {"kind": "shapes", "vocabulary": "vocabulary.txt"},
        "graph": {
            "file": "model.onnx",
            "inputs": [
                {"name": "tokens", "dtype": "int64", "shape": ["lines", "words"]},
                {"name": "kinds", "dtype": "int64", "shape": ["lines"]},
            ],
            "outputs": [{"name": "logits", "dtype": "float32", "shape": ["lines", 1]}],
        },
        "lines": lines,
        "files": [file_entry(path) for path in files],
        "metrics": metrics,
    }
