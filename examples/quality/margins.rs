//! How far the matchers are above the best baseline of each judged set, and how much of a
//! judgement is known without reading a document.

use std::collections::HashMap;
use std::fmt::Write as _;

use crate::System;
use crate::cell;
use crate::sets::{Figure, Row, Set};

/// A matcher beside the best baseline of a figure.
pub struct Margin {
    set: &'static str,
    figure: String,
    matcher: String,
    value: f64,
    baseline: String,
    best: f64,
    /// Half the width of the baseline's 95 % interval.
    half: f64,
    /// The difference over the same samples, with its 95 % interval.
    above: Option<(f64, f64, f64)>,
}

impl Margin {
    fn verdict(&self) -> &'static str {
        if self.value > self.best + self.half {
            "**above by more**"
        } else if self.value > self.best {
            "above by less"
        } else {
            "below"
        }
    }
}

/// Of each figure of a set and each matcher; none for a figure that no baseline has.
pub fn of(set: &Set, rows: &[Row], systems: &[System]) -> Vec<Margin> {
    let mut margins = vec![];
    for figure in set.figures {
        let baselines = systems.iter().filter(|system| !system.is_matcher);
        let best = baselines
            .filter_map(|system| {
                let over = figure.over(rows, &system.scores);
                Some((system, over.with_interval()?, over))
            })
            .max_by(|(_, a, _), (_, b, _)| a.0.total_cmp(&b.0));
        let Some((baseline, (best, low, high), over)) = best else {
            continue;
        };
        for matcher in systems.iter().filter(|system| system.is_matcher) {
            let own = figure.over(rows, &matcher.scores);
            let Some((value, ..)) = own.with_interval() else {
                continue;
            };
            margins.push(Margin {
                set: set.title,
                figure: figure.title(),
                matcher: matcher.name.clone(),
                value,
                baseline: baseline.name.clone(),
                best,
                half: (high - low) / 2.0,
                above: own.above(&over),
            });
        }
    }
    margins
}

/// A figure of what needs no document.
pub struct Unread {
    set: &'static str,
    figure: String,
    /// The number of words of the summary.
    words: Option<(f64, f64, f64)>,
    /// The mean judgement of its system over other documents.
    system: Option<(f64, f64, f64)>,
}

/// Of each judgement that a set compares systems by.
pub fn unread(set: &Set, rows: &[Row]) -> Vec<Unread> {
    if !set.systems {
        return vec![];
    }
    let words: Vec<f64> = rows
        .iter()
        .map(|row| row.summary.split_whitespace().count() as f64)
        .collect();
    let of = |figure: &Figure| {
        let index = figure.judgement();
        Unread {
            set: set.title,
            figure: figure.title(),
            words: figure.over(rows, &words).with_interval(),
            system: figure
                .over(rows, &of_other_half(rows, index))
                .with_interval(),
        }
    };
    set.figures.iter().map(of).collect()
}

/// For each row the mean judgement of its system over the other half of the documents.
fn of_other_half(rows: &[Row], index: usize) -> Vec<f64> {
    let mut halves: HashMap<&str, usize> = HashMap::new();
    for row in rows {
        let next = halves.len() % 2;
        halves.entry(&row.document).or_insert(next);
    }
    let place = |row: &Row, other: bool| {
        let half = halves[row.document.as_str()];
        (row.system.clone(), if other { 1 - half } else { half })
    };
    let mut sums: HashMap<_, (f64, f64)> = HashMap::new();
    for row in rows {
        let (sum, count) = sums.entry(place(row, false)).or_default();
        *sum += row.judged[index];
        *count += 1.0;
    }
    rows.iter()
        .map(|row| {
            let (sum, count) = sums.get(&place(row, true)).copied().unwrap_or_default();
            sum / count.max(1.0)
        })
        .collect()
}

/// The part of the page.
pub fn section(margins: &[Margin], unread: &[Unread]) -> String {
    let mut page = String::from(
        "\n## Against the best baseline\n\n\
         Asked is a matcher above the best of a set's baselines by more than half the width of that \
         baseline's interval. The best is chosen after the fact, figure by figure. The difference is over the same \
         samples of rows; rows of one document are taken as independent, as in all intervals of this page.\n\n\
         | set | figure | matcher | best baseline | asked | found | difference | verdict |\n|---|---|---|---|---|---|---|---|\n",
    );
    for one in margins {
        let Margin {
            set,
            figure,
            matcher,
            value,
            baseline,
            best,
            half,
            above,
        } = one;
        let _ = writeln!(
            page,
            "| {set} | {figure} | {matcher} | {baseline} {best:.3} | {:.3} | {value:.3} | {} | {} |",
            best + half,
            cell(*above),
            one.verdict()
        );
    }
    if unread.is_empty() {
        return page;
    }
    page.push_str(REASONS);
    page.push_str(
        "| set | figure | words of the summary | its system's mean |\n|---|---|---|---|\n",
    );
    for one in unread {
        let _ = writeln!(
            page,
            "| {} | {} | {} | {} |",
            one.set,
            one.figure,
            cell(one.words),
            cell(one.system)
        );
    }
    page
}

/// Why it does not hold where it does not.
const REASONS: &str = "\nWhere it does not hold, this is what we found:\n\n\
- **SummEval, consistency and coherence.** Most summaries have the greatest consistency there is, so that \
the order of most pairs is a tie; what is left is above all whether the system copies, which ROUGE's precision \
counts directly. What is asked of consistency is more than the system that wrote a summary tells (the table below). Coherence rises with the \
length of the runs that are copied and falls with what is said again. The matcher counts both, but no part of it reads how sentences follow each other. A matcher that \
rewarded copying more would come nearer, and would miss copies with a changed word, number or name.\n\
- **SummEval, fluency; REALSumm; Newsroom.** They ask what a summary tells, or how it reads, and not whether it is true. \
How many words it has tells as much as the best baseline of content units and informativeness, or more. More weight on what it tells of the document's beginning and \
frequent words raises these figures and lowers consistency, QAGS and the calibration (docs/experiments/shared-words.md); the summary's length has no weight at all, since it grows without \
making anything fit. Newsroom's intervals are wide, and what is asked there is more than what the system tells.\n\
- **QAGS.** Either part has less than a hundred summaries; the intervals are wide, and the matchers level with the best baseline or above it by less.\n\
- **Rank19, ranked right.** One of two sentences is often cut or joined within a phrase. The English network was taught that a sentence which is nearly copied, and has lost a part, may be true, \
and objects less to such cuts (docs/experiments/near-copies.md); of all sentences together the right ones are told from the wrong ones by more.\n\
- **Fake News Challenge.** Encoders of meaning tell other subjects apart almost without a mistake, and leave nothing to be above of.\n\
- **LCSTS.** Titles of one clause, judged once. A large language model that read all of them in a random order, without the levels and with the paper's own words for them, has \
an AUC of .801 [.757, .839] and ρ .541, and with `fit-zh` added to it .831 and .595; two of its readings agree at ρ .91. Of six titles that come twice three have different levels. An AUC of .85 is more than this reader found.\n\
- **ParsiNLU.** Whether a sentence follows is asked of sentences in other words, many of them translated, and a matcher of two megabytes knows few \
such paraphrases. Its counts of words and negations and its network come as far together as the encoder, which was trained on far more text, and no further; the larger one, with a cross-encoder that learned \
from FarsTail and invented texts, comes a little further.\n\
- **OCNLI.** Nothing of it may be trained on. The default matcher knows of it what shared characters tell; the larger one reads more.\n\n\
How much of a judgement is known without reading the document: by the number of words of the summary, and by the mean judgement of \
its system over the other half of the documents.\n\n";
