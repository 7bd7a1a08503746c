"""Measures throughput, start, memory and scaling of processes, for docs/results/scale.md.

    python scale.py PAIRS.jsonl NPM_PACKAGE [--native LIBRARY] [--wheel WHEEL] [--rounds N]

PAIRS has {id, language, document, summary} on each line, at least some hundreds in each language;
NPM_PACKAGE is the folder of the unpacked npm package; LIBRARY the shared library that
``cargo build --profile harness -p epitome-plain`` leaves. Hosts take turns in one run, so that
what else the machine does meets all of them; seconds are those of the CPU, not of the clock.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

from epitome import Matcher, _cache, _module
from epitome._models import DEFAULT_MATCHERS

sys.path.insert(0, str(Path(__file__).parent))
import page
from native import Native
from simulate import Cluster, table

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
LANGUAGES = ("en", "zh", "de", "fa")
#: Documents by their length in characters.
LENGTHS = {"short": (1, 300), "medium": (300, 1000), "long": (1000, 4000)}

START = """
import json, resource, sys, time
began = time.perf_counter()
def most():
    # What getrusage says begins with the memory of the process that started this one.
    return int(open("/proc/self/status").read().split("VmHWM:")[1].split()[0]) / 1024
from epitome import Matcher
texts = [("The bridge was closed on Monday.", "The bridge was closed.")]
for language in sys.argv[1].split(","):
    Matcher(language).match_batch(texts)
wall = time.perf_counter() - began
used, first = resource.getrusage(resource.RUSAGE_SELF), most()
pairs = [json.loads(line) for line in open(sys.argv[2], encoding="utf-8")] if len(sys.argv) > 2 else []
for language in sys.argv[1].split(","):
    Matcher(language).match_batch([p for p in pairs if p["language"] == language])
from epitome import _module
print(json.dumps({"wall": wall, "cpu": used.ru_utime + used.ru_stime, "rss": first, "most": most(),
                  "memory": _module.instance().memory_bytes / 2**20}))
"""

WORKER = """
import json, sys, time
from epitome import Matcher
pairs = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
matcher = Matcher()
matcher.match_batch(pairs[:8])
print("ready", flush=True)
sys.stdin.readline()
def queued():
    try:
        return int(open("/proc/self/schedstat").read().split()[1]) / 1e9
    except OSError:
        return 0.0
wall, cpu, queue = time.perf_counter(), time.process_time(), queued()
matcher.match_batch(pairs)
wall = time.perf_counter() - wall
print(json.dumps([wall, time.process_time() - cpu, wall - queued() + queue]), flush=True)
"""


class Node:
    """The npm package in a process of its own."""

    def __init__(self, package: str, pairs: str) -> None:
        command = ["node", str(HERE / "node_worker.mjs"), package, pairs]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, language: str, start: int, end: int) -> dict[str, float]:
        """The seconds and the sum of the scores of some pairs of a language."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(json.dumps({"language": language, "from": start, "to": end}) + "\n")
        self._process.stdin.flush()
        found: dict[str, float] = json.loads(self._process.stdout.readline())
        return found

    def end(self) -> None:
        """Ends the process."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


def throughput(path: str, pairs: list[dict[str, Any]], options: argparse.Namespace) -> dict[str, Any]:
    """Pairs a second and core of each host, and the ratios of their seconds, round by round."""
    node = Node(options.package, path)
    native = Native(options.native) if options.native else None
    of = {language: [p for p in pairs if p["language"] == language] for language in LANGUAGES}
    rates: dict[str, dict[str, list[float]]] = {host: {} for host in ("wasmtime", "node", "native")}
    for round_ in range(options.rounds + 1):
        for language in LANGUAGES:
            start = (round_ * options.sample) % max(1, len(of[language]) - options.sample + 1)
            some = of[language][start : start + options.sample]
            documents, summaries = [p["document"] for p in some], [p["summary"] for p in some]
            began = time.process_time()
            found = Matcher(language).match_batch(zip(documents, summaries))
            seconds = {"wasmtime": time.process_time() - began}
            there = node.ask(language, start, start + options.sample)
            seconds["node"] = there["seconds"]
            assert abs(there["sum"] - sum(each.score for each in found)) < 1e-5
            if native is not None:
                began = time.process_time()
                judged = native.match(DEFAULT_MATCHERS[language], language, documents, summaries)
                seconds["native"] = time.process_time() - began
                assert abs(there["sum"] - sum(judged["score"])) < 1e-5
            if round_ > 0:  # the first round warms up
                for host, took in seconds.items():
                    rates[host].setdefault(language, []).append(took / len(some))
    node.end()
    return rates


def by_length(pairs: list[dict[str, Any]], rounds: int, sample: int) -> dict[str, dict[str, tuple[float, int]]]:
    """Milliseconds of CPU a pair in this package, by language and length."""
    found: dict[str, dict[str, tuple[float, int]]] = {}
    for language in LANGUAGES:
        for name, (low, high) in LENGTHS.items():
            some = [
                (p["document"], p["summary"])
                for p in pairs
                if p["language"] == language and low <= len(p["document"]) < high
            ][:sample]
            if len(some) < 10:
                continue
            took = []
            for _ in range(rounds):
                began = time.process_time()
                Matcher(language).match_batch(some)
                took.append((time.process_time() - began) / len(some))
            characters = statistics.mean(len(document) for document, _ in some)
            found.setdefault(language, {})[name] = (1000 * statistics.median(took), round(characters))
    return found


def starts(path: str, rounds: int) -> dict[str, list[dict[str, float]]]:
    """Fresh processes: with nothing compiled, with the compiled module, and with four languages."""
    kinds: dict[str, list[dict[str, float]]] = {"first": [], "later": [], "four languages": []}
    for _ in range(rounds):
        with tempfile.TemporaryDirectory() as folder:
            environment = {**os.environ, "EPITOME_CACHE": str(Path(folder) / "cache")}
            for kind, arguments in (
                ("first", ["en"]),
                ("later", ["en", path]),
                ("four languages", ["en,zh,de,fa", path]),
            ):
                command = [sys.executable, "-c", START, *arguments]
                out = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
                kinds[kind].append(json.loads(out.stdout))
    return kinds


def scaling(path: str, rounds: int) -> list[tuple[float, float, float]]:
    """One process, then two at once, each over the same pairs: the throughput of two over that of one by
    the clock, the seconds of CPU a pair of two over those of one, and the throughput by the clock
    less the time in the queue for a core.
    """

    def run(count: int) -> tuple[float, float, float]:
        command = [sys.executable, "-c", WORKER, path]
        processes = [
            subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(count)
        ]
        for each in processes:
            assert each.stdout is not None
            each.stdout.readline()
        for each in processes:
            assert each.stdin is not None
            each.stdin.write("go\n")
            each.stdin.flush()
        found = [json.loads(each.stdout.readline()) for each in processes if each.stdout is not None]
        for each in processes:
            each.communicate()
        walls, cpus, free = zip(*found)
        return max(walls), statistics.mean(cpus), max(free)

    ratios = []
    for _ in range(rounds):
        one, two = run(1), run(2)
        ratios.append((2 * one[0] / two[0], two[1] / one[1], 2 * one[2] / two[2]))
    return ratios


def middle(values: list[float], digits: int = 2) -> str:
    """The median with the range."""
    return f"{statistics.median(values):.{digits}f} ({min(values):.{digits}f} to {max(values):.{digits}f})"


def report(measured: dict[str, Any]) -> str:
    """The page."""
    rates, lengths, begun = measured["rates"], measured["lengths"], measured["starts"]
    lines = [
        "## Throughput of a core",
        "",
        f"`python python/benches/scale.py pairs.jsonl package --native LIBRARY`: pairs a second and core, without "
        f"`explain`. Small matchers, {measured['count']:,} pairs in four languages, chunks of {measured['sample']}; medians of "
        f"{measured['rounds']} rounds (least to greatest). Hosts took turns in one run, and their seconds are those of the CPU: "
        f"the machine is shared, its load was {measured['load'][0]:.1f} to {measured['load'][1]:.1f} on {os.cpu_count()} cores.",
        "",
        f"{measured['machine']}; wasmtime {version('wasmtime')}, Python {platform.python_version()}, Node {measured['node']}.",
        "",
        "| language | wasmtime (Python) | Node | native | wasmtime ÷ Node, seconds | wasmtime ÷ native, seconds |",
        "|---|---|---|---|---|---|",
    ]
    for language in LANGUAGES:
        own, node, native = (rates[host].get(language, []) for host in ("wasmtime", "node", "native"))
        cells = [f"{1 / statistics.median(each):.0f}" if each else "–" for each in (own, node, native)]
        against = [middle([a / b for a, b in zip(own, each)]) if each else "–" for each in (node, native)]
        lines.append(f"| {language} | {' | '.join([*cells, *against])} |")
    lines += [
        "",
        "In every round the scores of the hosts have one sum, to 1e-5; "
        "`python/benches/agreement.py` compares pair by pair.",
        "",
        "## By length",
        "",
    ]
    lines += ["Milliseconds of a core for a pair (mean characters of the documents).", ""]
    lines += [f"| language | {' | '.join(LENGTHS)} |", "|---|" + "---|" * len(LENGTHS)]
    for language, found in lengths.items():
        cells = [f"{found[name][0]:.1f} ({found[name][1]})" if name in found else "–" for name in LENGTHS]
        lines.append(f"| {language} | {' | '.join(cells)} |")
    lines += ["", "## Start and memory of a process", ""]
    lines += [
        "| process | to the first score, CPU seconds | by the clock | most memory until then, MB | most while scoring, MB | of that the module's, MB |"
    ]
    lines += ["|---|---|---|---|---|---|"]
    names = {
        "first": "the first on a machine, which compiles quickly",
        "later": "a later one",
        "four languages": "a later one, four languages",
    }
    for kind, name in names.items():
        rows = begun[kind]
        cells = [
            middle([row[key] for row in rows], 2 if key in ("cpu", "wall") else 0) for key in ("cpu", "wall", "rss")
        ]
        if kind == "first":
            cells += ["–", "–"]
        else:
            cells += [middle([row[key] for row in rows], 0) for key in ("most", "memory")]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    lines += ["", "## Two workers", ""]
    walls, cpus, free = map(list, zip(*measured["scaling"]))
    lines += [
        f"Two processes at once against one, {len(walls)} turns: {middle(cpus)} times the CPU seconds a pair, "
        f"{middle(walls)} times the pairs by the clock, and {middle(free)} times by the clock less what they stood in the "
        "queue for a core, by the kernel's count. Workers share nothing but the file of the compiled module. Where the "
        "load is over the number of cores, the clock alone tells how busy the machine is, not how workers scale.",
        "",
        "## Sizes",
        "",
        f"Module {measured['wasm'] / 1e6:.2f} MB, compiled {measured['code'] / 1e6:.1f} MB"
        + (f", wheel {measured['wheel'] / 1e6:.2f} MB" if measured["wheel"] else "")
        + ".",
        "",
        "## A run over 10⁹ pairs, simulated",
        "",
        f"`python python/benches/simulate.py --rate {measured['rate']:.0f}`: 1,000 workers, of which 2 % are four times as "
        "slow; one is lost every 200 hours of its work, and back after ten minutes; the factor of a task is "
        "log-normal (0.2). "
        f"Perfect workers take {1e9 / measured['rate'] / 1000 / 3600:.1f} hours.",
        "",
        "| pairs of a task | tasks | minutes of a task | time over perfect workers | with speculation | wasted work | tasks lost |",
        "|---|---|---|---|---|---|---|",
    ]
    for row in measured["simulated"]:
        lines.append(
            f"| {row['task']:,} | {row['tasks']:,} | {row['minutes']:.1f} | {row['plain']:.2f} | {row['speculation']:.2f} "
            f"| {100 * row['speculation_wasted']:.2f} % | {row['lost']:.0f} |"
        )
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pairs")
    parser.add_argument("package")
    parser.add_argument("--native")
    parser.add_argument("--wheel", help="its size is told")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--sample", type=int, default=60, help="the pairs of one measurement")
    parser.add_argument("--state", help="a file of what is measured already, which is not measured again")
    options = parser.parse_args()
    pairs = [json.loads(line) for line in open(options.pairs, encoding="utf-8")]
    state = Path(options.state) if options.state else None
    measured: dict[str, Any] = json.loads(state.read_text()) if state and state.exists() else {}

    def part(name: str, measure: Callable[[], Any]) -> None:
        if name in measured:
            return
        loads = [os.getloadavg()[0]]
        measured[name] = measure()
        loads.append(os.getloadavg()[0])
        measured["load"] = [min([*measured.get("load", []), *loads]), max([*measured.get("load", []), *loads])]
        if state is not None:
            state.write_text(json.dumps(measured))

    with tempfile.TemporaryDirectory() as folder:
        some = str(Path(folder) / "some.jsonl")
        Path(some).write_text("".join(json.dumps(p) + "\n" for p in pairs[: 4 * options.sample]), encoding="utf-8")
        part("rates", lambda: throughput(options.pairs, pairs, options))
        part("lengths", lambda: by_length(pairs, options.rounds, options.sample))
        part("starts", lambda: starts(some, options.rounds))
        part("scaling", lambda: scaling(some, options.rounds))
    own = [took for each in measured["rates"]["wasmtime"].values() for took in each]
    rate = 1 / statistics.mean(own)
    wasm = _module.data("epitome_plain.wasm").read_bytes()
    measured |= {
        "machine": machine(),
        "node": subprocess.run(["node", "--version"], capture_output=True, text=True).stdout.strip(),
        "count": len(pairs),
        "rounds": options.rounds,
        "sample": options.sample,
        "rate": rate,
        "wasm": len(wasm),
        "code": len(_cache.read(wasm) or b""),
        "wheel": Path(options.wheel).stat().st_size if options.wheel else None,
        "simulated": table(Cluster(rate=rate), 10**9, [10_000, 30_000, 100_000, 300_000]),
    }
    written = report(measured)
    kept = ("rates", "lengths", "starts", "scaling", "rate", "wasm", "code", "wheel", "machine", "simulated")
    page.write(page.sections(written), {name: measured[name] for name in kept})
    print(written)


def machine() -> str:
    """The processor's name."""
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return f"{line.split(':')[1].strip()}, {os.cpu_count()} cores"
    except OSError:
        pass
    return platform.machine()


if __name__ == "__main__":
    main()
