"""The page of the judges' results: `docs/results/judge.md`, from the `figures.json` of their folders."""

import json
from pathlib import Path

_MEASURES = ("judge", "ROUGE-2 precision", "e5 cosine")
_PARTLY = 0.7
"""The mean AUC from which a judge counts as knowing it in part."""
_OPEN = "texts in two versions"
"""Sets whose wrong characters are known of few pairs."""
_HEAD = """# Judges that read

**Does a small token classifier know which summaries are wrong, where ROUGE and embeddings do not?**
{answer}

Token classifiers that say which words of a summary its document does not support (`models/judge-*`), made by
`python -m recipes.judge`. This page is written by `python -m recipes.judge --page docs/results/judge.md`.

`realistic` are invented pairs of today, half near the document's words and half free, with one error each where there is one.
`pairs` are made in the same way by other writers (`models/recipes/judge/pairs/`), `own texts` are those that a judge's probability was calibrated with. No judge was trained on any pair of this page, and nothing was chosen by them
but the calibration, by the own texts, whose figures flatter it. Intervals are 95 % bootstrap intervals over documents. A judge's threshold is 0.5 everywhere; that of
ROUGE-2 precision was chosen on the own texts. Of the cosine there is AUC alone. AUC of 0.5 is a coin's.
"""


def _cell(figure: list | None) -> str:
    if not figure:
        return "–"
    value, low, high = figure
    return f"{value:.2f} [{low:.2f}, {high:.2f}]"


def _answer(figures: dict) -> str:
    """The range of the AUC over the languages of `pairs`, of the judge and of ROUGE, in a sentence for each manner."""
    told = []
    for part, words in (("close", "Of summaries near the document's words"), ("free", "Of free paraphrases")):
        found = [of[part] for name, of in figures.items() if name.startswith("pairs ") and part in of]
        ranges = {name: [of[name]["auc"][0] for of in found] for name in ("judge", "ROUGE-2 precision")}
        judge, rouge = (f"{min(values):.2f} to {max(values):.2f}" for values in ranges.values())
        right = sum(ranges["judge"]) / len(found)
        told.append(f"{words} {'partly' if right >= _PARTLY else 'hardly'}: AUC by language {judge}, of ROUGE-2 precision {rouge}.")
    return " ".join(told)


def _table(head: list[str], rows: list[list[str]]) -> str:
    return "\n".join("| " + " | ".join(row) + " |" for row in [head, ["---"] * len(head), *rows])


def figures_table(figures: dict, measures: tuple[str, ...] = ("judge", "ROUGE-2 precision")) -> str:
    """A row a set and manner."""
    rows = []
    for name, found in figures.items():
        for part in ("all", "close", "free"):
            if part in found and any(found[part].values()):
                shown = [_cell(found[part].get(measure, {}).get(kind)) for measure in measures for kind in ("auc", "balanced")]
                rows.append([name if part == "all" else f"{name}, {part}", str(found["rows"]) if part == "all" else "", *shown])
    return _table(["set", "pairs", *(f"{measure}: {kind}" for measure in measures for kind in ("AUC", "balanced accuracy"))], rows)


def _errors(figures: dict) -> str:
    names = sorted({error for found in figures.values() for error in found["errors"]})
    rows = []
    for name, found in figures.items():
        if name.startswith(("realistic", "own", "pairs")) and found["errors"]:
            rows.append([name, *(f"{found['errors'][error]['judge'][0]:.2f} ({found['errors'][error]['wrong']})" if error in found["errors"] else "–" for error in names)])
    return _table(["set", *names], rows)


def _characters(figures: dict) -> str:
    rows = [[name, *(f"{value:.2f}" for value in found["characters"])] for name, found in figures.items() if "characters" in found and not name.startswith(_OPEN)]
    return _table(["set", "F1", "precision", "recall"], rows)


def write_page(models: Path, out: Path) -> None:
    """Writes the page."""
    parts = []
    for folder in sorted(models.glob("judge-*")):
        stored = json.loads((folder / "figures.json").read_text(encoding="utf-8"))
        figures, decision = stored["figures"], stored["decision"]
        measures = tuple(name for name in _MEASURES if any(name in found["all"] for found in figures.values()))
        if not parts:
            parts.append(_HEAD.format(answer=_answer(figures)))
        parts.append(
            f"## {folder.name}\n\nDecision: slope {decision['slope']}, offset {decision['offset']}, the {decision['top']} least supported tokens, marks from {decision['mark']}.\n\n"
            f"{figures_table(figures, measures)}\n\nAUC of the pairs with an error of a type (how many) against all supported ones:\n\n{_errors(figures)}\n\n"
            f"Characters that are marked as unsupported, over all pairs with known ones:\n\n{_characters(figures)}\n"
        )  # fmt: skip
    out.write_text("\n".join(parts), encoding="utf-8")
