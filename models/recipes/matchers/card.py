"""The card of a model of paper A's systems."""

from dataclasses import asdict
from pathlib import Path

from ..corpora import TERMS
from .counting import PENALTY, TOPICS
from .encoders import FILTER, LENGTH, REGION
from ..evaluate import Auc
from .folds import COUNTING, EMBEDDINGS, RAW_CHARACTERS, TRAINING, VOCABULARY
from .data import FNC1_CHARACTERS, FNC1_PAIRS, LANGUAGES, RELEVANT, counts

_FORMS = {
    "lsi": "TF-IDF of both texts, truncated SVD with {topics} topics, cosine ((4); the paper: 400 topics). No label is used but for the "
    "calibration: logits k * slope * cosine + offset_k, fitted to the dev pairs.",
    "svm": "TF-IDF of both texts next to each other, RBF kernel, C = {penalty}, Platt's probabilities ((1) to (3)). gamma = 1 / (features "
    "* variance); the paper does not give its gamma, and the default of its library then was 1 / features.",
    "cnn": "ARC-I with one convolution over {filter} positions (6), ReLU and the greatest of every {region} positions (7); the paper does "
    "not give the width of its filters nor d.",
    "gru": "A gated recurrent unit, mean over time.",
    "lstm-i": "LSTM (8) to (13), mean over time.",
    "bi-lstm": "An LSTM from the left and one from the right, mean over time.",
    "lstm-ii": "LSTM without a forget gate (14) to (18), mean over time: the paper's own form, without the alignment features of "
    "`lstm-ii-zh`.",
}
_SETS = {
    "dev": "pairs built from dev titles",
    "zh_lcsts_part3_scored": "LCSTS part III, 417 pairs scored by people",
    "lcsts_part3": "LCSTS part III",
    "en_fnc1": f"FNC-1, {FNC1_PAIRS:,} pairs: headline of the body or not; bodies cut to {FNC1_CHARACTERS:,} characters",
    "en_summeval_scored": f"SummEval, 608 pairs: mean relevance of at least {RELEVANT:g} or less",
}
_TERMS = {
    "en_fnc1": "Fake News Challenge; evaluation only here",
    "en_summeval_scored": "SummEval (MIT annotations); evaluation only",
    "zh_lcsts_part3_scored": TERMS["zh_lcsts_part3_scored"],
}


def write(path: Path, experiment, trial, name: str, results: dict, facts: dict, sizes: dict, seconds: int) -> None:
    """Writes the card; figures are those that the recipe measured."""
    system, code = trial.system, experiment.code
    form = _FORMS[system].format(topics=TOPICS, penalty=PENALTY, filter=FILTER, region=REGION)
    sources = ("LCSTS part II",) if experiment.lcsts else LANGUAGES[code].sources
    neural = system not in COUNTING
    words = "characters" if neural and code == "zh" else "words of jieba with `dictionary.txt`" if code == "zh" else "lower-cased words"
    lines = [
        f"# {name}",
        "",
        f"One of the eight systems of Hou et al. 2017 for telling whether a summary fits its document. {form}",
        "It stands here to be compared, see docs/results/matchers.md; `fit-zh` and `fit-en` are the matchers to use.",
        "",
        "| | |",
        "|---|---|",
        f"| tokens | {words}; the {VOCABULARY:,} most frequent |",
    ]
    if neural:
        settings = ", ".join(f"{key.replace('_', ' ')} {value}" for key, value in asdict(TRAINING).items())
        head = "two classes, levels 1-3 and 4-5" if trial.head == "two" else "five classes, the levels"
        lines += [
            f"| reads | the first {LENGTH} tokens of each text; longer texts are cut |",
            f"| head | {head} |",
            f"| parameters | {facts['parameters']:,} |",
            f"| embeddings | {trial.dimensions} dimensions, word2vec (CBOW, window {EMBEDDINGS['window']}, {EMBEDDINGS['epochs']} epochs) on "
            f"the titles and the first {RAW_CHARACTERS} characters of their documents; trained further |",
            f"| training | {settings} |",
            f"| temperature | {facts['temperature']:.3f}, on the dev pairs |",
        ]
    else:
        what = "support vectors" if system == "svm" else "parameters"
        lines.append(f"| {what} | {facts['parameters']:,} |")
    lines += [
        f"| file | {sizes['int8']:,} bytes" + (f", float32 {sizes['f32']:,}" if "f32" in sizes else "") + " |",
        f"| time | {seconds} s with training, one thread of a server CPU shared with other work, no GPU |",
        f"| seed | {trial.seed} |",
        "",
        "## Data",
        "",
        f"Training pairs per level: {counts(experiment.pairs('train'))} (the counts of the paper's Table 6). They are built from titles, at",
        "most one pair per article; nobody judged them. The level of a real title is drawn by how much of it the document covers,",
        "so ROUGE-1 precision knows these levels better than any network can.",
        "",
        *(f"- {source}: {TERMS.get(source, 'LCSTS, research use')}" for source in sources),
        *(f"- {test}: {_TERMS.get(test, 'LCSTS part III, research use; evaluation only')}" for test in experiment.tests()),
        "",
        "The two-class models give five levels too: the probability of the class times the level's share of it in training." if trial.head == "two" and system != "lsi" else "",
        "",
        "## Results",
        "",
        "AUC of levels 4-5 against 1-3, with a 95 % bootstrap interval over pairs (2,000 resamples).",
        "",
        "| set | float32 | file |",
        "|---|---|---|",
        *(f"| {_SETS.get(test, test)} | {Auc(*results[f'f32 {test}'])} | {Auc(*results[f'int8 {test}'])} |" for test in ("dev", *experiment.tests())),
        "",
        "## Numbers in the file",
        "",
        "Support vectors are word counts; coefficients and word weights are float32, so nothing is lost but counts over 255."
        if system == "svm"
        else "Matrices are int8 with one float32 scale per row, embeddings included; biases are float32; computation is float32.",
        "`reference.json` holds what " + ("scikit-learn's machine" if system == "svm" else "ONNX Runtime on this file") + " says of invented pairs.",
    ]
    text = "\n".join(lines)
    while "\n\n\n" in text:
        text = text.replace("\n\n\n", "\n\n")
    path.write_text(text + "\n", encoding="utf-8")
