//! The page of figures.

use crate::machine;
use crate::measured::Seen;
use crate::rows::Kind;
use crate::tables::{Thresholds, answer, bins, errors, figures, goals, marks, verdicts};

/// What the page is made of.
pub struct Parts<'p, 'a> {
    pub sets: &'p [Seen<'a>],
    pub thresholds: Thresholds,
    pub older: String,
    pub cost: String,
}

/// The sets of a kind.
fn of<'p, 'a>(sets: &'p [Seen<'a>], kind: Kind) -> Vec<&'p Seen<'a>> {
    sets.iter().filter(|set| set.kind == kind).collect()
}

/// The page about what was found.
pub fn page(parts: &Parts<'_, '_>) -> String {
    let independent = of(parts.sets, Kind::Independent);
    let realistic = of(parts.sets, Kind::Realistic);
    let public = of(parts.sets, Kind::Public);
    let edits: Vec<&Seen<'_>> = public
        .iter()
        .copied()
        .filter(|set| set.name.starts_with("summedits"))
        .collect();
    let joined = [
        Seen::joined("independent, all", &independent),
        Seen::joined("realistic, all", &realistic),
        Seen::joined("SummEdits, all domains", &edits),
    ];
    let [all, all_realistic, all_edits] = joined.each_ref().map(Option::as_ref);
    let mut sets = independent.clone();
    sets.extend(all);
    sets.extend(&realistic);
    sets.extend(all_realistic);
    let begun = of(parts.sets, Kind::Begun);
    let is_independent = |set: &&Seen<'_>| set.name.starts_with("independent");
    let begun_first: Vec<&Seen<'_>> = begun.iter().copied().filter(is_independent).collect();
    let begun_all = Seen::joined("independent, the first of each language", &begun_first);
    let mut each = sets.clone();
    each.extend(&begun);
    each.extend(begun_all.as_ref());
    each.extend(&public);
    each.extend(all_edits);
    let by_error: Vec<&Seen<'_>> = sets
        .iter()
        .copied()
        .filter(|set| set.name != "realistic, all" && set.kind == Kind::Independent)
        .chain(begun_all.as_ref())
        .chain(all_realistic)
        .collect();
    let cuts: Vec<String> = parts
        .thresholds
        .iter()
        .map(|(name, value)| format!("{name} {value:.2}"))
        .collect();
    let mut judged = sets.clone();
    judged.extend(&begun_first);
    let whole: Vec<&Seen<'_>> = all.into_iter().chain(begun_all.as_ref()).collect();
    HEAD.replace("ANSWER", &answer(&independent))
        + GOALS
        + &goals(&sets, all_edits)
        + AREAS
        + &figures(&each, &parts.thresholds, |set, column, rows| {
            set.area(column, rows)
        })
        + &BALANCED.replace("CUTS", &cuts.join(", "))
        + &figures(&each, &parts.thresholds, |set, column, rows| {
            set.balanced(column, rows)
        })
        + ERRORS
        + &errors(&by_error, &parts.thresholds)
        + VERDICTS
        + &verdicts(&judged)
        + MARKS
        + &marks(&each)
        + BINS
        + &bins(&whole)
        + OLDER
        + &parts.older
        + COST
        + &parts.cost
        + &format!(
            "\nWritten by `cargo run --profile harness --example evaluate_independent` on {}.\n",
            machine::processor()
        )
}

const HEAD: &str = "# Pairs that nothing was chosen by

**Do the packaged matchers tell true summaries from false ones that nobody of this project had seen?**
ANSWER

`small` is the default matcher of a language, `large` is `judge-multi` (`size: \"large\"`), `larger of before` the
`fit-*-large` that loads by name. What limits the large one is a head that was trained on invented texts over an
encoder of 9 layers that stays as it is (multilingual-e5-small): it compares words in context, and knows little of
what follows from what.

| set | what it is | was it in view? |
| --- | --- | --- |
| independent | 25 invented documents of twelve kinds a language, four true and four \
false summaries of each, with one error each; a second reader, \
who saw these alone, gave all 800 the same label | no: no model, threshold or rule was chosen by it |
| realistic | a fifth of a set that is kept back: 12 true and 18 false summaries a language | \
yes: rules of evidence were chosen while looking at it; not trained on |
| others | public sets that no matcher was trained on, each by 60 or 100 pairs at even distances of \
all that are labelled true or false | SummEdits of abstracts, WiCE and RAGTruth's summaries: figures \
of earlier versions were; the others: no |

Intervals are of 95 %: bootstrap over documents for AUC, balanced accuracy and F1, Wilson's for shares. A set of 60
has an interval of ±0.15. A dash is not measured: `large` takes seconds a pair. Of sets that it has begun, the first
pairs stand in rows of their own, beside what the others say of the same; where those are of two documents, their
intervals say nothing, and the row of all languages together is the one to read. Each of fifty pairs a language, with what is
wrong, is in [independent-pairs.md](independent-pairs.md).
";
const GOALS: &str = "
## Asked and found

What was asked of the large matcher on the kept-back set that `realistic` is a part of, and on SummEdits; of the small
ones half of the way from a coin's 0.5.

";
const AREAS: &str = "
## AUC of `probability`

0.5 is a coin's. `close` are summaries near the document's words, `free` rephrased ones. BERTScore and cosine are over
multilingual-e5-small, of the first 512 tokens (`examples/quality/encoders.py`).

";
const BALANCED: &str = "
## Balanced accuracy

At one threshold for all languages and sets, headlines and summaries: of matchers a probability of 0.5, which was fixed
by other sets; of the others the best one of `models/recipes/judge/pairs` (CUTS).

";
const ERRORS: &str = "
## AUC by error

False summaries with that error against all true ones.

";
const VERDICTS: &str = "
## One threshold, and verdicts

Accepted is a probability of at least 0.5, for headlines and summaries alike.

";
const MARKS: &str = "
## Marks

A mark is evidence of a kind other than `supported` and `paraphrase`; it is right where it overlaps the wrong
part. Plain errors are another number, name or the opposite in a summary near the document's words. `instead` is right
where its mark is and the text that was written holds it, or the other way round. F1 compares the marked characters with
the wrong ones, over all pairs of which these are known.

";
const BINS: &str = "
## Reliability

The independent pairs of all languages together, in tenths of `probability`.

";
const OLDER: &str = "
## Older sets

A part of the rows, at even distances, and the best of six numbers of ROUGE on the same rows, chosen after the fact.
The small matchers' weights were chosen with most of these sets in view; nothing of the large one was.
[quality.md](quality.md) has all rows, and figures of networks and weights before those of today, which were higher
where people judged how a summary reads and how much it tells. Those sets (coherence, content units, Newsroom) are the
ones that the small matchers are now below ROUGE on by more than half an interval: their networks and weights were
taught since whether a summary is true, which these sets do not ask.

";
const COST: &str = "
## Time, memory, bytes

A pair with a document of so many characters, `explain` on: the fastest of three calls, native, one thread, in a process
of its own; the most memory of the three lengths. Measured while other programs compiled on the same two cores (load 10),
so that times are up to several times those of a free core.

";
