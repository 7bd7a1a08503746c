"""Compares the scores of this package with those that another host wrote.

    python agreement.py PAIRS.jsonl SCORES.jsonl

PAIRS has {id, language, document, summary} on each line, SCORES what
``tests/oracles/node_scores.mjs`` wrote for them. Prints the greatest differences as JSON; ends with 1
if one is over 1e-6 or a verdict, a language or an error differs.
"""

from __future__ import annotations

import json
import sys
import time

from epitome import EpitomeError, Matcher

TOLERANCE = 1e-6


def main() -> int:
    pairs, wanted = ([json.loads(line) for line in open(name, encoding="utf-8")] for name in sys.argv[1:3])
    greatest = {"score": 0.0, "probability": 0.0, "levels": 0.0, "supported": 0.0}
    differ: list[str] = []
    counts: dict[str, int] = {}
    began = time.process_time()
    for language in sorted({pair["language"] for pair in pairs}):
        some = [(pair, want) for pair, want in zip(pairs, wanted) if pair["language"] == language]
        found = Matcher(language).match_batch([pair for pair, _ in some], errors="return")
        counts[language] = len(found)
        for (pair, want), result in zip(some, found):
            if isinstance(result, EpitomeError) or "error" in want:
                if getattr(result, "code", None) != want.get("error"):
                    differ.append(pair["id"])
                continue
            if (result.verdict, result.language) != (want["verdict"], want["language"]):
                differ.append(pair["id"])
            one = {
                "score": [(result.score, want["score"])],
                "probability": [(result.probability, want["probability"])],
                "levels": list(zip(result.levels, want["levels"])),
                "supported": [
                    (s.supported, w["supported"]) for s, w in zip(result.sentences, want["sentences"], strict=True)
                ],
            }
            for name, values in one.items():
                worst = max((abs(a - b) for a, b in values), default=0.0)
                greatest[name] = max(greatest[name], worst)
    seconds = time.process_time() - began
    print(json.dumps({"pairs": counts, "greatest": greatest, "differ": differ[:10], "cpu_seconds": round(seconds, 1)}))
    return 1 if differ or max(greatest.values()) > TOLERANCE else 0


if __name__ == "__main__":
    sys.exit(main())
