"""The answer at the head of docs/results/scale.md, and the figures of the plan in docs/guides/scale.md.

    python plan.py

Computes with what the other programs have measured (``target/scale.json``); measures nothing itself.
"""

from __future__ import annotations

import statistics
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
import page
from simulate import Cluster, table

GUIDE = page.ROOT / "docs" / "guides" / "scale.md"
BEGIN, END = "<!-- figures: python python/benches/plan.py -->", "<!-- end of figures -->"
PAIRS = 10**9
#: The pairs of a task, and the cores, that the plan computes with.
TASK, CORES = 10_000, 1000
CLUSTERS = ("dask", "ray", "spark")


def rates(found: dict[str, Any], host: str) -> dict[str, float]:
    """Pairs a second and core of each language."""
    return {language: 1 / statistics.median(each) for language, each in found["rates"][host].items()}


def times(found: dict[str, Any], host: str) -> float:
    """The seconds of wasmtime over those of another host, in the mean of the languages."""
    own, other = found["rates"]["wasmtime"], found["rates"][host]
    return statistics.mean(statistics.median(a / b for a, b in zip(own[each], other[each])) for each in own)


def doubled(found: dict[str, Any], name: str) -> float:
    """How many times the throughput two workers of an engine have, on free cores."""
    each = found["engines"][name]
    return statistics.median(one["free"] / two["free"] for one, two in zip(each["1"], each["2"]))


def answer(found: dict[str, Any]) -> str:
    """The head of the page: the question, and the answer in a sentence or two."""
    own = rates(found, "wasmtime")
    engines = {name: each for name, each in found["engines"].items() if name != "native"}
    worst = max(each["worst"] for each in found["engines"].values())
    gains = [doubled(found, name) for name in engines]
    killed = found["million"].values()
    lines = [
        "# Scale",
        "",
        "**How many pairs does a core score in a second, in which host, and does an engine change the score?**",
        "",
        f"A core scores {min(own.values()):.0f} to {max(own.values()):.0f} pairs a second in Python, by language, in",
        f"{times(found, 'node'):.2f} times the seconds of Node"
        + (f" and {times(found, 'native'):.2f} times those of native code" if found["rates"]["native"] else "")
        + f". {len(engines)} engines"
        + (" and native code" if "native" in found["engines"] else "")
        + " gave Node's scores"
        + (" to the last bit" if worst == 0 else f" to {worst:.0e}")
        + ".",
        f"Two workers score {min(gains):.2f} to {max(gains):.2f} times as much as one where cores are free. Of "
        + " and of ".join(f"{each['rows']:,}" for each in killed),
        "pairs through Spark, with an executor killed in the middle, every one came back once.",
        "",
        "Written by the programs of `python/benches`, each of which names itself below; do not edit.",
    ]
    return "\n".join(lines)


def figures(found: dict[str, Any]) -> str:
    """The table of the plan: each figure with the program that measured it."""
    engines, million, start = found["engines"], found["million"], found["starts"]
    scale, engine, spark = "`scale.py`", "`engines.py`", "`million.py`"
    rows: list[tuple[str, str, str]] = []
    for language, lengths in found["lengths"].items():
        values = ", ".join(f"{1000 / ms:.0f} ({characters})" for ms, characters in lengths.values())
        rows.append((f"pairs a second and core, {language} (characters of the document)", values, scale))
    for name in CLUSTERS:
        if name in engines:
            each = engines[name]
            rate = each["rows"] / statistics.median(two["cpu"] for two in each["2"])
            rows.append(
                (f"pairs a second and core in {name}, four languages, all its processes", f"{rate:.0f}", engine)
            )
            rows.append(
                (f"memory of a worker's process in {name}", f"{max(t['memory'] for t in each['2']):.0f} MB", engine)
            )
            rows.append((f"two workers of {name} over one, free cores", f"{doubled(found, name):.2f}", engine))
    for kind, name in (("first", "nothing compiled"), ("later", "the compiled module on the disk")):
        cpu = statistics.median(each["cpu"] for each in start[kind])
        rows.append((f"start of a worker to its first score, {name}", f"{cpu:.2f} s of CPU", scale))
    shuffled = found["shuffle"]
    for name, each in shuffled.items():
        if name == "rows":
            continue
        micro = 1e6 * each["cpu"] / shuffled["rows"]
        what = f"{micro:.0f} µs of CPU a pair, {each['spilled']:.0f} MB spilled of {each['moved']:.0f} MB moved"
        rows.append((f"a shuffle of short pairs in Spark, {name}", what, spark))
    for model, each in million.items():
        rows.append(
            (
                f"pairs a second and core in Spark, short pairs, model {model}",
                f"{each['rows'] / each['cpu']:,.0f}",
                spark,
            )
        )
        rows.append((f"scores and keys written, model {model}", f"{each['bytes_out']:.0f} bytes a pair", spark))
    rate = found["rate"]
    hours = PAIRS / rate / 3600
    simulated = table(Cluster(workers=CORES, rate=rate), PAIRS, [TASK])[0]
    rows += [
        (
            "the mean rate of four languages, with which the rest is computed",
            f"{rate:.0f} pairs a second and core",
            scale,
        ),
        ("core-hours for 10⁹ pairs", f"{hours:,.0f}", f"10⁹ ÷ {rate:.0f} ÷ 3,600"),
        (f"hours of {CORES:,} perfect cores", f"{hours / CORES:.1f}", f"÷ {CORES:,}"),
        (
            f"slow workers, lost workers, {TASK:,} pairs a task",
            f"× {simulated['plain']:.2f}; with speculation × {simulated['speculation']:.2f}",
            f"`simulate.py --rate {rate:.0f}`",
        ),
    ]
    lines = ["| figure | value | from |", "|---|---|---|", *(f"| {' | '.join(row)} |" for row in rows)]
    return "\n".join(lines)


def main() -> None:
    found = page.figures()
    missing = {"rates", "engines", "million", "shuffle", "install"} - set(found)
    if missing:
        raise SystemExit(f"plan.py: not measured yet: {', '.join(sorted(missing))}")
    page.write({"": answer(found)})
    text = GUIDE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    GUIDE.write_text(f"{before}{BEGIN}\n\n{figures(found)}\n\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
