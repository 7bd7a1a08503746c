"""The recipe of `rouge`: calibration of ROUGE-1 precision to the five levels.

    PYTHONPATH=models python -m recipes.matchers.rouge --data ../shared/data --out models/rouge

With x the ROUGE-1 precision of the summary in the document, the levels follow a
proportional-odds model, one per language:

    P(level > k) = sigma(slope * (x - threshold_k)),  k = 1..4,  slope > 0,  threshold_1 < ... < threshold_4

so that the probability P(level > 3) and the score 1 + sum_k P(level > k) both
grow with x. It is fitted by maximum likelihood on pairs built from the titles of
the language's training sets. Steps: pairs, fit, evaluation, card; pairs are kept
in the work folder.
"""

import argparse
import json
import random
from dataclasses import asdict
from pathlib import Path

import numpy as np
from scipy.special import expit

from .. import corpora, manifest, pairs
from . import rouge_card
from ..calibration import proportional_odds
from ..coverage import coverage
from ..evaluate import Auc, auc
from ..languages import ALL, CHINESE, Language
from ..work import CACHE, Work

NAME = "rouge"
VERSION = "0.1.0"
SEED = 1
SCORED = "zh_lcsts_part3_scored"
MOST_ARTICLES = 15_000
"""Articles taken of one set, at random, so that no set outweighs the others of its language."""

# Pairs per article, by kind (comments are written in Chinese only). Clauses of the shown document are left out: their
# precision is 1 by construction, at level 2, and no increasing function of the
# precision can place them.
MIXTURE = {
    "real": 2.0,
    "late": 0.6, "joined": 0.3, "spliced": 0.15, "cut": 0.1,
    "unseen": 0.7,
    "near": 0.5, "random": 0.3, "same-day": 0.2, "comment": 0.25,
}  # fmt: skip

def _pairs(data: Path, language: Language, split: str, seed: int) -> list[pairs.Pair]:
    mixture = MIXTURE if language is CHINESE else {kind: rate for kind, rate in MIXTURE.items() if kind != "comment"}
    built = []
    for source in language.sources:
        articles = corpora.titles(data, source, split)
        random.Random(seed).shuffle(articles)
        built += pairs.build(articles[:MOST_ARTICLES], language, mixture, 1, seed)
    return built


def _values(rows: list[pairs.Pair]) -> tuple[np.ndarray, np.ndarray]:
    return np.array([coverage(p.summary, p.document) for p in rows]), np.array([p.level for p in rows])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="folder with titles/ and scored/")
    parser.add_argument("--out", type=Path, required=True, help="model folder to write")
    parser.add_argument("--work", type=Path, default=CACHE / NAME, help="folder for intermediate results")
    options = parser.parse_args()
    work = Work(options.work)

    calibration: dict[str, dict] = {}
    areas: dict[str, Auc] = {}
    counts: dict[str, dict[str, int]] = {}
    for language in ALL:

        def make(folder: Path, language: Language = language) -> None:
            for split, seed in (("train", SEED), ("dev", SEED + 1)):
                pairs.write(folder / f"{split}.jsonl.gz", _pairs(options.data, language, split, seed))

        settings = {"language": asdict(language), "mixture": MIXTURE, "most": MOST_ARTICLES, "seed": SEED}
        folder = work.step(f"pairs-{language.code}", settings, make)
        training = pairs.read(folder / "train.jsonl.gz")
        values, levels = _values(training)
        slope, thresholds = proportional_odds(values, levels, levels)
        calibration[language.code] = {"slope": round(slope, 4), "thresholds": [round(t, 4) for t in thresholds]}
        counts[language.code] = pairs.counts(training)
        values, levels = _values(pairs.read(folder / "dev.jsonl.gz"))
        areas[language.code] = auc(levels, values)
        print(language.code, calibration[language.code], areas[language.code], flush=True)

    scored = [pairs.Pair(r["doc"], r["summary"], r["score"], "scored", SCORED) for r in corpora.scored(options.data, SCORED)]
    values, levels = _values(scored)
    human = auc(levels, values)
    chances = expit(calibration["zh"]["slope"] * (values - calibration["zh"]["thresholds"][2]))
    by_level = {str(level): round(float(chances[levels == level].mean()), 3) for level in range(1, 6)}

    options.out.mkdir(parents=True, exist_ok=True)
    manifest.write(
        options.out,
        {
            "name": NAME,
            "version": VERSION,
            "task": "matching",
            "description": "Whether a summary fits its document, by the share of its words that the document holds (ROUGE-1 precision), calibrated to five levels. Sees shared words only: not a swapped name, nor what a picked clause leaves out.",
            "languages": [language.code for language in ALL],
            "license": manifest.LICENSE,
            "system": "rouge",
            "rouge": {"measure": "rouge-1", "statistic": "precision", "calibration": calibration},
            "files": [],
            "metrics": {
                "lcsts_part3_auc": round(human.value, 4),
                "lcsts_part3_auc_low": round(human.low, 4),
                "lcsts_part3_auc_high": round(human.high, 4),
                **{f"titles_dev_auc_{code}": round(area.value, 4) for code, area in areas.items()},
            },
        },
    )
    rouge_card.write(options.out / "CARD.md", calibration, areas, human, by_level, counts)
    print(json.dumps(by_level))


if __name__ == "__main__":
    main()
