"""Trains `speech-lines-de`, the line classifier of paper B, from protocols of the Bundestag.

    python -m recipes.structure.speech_lines_de --data ../shared/data --out models/speech-lines-de
"""

import argparse
import json
import time
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch

from . import line_card, shapes
from .. import manifest
from .line_cnn import CONTEXT, LineCnn
from .line_export import export
from .protocols import BORN_DIGITAL, OLDER
from .speech_lines import (
    KINDS,
    SEED,
    THRESHOLD,
    TRAINING,
    WORDS,
    average_precision,
    best_f1,
    encode,
    f1_at,
    fit,
    judge,
    read,
)
from ..work import CACHE, Work, seconds

NAME = "speech-lines-de"
VERSION = "0.1.0"

# Invented lines with a type each, for the tests of other runtimes.
_REFERENCE = [
    ("4711 Nordbucht – 3. Wahlperiode – 12. Sitzung. Dienstag, den 4. Mai 2010", 1),
    ("Präsidentin Dr. Almut Seidelbast:", 2),
    ("Ich erteile das Wort der Kollegin Wendula Harmsen,", 5),
    ("Fraktion der Deichgrafen.", 5),
    ("(Beifall bei den Deichgrafen)", 3),
    ("Wendula Harmsen (Deichgrafen):", 2),
    ("Frau Präsidentin! Liebe Kolleginnen und Kollegen! Der", 6),
    ("Hafen ist seit 1871 offen. Das soll so bleiben.", 6),
    ("", 0),
    ("– – –", 4),
    ("\u00a0x\u00ad² ½ ﬁn Straße ÄÖÜ — „Zitat“ EU‑Recht", 7),
    ("sehr " * 40 + "lange Zeile:", 8),
    ("(Widerspruch links – Dr. Enno Tjarks [FISCH]: Unsinn!)", 3),
    ("Präsidentin Dr. Almut Seidelbast:", 2),
    ("Vielen Dank.", 5),
]


def session(path: Path) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def logits(path: Path, tokens: np.ndarray, kinds: np.ndarray) -> np.ndarray:
    return session(path).run(["logits"], {"tokens": tokens, "kinds": kinds})[0][:, 0]


def check(path: Path, model: LineCnn, tolerance: float) -> float:
    """The graph gives the network's logits, whatever stands beyond a line's window."""
    rng = np.random.default_rng(0)
    worst = 0.0
    for lines, words in ((1, 1), (3, 2), (40, WORDS), (200, 11)):
        tokens = rng.integers(0, model.shape.vocabulary, (lines, words))
        tokens *= np.arange(words) < rng.integers(0, words + 1, (lines, 1))
        kinds = rng.integers(1, model.shape.kinds + 1, lines)
        with torch.no_grad():
            wanted = model(torch.from_numpy(tokens), torch.from_numpy(kinds)).numpy()
        worst = max(worst, float(np.abs(logits(path, tokens, kinds) - wanted).max()))
    assert worst <= tolerance, f"{path.name}: logits differ from PyTorch's by {worst}"
    return worst


def write_reference(path: Path, model: Path, vocabulary: list[str]) -> None:
    ids = {token: index for index, token in enumerate(vocabulary)}
    rows = [shapes.encode(text, ids) for text, _ in _REFERENCE]
    tokens = np.zeros((len(rows), max(map(len, rows))), np.int64)
    for row, line in zip(tokens, rows):
        row[: len(line)] = line
    kinds = np.array([kind + 1 for _, kind in _REFERENCE])
    found = logits(model, tokens, kinds)
    head = f'{{"model": "{NAME}", "runtime": "onnxruntime {onnxruntime.__version__}", "lines": [\n'
    lines = [
        {"text": text, "kind": kind, "ids": row, "logit": float(f"{logit:.7g}")}
        for (text, kind), row, logit in zip(_REFERENCE, rows, found)
    ]
    text = ",\n".join(json.dumps(line, ensure_ascii=False) for line in lines)
    path.write_text(head + text + "\n]}\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="folder with pages/")
    parser.add_argument("--out", type=Path, required=True, help="model folder to write")
    parser.add_argument("--work", type=Path, default=CACHE / NAME, help="folder for intermediate results")
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    work = Work(options.work)
    born, older = (read(options.data, work, names) for names in (BORN_DIGITAL, OLDER))

    def left_out(folder: Path) -> None:
        """Each born-digital protocol by a classifier of the other five."""
        scored = []
        for index, protocol in enumerate(born):
            started = time.monotonic()
            scored.append(judge(*_split(fit(born[:index] + born[index + 1 :]), [protocol])))
            print(f"  {protocol.name} {best_f1(*scored[-1])[0]:.3f} {time.monotonic() - started:.0f} s", flush=True)
        np.savez(folder / "chances.npz", **{p.name: np.stack(own) for p, own in zip(born, scored)})

    def trained(folder: Path) -> None:
        model, vocabulary, at = fit(born)
        torch.save(model.state_dict(), folder / "weights.pt")
        (folder / "vocabulary.txt").write_text("\n".join(vocabulary) + "\n", encoding="utf-8")
        np.save(folder / "centres.npy", at)
        sizes = {}
        for name, eight_bit in (("f32", False), ("int8", True)):
            onnx.save(export(model, eight_bit), folder / f"{name}.onnx")
            sizes[f"{name} difference"] = check(folder / f"{name}.onnx", model, 1.0 if eight_bit else 1e-4)
        data = encode(older, vocabulary, at)
        rows = {}
        for index, protocol in enumerate(older):
            chosen = np.flatnonzero(data.documents == index)
            own = logits(folder / "int8.onnx", data.tokens[chosen], data.kinds[chosen])
            rows[protocol.name] = _row(data.starts[chosen], 1 / (1 + np.exp(-own)), THRESHOLD)
        sizes["parameters"] = sum(p.numel() for p in model.parameters())
        (folder / "facts.json").write_text(json.dumps({"older": rows, **sizes}, indent=1) + "\n")

    settings = {"training": TRAINING, "kinds": KINDS, "seed": SEED, "words": WORDS, "network": 2}
    held_out = work.step("left-out", {**settings, "protocols": BORN_DIGITAL}, left_out)
    with np.load(held_out / "chances.npz") as found:
        scores = {name: _row(found[name][0] > 0, found[name][1], THRESHOLD) for name in found.files}
    (held_out / "scores.json").write_text(json.dumps(scores, indent=1) + "\n")
    made = work.step("trained", {**settings, "protocols": BORN_DIGITAL, "threshold": THRESHOLD}, trained)
    facts = json.loads((made / "facts.json").read_text())

    options.out.mkdir(parents=True, exist_ok=True)
    model, vocabulary = options.out / "model.onnx", options.out / "vocabulary.txt"
    model.write_bytes((made / "int8.onnx").read_bytes())
    vocabulary.write_bytes((made / "vocabulary.txt").read_bytes())
    mean = {key: float(np.mean([row[key] for row in scores.values()])) for key in ("f1", "best", "ap")}
    at = np.load(made / "centres.npy")
    manifest.write(
        options.out,
        manifest.segmentation(
            name=NAME,
            version=VERSION,
            description="Which lines of a German parliamentary protocol start a speech: window CNN over words and block types.",
            languages=["de"],
            lines={
                "context": CONTEXT,
                "threshold": THRESHOLD,
                "centres": [[round(float(value), 6) for value in centre] for centre in at],
            },
            files=[model, vocabulary],
            metrics={
                "left_out_protocol_f1": round(mean["f1"], 4),
                "left_out_protocol_average_precision": round(mean["ap"], 4),
            },
        ),
    )
    tokens = vocabulary.read_text(encoding="utf-8").removesuffix("\n").split("\n")
    write_reference(options.out / "reference.json", model, tokens)
    line_card.write(
        options.out / "CARD.md", NAME, THRESHOLD, scores, mean, facts, seconds(made), len(tokens), model.stat().st_size,
        {p.name: (len(p.texts), int(p.starts.sum()), p.speeches) for p in born + older},
    )  # fmt: skip


def _row(labels: np.ndarray, chances: np.ndarray, threshold: float) -> dict:
    return {
        "starts": int(labels.sum()),
        "f1": f1_at(labels, chances, threshold),
        "best": best_f1(labels, chances)[0],
        "ap": average_precision(labels, chances),
    }


def _split(fitted: tuple, documents: list) -> tuple:
    model, vocabulary, at = fitted
    return model, documents, vocabulary, at


if __name__ == "__main__":
    main()
