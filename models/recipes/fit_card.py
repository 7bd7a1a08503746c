"""The cards of the `fit` matchers."""

import re
from dataclasses import asdict, dataclass
from pathlib import Path

from . import fit_texts, versions
from .calibration import Calibration
from .corpora import TERMS
from .evaluate import Auc
from .fit_pairs import HEADED, VersionPairs
from .fit_parts import TAKEN
from .fit_training import Settings
from .languages import CHINESE, ENGLISH, Language
from .phrases import OPENERS

_TEXT = """# {name}

Tells whether {spoken} summary fits its document, in five levels (Hou et al. 2017): 1
unrelated or a comment, 2 a clause picked from the text, 3 covers half at most, 4 almost a
summary, 5 a good summary. Levels 4 and 5 count as good. It is the matcher that
`Matcher.create({{ language: "{code}" }})` loads. {shared:,} parameters that were trained further from those of the
network of all languages and {table:,} in the table of {pieces:,} pieces; {int8:,} bytes (float32: {f32:,}).

## Intended use and limits

- Headlines, titles and summaries of one or more sentences against a document of up to
  {document:,} tokens, which are all read; of a longer one the head is read.
- Every sentence of a summary is judged against the whole document; the score is half way
  between their mean and the worst. {left_out}
- It rewards what is in the document's own words, and objects to other articles' titles, changed
  numbers, names and negations, and to words that the document does not say. It has little knowledge of the world: a true statement in
  entirely other words scores low, a subtle falsehood may pass (`docs/results/pairs.md`).
- {honest}

## Method

Every sentence of the summary scores {sentence},
where p is the probability that the network gives to levels 4 and 5. x is half way
between the mean over the sentences, weighted by their tokens, and the worst sentence.{added}{taken} x becomes levels by proportional odds:
{calibration}. The weights were fitted to the labels of {tuned} (`models/recipes/fit_weights.py`);
the slopes for levels 4 and 5, the knot and t_3 were fitted to the decision, levels 4 and 5 against the others, on {decided},
and the other slope and thresholds on {graded}. Expected calibration error (ten equal bins) on these sets, and {without}:

{errors}

The network aligns every token of the sentence with the document: cosines of embeddings,
bare and after three residual convolutions, equal tokens, pairs and triples of tokens; each
token is compared with the context it is aligned with; mean, weighted mean and maximum over
the tokens, a similar reading of the document side, and one hidden layer over both. Beside them the hidden layer reads the greatest of a linear
score of each token, which learned whether the document does not support it. The source is `models/recipes/fit_net.py`.

The pieces and their log-probabilities are those of multilingual-e5-small (MIT) that the
training texts use most; the tables start as the principal components of its ninth layer on
each piece alone. Unknown pieces are hashed into 256 rows.

## Data

{data}

The `fit` models are one network, trained on all languages' sets together; {went_on}. Of titles only files
`*.train` were trained on (FNC-1: four bodies in five; FarsTail: its training part). Nothing
of `scored/` but FNC-1 was trained on. Pairs are of three families: the five levels, built as
for `lstm-ii-zh` over short and long excerpts; faithful summaries (a title or sentences of the
document, perhaps thinned{trimmed}) and the same with {changed}; pairs with the labels of their sets.
Target 0 means a level of 1 to 3, target 6 a level of 4 or 5.

Training pairs by target and kind: {kinds}.

## Training

| | |
|---|---|
| network | {training} |{alone}{on_versions}
| last, on invented texts | {on_texts} |
| time | pairs of this language {pair_seconds} s; training of all four {training_seconds} s{further_seconds}, on invented texts {text_seconds} s |
| hardware | 1 thread of a server CPU, no GPU |

## Results

AUC with a 95 % bootstrap interval over pairs; positive: levels 4 and 5.

{results}

By kind of bad pair on the dev pairs, AUC against the good ones (int8):

{by_kind}

The dev pairs are drawn as the training pairs are, from other articles and from parts of the
labelled sets that were not trained on; the built ones are those that no set labels. The human-scored sets, and pairs changed by another program, are in `docs/results/quality.md`.

## Numbers in the file

Every matrix is int8 with one float32 scale per row, embeddings included (rows are gathered
as int8, then scaled); biases are float32; computation is float32. `reference.json` holds
inputs and outputs written by ONNX Runtime from this file.
"""

_WHOLE = {
    "copied": """{} / (1 + b)², where b is the number of distinct
pairs of {stems} that are neighbours in a sentence and in the document nowhere so or with one between them, in either
order, of all its sentences together (novel bigrams; See, Liu and Manning 2017): much for a summary in the document's own words, next to nothing for any other""",
    "density": """{} · max (ln (1 + δ) − 2, 0), where δ is the summary's extractive density
(Grusky, Naaman and Artzi 2018): the mean length, in words, of the document's own wording that a word of it is in
(its first 2,000 words, of the document's first 20,000)""",
    "contradicted": """{} · ln (1 + k), where k is the number of places where
the document says otherwise (`src/grounding/`): another number, date or name in the same role, or the opposite""",
    "missing": """{} · ln (1 + m), where m is the number of the summary's names, numbers and dates
that the document lacks""",
}
"""What is counted over the whole summary."""


def calibrated(found: Calibration) -> str:
    """How x becomes levels."""
    thresholds = ", ".join(map(str, found.thresholds))
    return f"""P(level > k) = sigma({found.slope} (x' − t_k)), t = {thresholds}; x' = x, and below a knot, x = {found.at}, it changes {found.below}
times as fast as x, and {found.related} times for k = 1 and 2, where P(level > k + 1) stands for what would be less than that"""


_STEMS = "content stems (the first four letters of a word, or a word with a digit whole, without function words{})"


def terms(weights: dict[str, float], taken: bool, language: Language) -> str:
    """The terms of the whole summary that have a weight, one after the other."""
    stems = "characters" if language is CHINESE else _STEMS.format("" if language is ENGLISH else " and those of fewer letters and no digit")
    found = [text.format(weights[part], stems=stems) for part, text in _WHOLE.items() if weights.get(part) and (part in TAKEN) == taken]
    return ", and ".join(found)


_SENTENCE = {"rouge_1": "{} · ROUGE-1 precision", "network": "{} · ln p", "entailment": "{} · ln e"}
"""What a sentence is judged by."""


def sentence(weights: dict[str, float]) -> str:
    """The terms of a sentence that have a weight."""
    found = ((" − " if part in TAKEN else " + ") + term.format(weights[part]) for part, term in _SENTENCE.items() if weights.get(part))
    return "".join(found).removeprefix(" + ")


_WENT_ON = {"en": "this one then went on, with a pass over\nthe English pairs and those of SNLI, and then with texts in two versions, sentences retold and some of these pairs; after each its weights stand\n{ways} of the way from those before to those after (Wortsman et al. 2022). Last it learned from invented texts which words of a sentence\nits document does not say"}
_WENT_ON_OTHERS = "this one then went on\nwith texts in two versions and some of the pairs of its language; its weights stand {ways} of the way from those before to those after (Wortsman et al. 2022). Last it learned\nfrom invented texts which words of a sentence its document does not say"
_LEFT_OUT = {
    "": "What a summary leaves out is not punished.",
    "density": "What a summary leaves out is not punished as such, but long pieces of the document's own wording are rewarded.",
}
_VERSIONS = """- {:,} pairs of a version of an invented text and a sentence: each sentence once with the version that supports it and once with
  another{}; written with a large language model for this project and under its licence (`models/recipes/versions/README.md`)"""
_TEXTS = """- {:,} sentences of invented texts in two versions, each with the words that a version does not support; written with large language
  models for this project and under its licence (`models/recipes/judge/texts/README.md`). Those of every eighth text are not taught."""
_GRADED_TITLES = ", or a title with either of two excerpts, with its level as a summary of it"
_ON_VERSIONS = """
| then, on texts in two versions | {settings}; {passes}; among them {built:,} of the pairs of before{snli} at random, and all of them of the kinds {again} once more{retold} |"""
_RETOLD = "; {:,} sentences retold (`models/recipes/retold.py`), half of them after one fact was changed; none of the kinds {}"
_ALONE_SECONDS = ", of this language alone {} s"
_VERSION_SECONDS = ", on texts in two versions {} s"
_TRIMMED = ", or without a whole phrase"
_CHANGED = ("one fact changed", "one fact changed or a part cut out\nof their phrases")
_SETS = {"zh": ("zh_sohu_sts_short",), "en": ("en_fnc1", "snli"), "fa": ("fa_farstail_nli",), "de": ()}
_TUNED = {
    "zh": "half of LCSTS part III, the dev pairs and the invented texts that are not taught",
    "en": "half of the documents of SummEval, QAGS, Rank19 and XSumFaith, and the invented texts that are not taught",
    "fa": "half of FarsTail's validation part, the dev pairs and the invented texts that are not taught",
    "de": "the dev pairs and the invented texts that are not taught",
}  # fmt: skip
_SCORED = {
    "zh": ("zh_lcsts_part3_scored",),
    "en": ("en_summeval_scored", "en_qags_cnn_scored", "en_qags_xsum_scored", "en_rank19_scored", "en_xsumfaith_scored"),
}
_HONEST = {
    "zh": "Probabilities are calibrated to the levels that people gave to the titles of micro-blog posts (LCSTS part III), which they\n  find good in {good:.0f} % of the cases, and to invented texts: set your own threshold on your own sample.",
    "en": "Probabilities are calibrated to what people said of summaries that programs wrote, whether they are consistent with their\n  document, and to invented texts: a headline in words of its own is given less than an editor would give it. Set your own threshold on your own sample.",
    "fa": "Probabilities are calibrated to whether sentences follow from others, as people said (FarsTail), and to invented texts: set your own\n  threshold on your own sample.",
    "de": "Probabilities are calibrated on pairs built from titles and on invented texts, not on your texts: set your own\n  threshold on your own sample.",
}  # fmt: skip
_DECIDED = {
    "zh": "LCSTS part III and the invented texts that are not taught", "en": "SummEval (consistency of at least 4), QAGS, Rank19, XSumFaith (half of the judgements) and the invented texts that are not taught, each\ncounting by the square root of its pairs, the invented texts three times as much as all others together",
    "fa": "FarsTail's validation part and the invented texts that are not taught", "de": "the built dev pairs and the invented texts that are not taught",
}  # fmt: skip
_GRADED = {"zh": "LCSTS part III and the built dev pairs", "en": "the built dev pairs and FNC-1's training bodies (related: level 2 or more)", "fa": "the built dev pairs", "de": "the built dev pairs"}  # fmt: skip


@dataclass(frozen=True)
class Learned:
    """What a card states of sizes and training."""

    shared: int
    table: int
    f32: int
    kinds: str
    pair_seconds: int
    training_seconds: int
    alone_seconds: int | None
    """Of the language's own training, where there is one."""
    version_seconds: int
    """Of its training on texts in two versions."""
    text_seconds: int | None
    """Of its training on invented texts; none of a card of before."""
    version_pairs: int
    """Pairs of such texts."""
    at_export: dict[str, str]
    """By split, what is measured over the network in float32 when it is exported: the AUC of the whole with its interval."""


_LEARNED = re.compile(
    r"loads\. (?P<shared>[\d,]+) parameters.*? and (?P<table>[\d,]+) in the table.*?\(float32: (?P<f32>[\d,]+)\)"
    r".*?- (?P<version_pairs>[\d,]+) pairs of a version"
    r".*?by target and kind: (?P<kinds>.*?)\.\n.*?of this language (?P<pair_seconds>\d+) s; training of all four (?P<training_seconds>\d+) s"
    r"(?:, of this language alone (?P<alone_seconds>\d+) s)?, on texts in two versions (?P<version_seconds>\d+) s"
    r"(?:, on invented texts (?P<text_seconds>\d+) s)?",
    re.DOTALL,
)
_AT_EXPORT = re.compile(r"^\| (?:dev|invented texts|LCSTS [^|]*) \| ([\d.]+ \[[\d., ]+\]) \|", re.MULTILINE)
"""The first column of the results."""


def learned(path: Path) -> Learned:
    """What a card states."""
    text = path.read_text(encoding="utf-8")
    found = _LEARNED.search(text)
    if found is None:
        raise ValueError(f"{path} is no card of a fit matcher")
    texts = found.groupdict()
    kinds = texts.pop("kinds")
    found_texts = "\n| invented texts |" in text
    splits = ("dev", "texts", "judged") if found_texts else ("dev", "judged")
    measured = dict(zip(splits, _AT_EXPORT.findall(text)))
    return Learned(kinds=kinds, at_export=measured, **{name: text and int(text.replace(",", "")) for name, text in texts.items()})


@dataclass(frozen=True)
class Facts:
    """Everything a card states, measured by the recipe."""

    name: str
    language: Language
    spoken: str
    learned: Learned
    pieces: int
    int8: int
    weights: dict[str, float]
    result: dict
    training: Settings
    alone: Settings | None
    """The language's own training, where there is one."""
    further: Settings
    """Of the training on texts in two versions."""
    versions: VersionPairs
    """The pairs of its training on texts in two versions."""
    texts: tuple[fit_texts.Settings, ...]
    ways: tuple[float, ...]
    lengths: tuple[int, int]


def _settings(settings: Settings) -> str:
    return ", ".join(f"{key.replace('_', ' ')} {value}" for key, value in asdict(settings).items())


def _on_versions(pairs: VersionPairs, settings: str) -> str:
    times = {1: "one pass", 2: "two passes", 3: "three passes"}
    passes = ", ".join(f"{times[number]} over `{kind}`" for kind, number in pairs.passes.items())
    snli = f" and {pairs.snli:,} of SNLI" if pairs.snli else ""
    retold = _RETOLD.format(pairs.retold, ", ".join(pairs.without)) if pairs.retold else ""
    return _ON_VERSIONS.format(settings=settings, passes=passes, built=pairs.built, snli=snli, again=", ".join(pairs.again), retold=retold)


def _further_seconds(found: Learned) -> str:
    """How long a language's trainings after that of all languages took."""
    times = ((_ALONE_SECONDS, found.alone_seconds), (_VERSION_SECONDS, found.version_seconds))
    return "".join(text.format(time) for text, time in times if time is not None)


def errors(found: dict[str, tuple[float, float]]) -> str:
    """A table of calibration errors."""
    rows = (f"| {name} | {fitted} | {left} |" for name, (fitted, left) in found.items())
    return "\n".join(["| set | fitted | left out |", "|---|---|---|", *rows])


def without(found: dict[str, tuple[float, float]]) -> str:
    """What was left out of the second figures."""
    return "on each when fitted to the others only" if len(found) > 1 else "on each tenth of the texts when fitted to the other nine"


def write(path: Path, facts: Facts) -> None:
    """Writes the card."""
    code, result = facts.language.code, facts.result

    titles = {"int8 {}": "int8", "int8 {} network": "network alone, int8", "rouge {}": "ROUGE-1 precision"}
    columns = [column for column in titles if column.format("dev") in result]

    def row(name: str, split: str) -> str:
        found = (str(Auc(*result[column.format(split)])) for column in columns)
        return "".join(f"| {cell} " for cell in (name, facts.learned.at_export[split], *found)) + "|"

    names = ("pairs", "f32, at export", *(titles[column] for column in columns))
    rows = ["".join(f"| {name} " for name in names) + "|", "|---" * len(names) + "|", row("dev", "dev")]
    rows.append(row("invented texts", "texts"))
    if "int8 judged" in result:
        rows.append(row(f"LCSTS part III sample, {result['pairs judged']:,} pairs scored by people", "judged"))
    graded = _GRADED_TITLES if versions.GRADED in facts.versions.passes else ""
    sets = (*facts.language.sources, *HEADED.get(code, ()), *_SETS[code], *_SCORED.get(code, ()))
    text = _TEXT.format(
        name=facts.name,
        spoken=facts.spoken,
        code=code,
        pieces=facts.pieces,
        int8=facts.int8,
        document=facts.lengths[0],
        calibration=calibrated(result["calibration"]),
        data="\n".join([*(f"- {name}: {TERMS[name]}" for name in sets), _VERSIONS.format(facts.learned.version_pairs, graded), _TEXTS.format(sum(1 for _ in fit_texts.rows(code, fit_texts.PARTS, kept=False)))]),
        on_texts=f"{'; then '.join(map(_settings, facts.texts))}",
        training=_settings(facts.training),
        alone=f"\n| then, alone | {_settings(facts.alone)} |" if facts.alone else "",
        on_versions=_on_versions(facts.versions, "with the same settings" if facts.alone else _settings(facts.further)),
        went_on=_WENT_ON.get(code, _WENT_ON_OTHERS).format(ways=" and ".join(map(str, facts.ways))),
        results="\n".join(rows),
        by_kind="| kind | AUC |\n|---|---|\n" + "\n".join(f"| {kind} | {value} |" for kind, value in result["by kind"].items()),
        tuned=_TUNED[code],
        honest=_HONEST[code].format(good=100 * result.get("good judged", 0.0)),
        decided=_DECIDED[code],
        graded=_GRADED[code],
        errors=errors(result["errors"]),
        without=without(result["errors"]),
        trimmed=_TRIMMED if code in OPENERS else "",
        changed=_CHANGED[code in OPENERS],
        **asdict(facts.learned) | {"further_seconds": _further_seconds(facts.learned)},
        left_out=_LEFT_OUT[next((part for part in ("density",) if facts.weights.get(part)), "")],
        **facts.weights
        | {
            "sentence": sentence(facts.weights),
            "added": f" To it is added {added}." if (added := terms(facts.weights, False, facts.language)) else "",
            "taken": f" Taken from it is {taken}." if (taken := terms(facts.weights, True, facts.language)) else "",
        },
    )
    path.write_text(text, encoding="utf-8")
