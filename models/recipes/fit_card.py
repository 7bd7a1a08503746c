"""The cards of the `fit` matchers."""

import re
from dataclasses import asdict, dataclass
from pathlib import Path

from . import versions
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
- It rewards shared words, as people do, and objects to other articles' titles, changed
  numbers, names and negations. It has little knowledge of the world: a true statement in
  entirely other words scores low, a subtle falsehood in the document's words may pass.
- {honest}

## Method

Every sentence of the summary scores {sentence},
where {meaning}p is the probability that the network gives to levels 4 and 5{quotes}. x is half way
between the mean over the sentences, weighted by their tokens, and the worst sentence.{added}{taken} x becomes levels by proportional odds:
{calibration}. The weights were set by hand on {tuned};
the slopes for levels 4 and 5, the knot and t_3 were fitted to the decision, levels 4 and 5 against the others, on {decided},
and the other slope and thresholds on {graded}. Expected calibration error (ten equal bins) on these sets, and {without}:

{errors}

The network aligns every token of the sentence with the document: cosines of embeddings,
bare and after three residual convolutions, equal tokens, pairs and triples of tokens; each
token is compared with the context it is aligned with; mean, weighted mean and maximum over
the tokens, a similar reading of the document side, and one hidden layer over both. The
source is `models/recipes/fit_net.py`.

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
| time | pairs of this language {pair_seconds} s; training of all four {training_seconds} s{further_seconds} |
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

_QUOTES = """
(of 2 to 5, for a sentence that stands word for word within one of the document: it is seldom false to it)"""
_WHOLE = {
    "density": """{} · ln (1 + δ), where δ is the summary's extractive density
(Grusky, Naaman and Artzi 2018): the mean length, in words, of the document's own wording that a word of it is in
(its first 2,000 words, of the document's first 20,000)""",
    "fragments": """{} · ln (1 + f), where f is the number of pieces of two words or more, a character being a word in Chinese, that
the summary is put together from, that stand in the document after the end of the one before (extractive fragments; Grusky, Naaman and Artzi 2018; of
its first 2,000 words, of the document's first 20,000): one piece is a clause that was picked""",
    "length": """{} · ln (d / 20), where d is the number of the document's words,
20 at least and 400 at most: in a short document nearly all words are shared by false summaries too, so that it lowers the probability""",
    "lead": """{} times how many of the words of the document's
lead, its first 150, the summary holds beyond 30, by 150 (what a title holds of them says little)""",
    "topics": """{} times how many of the summary's distinct content stems the document says
three times or more (what a text is about; Luhn 1958), beyond 3 and up to 15, by 12""",
    "novel_bigrams": """{} · ln (1 + b), where b is the number of distinct
pairs of {stems} that are neighbours in a sentence and in the document nowhere so or with one between them, in either
order, of all its sentences together""",
    "repetition": """{} times how many of the summary's content words
have a stem that is among those of the 30 content words before them, less one, by how many it has""",
    "numbers": """{} times the share of the summary's numbers
that the document does not hold""",
    "contradictions": """{} · ln (1 + k), where k is the number of the summary's numbers and
words for which the document says others between the same words (`src/matcher/contradictions.rs`)""",
    "negations": """{} · ln (1 + v), where v is the number of the summary's negations
(listed in `src/matcher/negations.rs`) that the document does not hold, half for one that it has only more than three words away from what this one stands beside""",
}
"""What is counted over the whole summary."""


def calibrated(found: Calibration) -> str:
    """How x becomes levels."""
    thresholds = ", ".join(map(str, found.thresholds))
    return f"""P(level > k) = sigma({found.slope} (x' − t_k)), t = {thresholds}; x' = x, and below a knot, x = {found.at}, it changes {found.below}
times as fast as x, and {found.related} times for k = 1 and 2, where P(level > k + 1) stands for what would be less than that"""


def terms(weights: dict[str, float | bool], taken: bool, language: Language) -> str:
    """The terms of the whole summary that have a weight, one after the other."""
    stems = "characters" if language is CHINESE else "content stems"
    found = [text.format(weights[part], stems=stems) for part, text in _WHOLE.items() if weights.get(part) and (part in TAKEN) == taken]
    return ", and ".join(found)


_SENTENCE = {
    "rouge_1": "{} · ROUGE-1 precision",
    "rouge_2": "{} · ROUGE-2 precision",
    "proximity": "{} · c",
    "novelty": "{} · ln (1 + w)",
    "network": "{} · ln p",
    "entailment": "{} · ln e",
}
"""What a sentence is judged by."""
_MEANING = {
    "proximity": """c is the greatest share of the sentence's content stems{}
that a stretch of the document holds of a quarter more words than the sentence has, both without function words, """,
    "novelty": """w is the number of its content stems{}
that the document does not hold, """,
}


def sentence(weights: dict[str, float | bool]) -> str:
    """The terms of a sentence that have a weight."""
    found = ((" − " if part in TAKEN else " + ") + term.format(weights[part]) for part, term in _SENTENCE.items() if weights.get(part))
    return "".join(found).removeprefix(" + ")


def _meaning(weights: dict[str, float | bool], language: Language) -> str:
    """What those terms mean, but for that of the network."""
    function_words = "function words" if language is ENGLISH else "function words and those of fewer letters and no digit"
    stems = f" (the distinct first four letters of its words, or a word with a digit whole, without {function_words};\nof all words where it has no others)"
    texts = [text for part, text in _MEANING.items() if weights.get(part)]
    return "".join(text.format("" if at else stems) for at, text in enumerate(texts)) + ("and " if texts else "")


_WENT_ON = {"en": "this one then went on, with a pass over\nthe English pairs and those of SNLI, and then with texts in two versions, sentences retold and some of these pairs; after each its weights stand\n{ways} of the way from those before to those after (Wortsman et al. 2022)"}
_WENT_ON_OTHERS = "this one then went on\nwith texts in two versions and some of the pairs of its language; its weights stand {ways} of the way from those before to those after (Wortsman et al. 2022)"
_LEFT_OUT = {
    "": "What a summary leaves out is not punished.",
    "fragments": "What a summary leaves out is not punished as such, but a title that is put together from several pieces of the document\n  is rewarded.",
    "lead": "What a summary leaves out is not punished as such, but longer\n  pieces of the document's own wording are rewarded, and so is what is told of its beginning and of its frequent words: a longer summary that\n  does scores higher, a true one of a later part lower, and one that says the same again lower.\n- The same summary gets more of a longer document (up to 400 words), where more is said in other words than counting finds.",
}
_VERSIONS = """- {:,} pairs of a version of an invented text and a sentence: each sentence once with the version that supports it and once with
  another{}; written with a large language model for this project and under its licence (`models/recipes/versions/README.md`)"""
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
    "zh": "the LCSTS sample, the dev pairs, texts in two versions and the changed titles of `docs/results/quality.md`", "en": "the human-scored sets and the changed titles of `docs/results/quality.md`",
    "fa": "the dev pairs, texts in two versions, FarsTail's test part and the changed titles of `docs/results/quality.md`",
    "de": "the dev pairs, texts in two versions and the changed titles of `docs/results/quality.md`",
}  # fmt: skip
_SCORED = {
    "zh": ("zh_lcsts_part3_scored",),
    "en": ("en_summeval_scored", "en_qags_cnn_scored", "en_qags_xsum_scored", "en_rank19_scored", "en_xsumfaith_scored"),
}
_HONEST = {
    "zh": "Probabilities are calibrated to the levels that people gave to the titles of micro-blog posts (LCSTS part III), which they\n  find good in {good:.0f} % of the cases: set your own threshold on your own sample.",
    "en": "Probabilities are calibrated to what people said of summaries that programs wrote, whether they are consistent with their\n  document: a headline in words of its own is given less than an editor would give it. Set your own threshold on your own sample.",
    "fa": "Probabilities are calibrated to whether sentences follow from others, as people said (FarsTail): set your own\n  threshold on your own sample.",
    "de": "Probabilities are calibrated on pairs built from titles, not on your texts: set your own\n  threshold on your own sample.",
}  # fmt: skip
_DECIDED = {
    "zh": "LCSTS part III", "en": "SummEval (consistency of at least 4), QAGS, Rank19 and XSumFaith (half of the judgements), each\ncounting by the square root of its pairs",
    "fa": "FarsTail's validation part", "de": "the built dev pairs",
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
    version_pairs: int
    """Pairs of such texts."""
    at_export: dict[str, str]
    """By split, what is measured over the network in float32 when it is exported: the AUC of the whole with its interval."""


_LEARNED = re.compile(
    r"loads\. (?P<shared>[\d,]+) parameters.*? and (?P<table>[\d,]+) in the table.*?\(float32: (?P<f32>[\d,]+)\)"
    r".*?- (?P<version_pairs>[\d,]+) pairs of a version"
    r".*?by target and kind: (?P<kinds>.*?)\.\n.*?of this language (?P<pair_seconds>\d+) s; training of all four (?P<training_seconds>\d+) s"
    r"(?:, of this language alone (?P<alone_seconds>\d+) s)?, on texts in two versions (?P<version_seconds>\d+) s",
    re.DOTALL,
)
_AT_EXPORT = re.compile(r"^\| (?:dev|LCSTS [^|]*) \| ([\d.]+ \[[\d., ]+\]) \|", re.MULTILINE)
"""The first column of the results."""


def learned(path: Path) -> Learned:
    """What a card states."""
    text = path.read_text(encoding="utf-8")
    found = _LEARNED.search(text)
    if found is None:
        raise ValueError(f"{path} is no card of a fit matcher")
    texts = found.groupdict()
    kinds = texts.pop("kinds")
    measured = dict(zip(("dev", "judged"), _AT_EXPORT.findall(text)))
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
    weights: dict[str, float | bool]
    result: dict
    training: Settings
    alone: Settings | None
    """The language's own training, where there is one."""
    further: Settings
    """Of the training on texts in two versions."""
    versions: VersionPairs
    """The pairs of its training on texts in two versions."""
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
        data="\n".join([*(f"- {name}: {TERMS[name]}" for name in sets), _VERSIONS.format(facts.learned.version_pairs, graded)]),
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
        left_out=_LEFT_OUT[next((part for part in ("lead", "fragments") if facts.weights.get(part)), "")],
        **facts.weights
        | {
            "sentence": sentence(facts.weights),
            "meaning": _meaning(facts.weights, facts.language),
            "quotes": _QUOTES if facts.weights["quotes"] else "",
            "added": f" To it is added {added}." if (added := terms(facts.weights, False, facts.language)) else "",
            "taken": f" Taken from it is {taken}." if (taken := terms(facts.weights, True, facts.language)) else "",
        },
    )
    path.write_text(text, encoding="utf-8")
