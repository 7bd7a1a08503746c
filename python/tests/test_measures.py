"""Measures, summaries, corpora and layouts, as far as their Python faces go."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from epitome import (
    DataError,
    EpitomeError,
    LineClassifier,
    Matcher,
    NotSupportedError,
    PageLayout,
    Summarizer,
    bert_score,
    detect_language,
    entity_factuality,
    evaluate,
    extractive_fragments,
    prepare_corpus,
    roc_auc,
    rouge,
    rouge_batch,
    select_subset,
    select_texts,
)
from epitome.evaluation import spearman, suggest_keep

TEXT = "It rained in Holm for two days. The river rose by 12 metres. The bridge was closed on Monday."


def test_rouge() -> None:
    found = rouge("the cat sat", "the cat ran", language="en")
    assert found.rouge1 == pytest.approx((2 / 3, 2 / 3, 2 / 3))
    assert found.rouge2 == pytest.approx((0.5, 0.5, 0.5))
    assert len(rouge_batch([("a", "a")] * 3)) == 3
    with pytest.raises(DataError):
        rouge("a", None)  # type: ignore[arg-type]


def test_fragments_and_entities() -> None:
    found = extractive_fragments(TEXT, "The river rose by 12 metres.")
    assert found.coverage == 1 and found.fragments[0].length > 3
    checked = entity_factuality("😀 " + TEXT, "😀 The river rose by 15 metres in Holm.", language="en")
    wrong = [each for each in checked.entities if not each.in_document]
    assert wrong and wrong[0].summary_span is not None
    assert "15" in wrong[0].summary_span.of("😀 The river rose by 15 metres in Holm.")


def test_judges() -> None:
    assert roc_auc([0.1, 0.4, 0.35, 0.8], [False, False, True, True]) == pytest.approx(0.75)
    assert bert_score([[1, 0], [0, 1]], [[1, 0]]).precision == pytest.approx(0.5)
    assert spearman([1, 2, 3], [10, 20, 30]) == pytest.approx(1)
    assert spearman([1, 1], [1, 2]) is None
    keep = suggest_keep([0.9, 0.8, 0.2], [True, True, False])
    assert keep is not None and keep.f1 == 1 and keep.keep == 0.8
    assert suggest_keep([0.5], [True]) is None


def test_evaluation() -> None:
    pairs = [(TEXT, "The river rose by 12 metres."), (TEXT, "Cats sleep."), (TEXT, "")]
    found = evaluate(Matcher("en"), pairs, [5, 1, 1], resamples=100)
    assert (found.pairs, found.bad, found.positive_from, found.auc) == (2, 1, 4, 1.0)
    assert found.auc_interval == (1.0, 1.0)
    with pytest.raises(DataError):
        evaluate(Matcher("en"), pairs, [1])


def test_languages() -> None:
    found = detect_language("Die Brücke wurde am Montag gesperrt.")
    assert found is not None and found.language == "de"
    assert detect_language("12 + 3") is None


def test_summaries() -> None:
    summarizer = Summarizer("tldr", format="plain-text", language="en")
    assert summarizer.summarize(TEXT) in TEXT
    found = summarizer.summarize_batch([TEXT, None, TEXT])  # type: ignore[list-item]
    assert isinstance(found[1], EpitomeError) and found[0] == found[2]
    with pytest.raises(DataError, match=r"poem.*headline"):
        Summarizer("poem")  # type: ignore[arg-type]
    with pytest.raises(NotSupportedError):
        summarizer.candidates(TEXT)


def test_corpora() -> None:
    found = prepare_corpus([(TEXT, "River rises in Holm")], "gigaword", min_token_count=1)
    assert found.counts and all(each.after <= each.before for each in found.counts)
    assert prepare_corpus([{"document": TEXT}], "arman", language="en", objective="tss-rouge").rows[0].summary
    with pytest.raises(DataError, match="colour"):
        prepare_corpus([], "gigaword", colour=1)
    with pytest.raises(NotSupportedError):
        prepare_corpus([], "other")  # type: ignore[arg-type]


def test_choices() -> None:
    found = select_texts(["The river rose.", "The river rose.", "A cat."], [0.9, 0.9, 0.5], items=2, repeats=0)
    assert len(found.chosen) == 2 and 2 in found.chosen
    found = select_subset([3, 1, 1], [{"budget": 2, "unary": [2, 1, 1]}], pairs=[(1, 2, 4)])
    assert (found.chosen, found.objective, found.exact) == ([1, 2], 6, True)
    with pytest.raises(DataError, match="labels"):
        select_texts(["a"], [1], quota=1)


def test_layouts() -> None:
    boxes = "".join(
        f'<text top="{100 + 14 * n}" left="80" width="300" height="12" font="0">Line {n} of a speech.</text>'
        for n in range(8)
    )
    xml = (
        '<pdf2xml><page number="1" position="absolute" top="0" left="0" height="1000" width="700">'
        f'<fontspec id="0" size="12" family="Times" color="#000000"/>{boxes}</page></pdf2xml>'
    )
    layout = PageLayout.from_pdftohtml(xml)
    assert layout.blocks(kinds=1).lines[0].text == "Line 0 of a speech."
    assert sum(section.lines for section in LineClassifier().classify(layout).sections) == 8
    with pytest.raises(EpitomeError):
        PageLayout.from_pdftohtml("<").blocks()


def test_arguments_that_are_something_else() -> None:
    wrong: list[tuple[Callable[[], object], str]] = [
        (lambda: rouge("a", None), "rouge: reference: expected a text, got None"),  # type: ignore[arg-type]
        (lambda: rouge_batch(["ab"]), "pair 0: expected .hypothesis, reference., got 'ab'"),  # type: ignore[list-item]
        (lambda: entity_factuality("a", "b", entities={"summary": "abc"}), "summary: expected a list of texts"),
        (lambda: bert_score([1.0], [[1.0]]), r"hypothesis\[0\]: expected a list of numbers"),  # type: ignore[list-item]
        (lambda: roc_auc(["a"], [True]), r"scores\[0\]: expected a number, got 'a'"),  # type: ignore[list-item]
        (lambda: prepare_corpus([("a", "b")], "gigaword", seed="x"), "seed: expected a number, got 'x'"),
        (lambda: prepare_corpus([(None, "b")], "arman"), "pair 0: document: expected a text"),  # type: ignore[list-item]
        (lambda: select_subset([1], [{"unary": [1]}]), r"attributes\[0\]: expected a mapping with a budget"),
        (lambda: select_subset([1], [{"budget": 1}], method="best"), "method: got 'best'; allowed: 'mqmcg'"),
        (lambda: select_texts(["a"], [1]), "give a limit: items, tokens"),
        (lambda: PageLayout.from_pdftohtml(None), "xml: expected a text, got None"),  # type: ignore[arg-type]
        (lambda: Summarizer().summarize_batch("a text"), "expected a list of texts, got 'a text'"),
    ]
    for call, message in wrong:
        with pytest.raises(DataError, match=message) as caught:
            call()
        assert caught.value.code == "invalid-argument"


def test_a_model_is_for_one_task() -> None:
    with pytest.raises(NotSupportedError, match="'fit-en' is for matching, not for summarization"):
        Summarizer(model="fit-en")
    with pytest.raises(NotSupportedError, match="'fit-en' is for matching, not for segmentation"):
        LineClassifier(model="fit-en")
