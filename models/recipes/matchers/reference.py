"""Reference inputs and outputs of a matcher, for the tests of other runtimes.

The texts are invented for this file. They cover each level, one-character texts,
characters outside the vocabulary, full-width forms, white space and control
characters, and texts longer than the model reads.
"""

import json
from collections.abc import Callable
from pathlib import Path

import onnxruntime

from ..evaluate import Runner
from ..text import UNKNOWN, Vocabulary

_BRIDGE = "青岚市交通局昨天宣布，跨越清河的第三座大桥将于下月八日通车。大桥全长一千二百米，双向六车道，总投资九亿元，建成后南北两岸的行车时间将由四十分钟缩短到十分钟。"
_TEA = "受连续三周降雨影响，云溪县今年春茶采摘比往年推迟约十天。县农业部门估计，全县春茶产量将下降一成五，但鲜叶收购价格上涨两成，茶农总体收入基本持平。"
_PHONE = "星野科技周三发布新款折叠手机，起售价5999元，比上一代便宜800元。公司表示，新机电池容量提高到5200毫安时，九月十二日起在全国门店销售，首批备货三十万台。"
_SCHOOL = "记者从临江区教育局获悉，今年秋季学期起，全区二十六所小学将统一提供课后托管服务，时间到下午六点，家长可自愿报名。托管内容包括作业辅导、体育和手工，费用由财政补贴一半。"
_MATCH = "在昨晚结束的女排联赛半决赛中，海港队以3比1战胜山城队，时隔七年重返决赛。队长林若溪独得二十七分，赛后她说，全队已经为这一天准备了整整一个赛季。"
_PAPER = "针对小型水库渗漏监测成本高的问题,提出一种基于光纤测温的渗漏定位方法.试验结果表明,该方法能在两小时内定位渗漏点,平均误差小于0.6米,成本约为传统方法的三分之一."

_CHINESE = [
    (_BRIDGE, "青岚市清河第三座大桥下月通车 南北行车缩短到十分钟"),
    (_BRIDGE, "青岚清河三桥下月八日通车"),
    (_BRIDGE, "大桥全长一千二百米"),
    (_BRIDGE, "云溪县春茶采摘推迟十天"),
    (_BRIDGE, "这样的大桥你期待吗？"),
    (_TEA, "云溪春茶因雨减产一成五 价涨两成茶农收入持平"),
    (_TEA, "降雨推迟春茶采摘"),
    (_TEA, "青岚市第三座大桥通车"),
    (_PHONE, "星野发布新款折叠手机 5999元起售"),
    (_PHONE, "星野科技公布第三季度财报 净利润大涨"),
    (_PHONE, "ＳＴＡＲ星野新机售价５９９９元，便宜８００元"),
    (_SCHOOL, "临江区二十六所小学今秋统一提供课后托管"),
    (_SCHOOL, "费用由财政补贴一半"),
    (_SCHOOL, "孩子放学没人管，谁来想想办法！"),
    (_MATCH, "海港女排3比1胜山城 时隔七年重返决赛"),
    (_MATCH, "海港队"),
    (_PAPER, "基于光纤测温的小型水库渗漏定位方法"),
    (_PAPER, "小型水库大坝沉降监测方法研究"),
    ("桥", "桥"),
    ("桥", "茶"),
    (_TEA, "茶"),
    ("\U0001f680\U0001f600 𠮷野家新店开张 \U0001f389", "𠮷野家开张\U0001f600"),
    ("  第一行\n第二行\t\u200b第三行\u3000ABC  ", "第一行 abc"),
    ((_BRIDGE + _SCHOOL + _MATCH) * 2, _TEA + _PHONE),
]


_FERRY = (
    "The council of Port Ellery said on Tuesday that a night ferry between the old harbour and Stone Island will start on "
    "9 May. The boat, bought second-hand for 4.2 million crowns, carries 180 people and sails every forty minutes until two "
    "in the morning. Residents had asked for the service for eleven years."
)
_ORCHARD = (
    "Late frost destroyed about a third of the apple blossom in the Varn valley, the growers' union said. Prices are "
    "expected to rise by a fifth in autumn, which would leave the income of most farms unchanged."
)
_EDITOR = "A small text editor for the terminal. It opens very large files without loading them, highlights 30 languages and keeps an undo tree on disk."
_ENGLISH = [
    (_FERRY, "Night ferry to Stone Island starts in May"),
    (_FERRY, "Port Ellery buys boat for night ferry between harbour and island"),
    (_FERRY, "The boat carries 180 people"),
    (_FERRY, "Frost destroys a third of the apple blossom"),
    (_FERRY, "Who asked for this?"),
    (_ORCHARD, "Frost to push up apple prices in Varn valley"),
    (_ORCHARD, "Growers' union elects new chair"),
    (_ORCHARD, "NIGHT FERRY STARTS"),
    (_EDITOR, "terminal text editor for very large files"),
    (_EDITOR, "image viewer for the desktop"),
    ("ferry", "ferry"),
    ("ferry", "apple"),
    (_ORCHARD, "frost"),
    ("qzxv wvut", "zzyzx"),
    ("  First line\nsecond line\t\u200bthird line\u3000ABC  ", "First line abc"),
    ("Caf\u00e9 opens: \u201cna\u00efve\u201d menu costs \u20ac5 \U0001f37d", "Cafe\u0301 opens with 5-euro menu"),
    ((_FERRY + " " + _ORCHARD + " " + _EDITOR) * 4, _FERRY + " " + _ORCHARD),
]
CASES = {"zh": _CHINESE, "en": _ENGLISH}
"""Pairs by language."""


def write(path: Path, model: Path, name: str, vocabulary: Vocabulary, document_length: int, summary_length: int) -> None:
    """Runs the Chinese cases through ONNX Runtime, one pair at a time, and writes them down."""

    def encode(text: str) -> list[int]:
        return vocabulary.encode(text, max(document_length, summary_length))

    write_pairs(path, model, name, _CHINESE, encode, document_length, summary_length)


def write_pairs(
    path: Path,
    model: Path,
    name: str,
    rows: list[tuple[str, str]],
    encode: Callable[[str], list[int]],
    document_length: int,
    summary_length: int,
) -> None:
    """Runs pairs through ONNX Runtime, one at a time, and writes them down."""
    runner = Runner(model)
    cases = []
    for document, summary in rows:
        document_ids = encode(document)[:document_length]
        summary_ids = encode(summary)[:summary_length]
        logits = runner.logits([document_ids or [UNKNOWN]], [summary_ids or [UNKNOWN]])[0]
        cases.append(
            {
                "document": document,
                "summary": summary,
                "document_ids": document_ids,
                "summary_ids": summary_ids,
                "logits": [float(f"{value:.7g}") for value in logits],
            }
        )
    _write(path, name, f"onnxruntime {onnxruntime.__version__}", cases)


def write_levels(path: Path, name: str, rows: list[tuple[str, str]], levels: list, runtime: str) -> None:
    """Writes down pairs with the probability of each level."""
    cases = [
        {"document": d, "summary": s, "levels": [float(f"{value:.7g}") for value in found]} for (d, s), found in zip(rows, levels)
    ]
    _write(path, name, runtime, cases)


def _write(path: Path, name: str, runtime: str, cases: list[dict]) -> None:
    head = f'{{"model": {json.dumps(name)}, "runtime": {json.dumps(runtime)}, "cases": [\n'
    lines = ",\n".join(json.dumps(case, ensure_ascii=False) for case in cases)
    path.write_text(head + lines + "\n]}\n", encoding="utf-8")
