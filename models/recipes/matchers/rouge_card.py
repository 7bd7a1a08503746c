"""The card of `rouge`."""

from pathlib import Path

from ..corpora import TERMS
from ..evaluate import Auc
from ..languages import ALL

_TEXT = """# rouge

Scores how well a summary fits its document by ROUGE-1 precision, the lexical
baseline of Hou et al. 2017 ("ROUGE matcher"), calibrated to the paper's five levels.
There is no network and no weight file: the numbers are in `manifest.json`.

## Intended use and limits

- A fast first answer in {languages}, and the baseline that the neural matchers are
  measured against. It sees words, not meaning: a summary in other words scores low, a
  sentence copied from the document scores high even if it says little.
- Calibrated on documents of about 110 characters (Chinese) or 360 characters (other
  languages). A longer document has more words to match: its scores come out higher.

## Method

x = ROUGE-1 precision = sum over tokens of min(count in summary, count in document),
divided by the tokens of the summary. Tokens: NFKC, lower case, Persian letters unified;
each Han character is a token, and so is each maximal run of other letters, marks and digits.

P(level > k) = sigma(slope (x - threshold_k)), k = 1..4, one slope and four thresholds per
language. Probability of a good pair = P(level > 3); score = 1 + sum over k of P(level > k).

| language | slope | thresholds 1 to 4 |
|---|---|---|
{calibration}

## Data

{data}

Pairs of the five levels are built from real titles as the matcher `lstm-ii-zh` builds them
(its card has the table of kinds), from at most 15,000 articles of a set. Two choices matter
here:

- clauses copied from the shown document (level 2) are left out of the fit and of the
  evaluation: their precision is 1 by construction, so no increasing function of it can place
  them. Level 2 is then a clause from a part of the article that is not shown;
- levels 5, 4 and 3 of a real title differ by its precision itself (Chinese: at least 0.75, at
  least 0.5, less; others: 0.6, 0.3). The thresholds between them follow that rule more than
  any human judgement.

| language | training pairs by level and kind |
|---|---|
{counts}

## Results

AUC with a 95 % bootstrap interval over pairs; positive: levels 4 and 5.

| pairs | AUC |
|---|---|
| LCSTS part III sample, 417 pairs scored by people | {human} |
| ROUGE on the paper's test set, as published | 0.6351 |
{areas}

Mean probability of the human-scored pairs, by human level 1 to 5: {by_level}.
The AUC on built pairs is circular to the extent that levels are told by precision (above).
"""


def write(
    path: Path,
    calibration: dict[str, dict],
    areas: dict[str, Auc],
    human: Auc,
    by_level: dict[str, float],
    counts: dict[str, dict[str, int]],
) -> None:
    """Writes the card."""
    names = {language.code: language for language in ALL}
    text = _TEXT.format(
        languages=", ".join(names),
        calibration="\n".join(
            f"| {code} | {c['slope']} | {', '.join(map(str, c['thresholds']))} |" for code, c in calibration.items()
        ),
        data="\n".join(f"- {source}: {TERMS[source]}" for language in ALL for source in language.sources),
        counts="\n".join(
            f"| {code} | " + ", ".join(f"{kind} {count:,}" for kind, count in kinds.items()) + " |"
            for code, kinds in counts.items()
        ),
        human=human,
        areas="\n".join(f"| built from titles, dev files, {code} | {area} |" for code, area in areas.items()),
        by_level=", ".join(str(value) for value in by_level.values()),
    )
    path.write_text(text, encoding="utf-8")
