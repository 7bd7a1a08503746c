//! Which sentences of a document support the stretches of a clause.
//!
//! A summary puts together what its document says in several sentences (`the pool is mended for 4 million`). So a clause is read along the
//! sentences: a word that the sentence does not hold has a cost, going over to another sentence has a slightly greater one, and the cheapest way
//! (Viterbi 1967) divides the clause into stretches of one sentence each. A stretch is supported if its sentence
//! holds [`LEAST`] of its words and no fewer than two (of Chinese characters three), or half of the clause's, and a clause if such stretches hold as much
//! of it. Words that say little count only where all else is the same, or where a clause has no others.
//!
//! Cost: the words of the clause by the sentences of the document.

use std::ops::Range;

use crate::matcher::document_words::{DocumentWords, Holding, Written};
use crate::text::Language;
use crate::text::entities::numbers::Number;

/// The least share of words that a sentence must hold to support them. Unrelated sentences share function words, seldom as much of the others.
pub(super) const LEAST: f64 = 0.4;

/// What a word costs that a sentence does not hold.
const MISSING: u32 = 100;
/// What going over to another sentence costs: one word that it holds does not make up for that.
const OVER: u32 = 120;
/// What a Chinese character costs that a sentence holds beside other neighbours.
const APART: u32 = 30;
/// What one costs that a sentence holds in another form, or need not hold and does not hold as it stands.
const OTHERWISE: u32 = 3;

/// The most words that are read at a time.
const MOST_WORDS: usize = 128;
/// The most sentences that they are read along, those that hold most of them.
const MOST_SENTENCES: usize = 64;

/// Words of a clause that one sentence supports, or none.
#[derive(Debug, PartialEq)]
pub(super) struct Stretch {
    pub(super) words: Range<usize>,
    /// Which sentence supports it.
    pub(super) sentence: Option<usize>,
    /// The share of its words, of those that say something where the clause has such, that this sentence holds, or the nearest ones.
    pub(super) share: f64,
}

/// The stretches of a clause, in order, given its words and numbers.
pub(super) fn stretches(
    words: &[Written],
    numbers: &[Number],
    sentences: &[DocumentWords],
    language: Language,
) -> Vec<Stretch> {
    let counts: Vec<bool> = match words.iter().any(|word| word.is_telling) {
        true => words.iter().map(|word| word.is_telling).collect(),
        false => vec![true; words.len()],
    };
    let mut runs: Vec<Run> = Vec::new();
    // Chunks as long as each other: none has a few words alone.
    let chunks = words.len().div_ceil(MOST_WORDS).max(1);
    let length = words.len().div_ceil(chunks).max(1);
    for from in (0..words.len()).step_by(length) {
        let chunk = from..words.len().min(from + length);
        let before = runs.last().and_then(|run| run.sentence);
        for run in runs_of(chunk, words, numbers, sentences, &counts, before) {
            match runs.last_mut() {
                Some(last) if last.sentence == run.sentence || run.counted == 0 => last.add(&run),
                _ => runs.push(run),
            }
        }
    }
    judge(runs, &counts, language)
}

/// Words that are read along one sentence.
struct Run {
    words: Range<usize>,
    sentence: Option<usize>,
    /// How many of its words count, and how many of those the sentence holds.
    counted: usize,
    held: usize,
}

impl Run {
    /// Takes in the words behind it.
    fn add(&mut self, next: &Self) {
        self.words.end = next.words.end;
        self.counted += next.counted;
        self.held += next.held;
    }
}

/// The runs of neighbouring words of a chunk of a clause, behind one of the sentence `before`.
fn runs_of(
    chunk: Range<usize>,
    words: &[Written],
    numbers: &[Number],
    sentences: &[DocumentWords],
    counts: &[bool],
    before: Option<usize>,
) -> Vec<Run> {
    let (words, counts) = (&words[chunk.clone()], &counts[chunk.clone()]);
    let (Some(one), Some(last)) = (words.first(), words.last()) else {
        return Vec::new();
    };
    let from = numbers.partition_point(|number| number.span.end <= one.span.start);
    let until = numbers.partition_point(|number| number.span.start < last.span.end);
    let numbers = numbers.get(from..until).unwrap_or_default();
    let lines = lines(words, numbers, sentences, counts);
    let from = lines.iter().position(|line| Some(line.sentence) == before);
    let path = cheapest(&lines, words.len(), from);
    let mut runs = Vec::new();
    let mut first = 0;
    for run in path.chunk_by(|one, next| one == next) {
        let of_run = first..first + run.len();
        first = of_run.end;
        let line = run.first().and_then(|&line| lines.get(line));
        let counted = of_run.clone().filter(|&word| counts[word]);
        let is_held = |word: &usize| line.is_some_and(|line| line.holds[*word]);
        runs.push(Run {
            words: chunk.start + of_run.start..chunk.start + of_run.end,
            sentence: line.map(|line| line.sentence),
            counted: counted.clone().count(),
            held: counted.filter(is_held).count(),
        });
    }
    runs
}

/// The runs as stretches that are supported, and those between them.
fn judge(runs: Vec<Run>, counts: &[bool], language: Language) -> Vec<Stretch> {
    let all = counts.iter().filter(|counts| **counts).count();
    let fewest = match language {
        Language::Chinese => 3,
        _ => 2,
    };
    let share = |run: &Run| run.held as f64 / run.counted.max(1) as f64;
    let is_supported =
        |run: &Run| share(run) >= LEAST && (run.held >= fewest || 2 * run.held >= all);
    let supported = runs.iter().filter(|run| is_supported(run));
    let held: usize = supported.map(|run| run.held).sum();
    let is_clause_supported = held as f64 >= LEAST * all as f64;
    let mut judged: Vec<Run> = Vec::new();
    for mut run in runs {
        if !(is_clause_supported && is_supported(&run)) {
            run.sentence = None;
        }
        match judged.last_mut() {
            Some(last) if last.sentence.or(run.sentence).is_none() => last.add(&run),
            _ => judged.push(run),
        }
    }
    let stretch = |run: Run| Stretch {
        share: share(&run),
        words: run.words,
        sentence: run.sentence,
    };
    judged.into_iter().map(stretch).collect()
}

/// A sentence that words may be read along.
struct Line {
    sentence: usize,
    costs: Vec<u32>,
    holds: Vec<bool>,
}

/// Whether a sentence that holds a word so supports it: [`Holding::Apart`] does, since of a word that is retold in Chinese often one character stays.
fn is_support(holding: Holding) -> bool {
    matches!(holding, Holding::Same | Holding::Form | Holding::Apart)
}

/// The sentences that hold most of the words that count, in order.
fn lines(
    words: &[Written],
    numbers: &[Number],
    sentences: &[DocumentWords],
    counts: &[bool],
) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for (sentence, of_sentence) in sentences.iter().enumerate() {
        let has = numbers.iter().filter(|one| of_sentence.has_value(one));
        let spans: Vec<_> = has.map(|one| one.span.clone()).collect();
        let holdings = of_sentence.holdings(words, &spans);
        let cost = |(holding, counts): (&Holding, &bool)| match holding {
            Holding::Same => 0,
            Holding::Form => OTHERWISE,
            _ if !*counts => OTHERWISE,
            Holding::Apart => APART,
            Holding::Little | Holding::Absent => MISSING,
        };
        let costs: Vec<u32> = holdings.iter().zip(counts).map(cost).collect();
        let holds: Vec<bool> = holdings.iter().map(|one| is_support(*one)).collect();
        if holds
            .iter()
            .zip(counts)
            .any(|(holds, counts)| *holds && *counts)
        {
            lines.push(Line {
                sentence,
                costs,
                holds,
            });
        }
    }
    if lines.len() > MOST_SENTENCES {
        lines.sort_by_cached_key(|line| line.costs.iter().sum::<u32>());
        lines.truncate(MOST_SENTENCES);
        lines.sort_by_key(|line| line.sentence);
    }
    lines
}

/// For each word the number of the line that it is read along, the earlier where several are as cheap; `from` is the line of the words before
/// these, if there are any.
fn cheapest(lines: &[Line], words: usize, from: Option<usize>) -> Vec<usize> {
    let start = |line| {
        if from.is_some_and(|from| from != line) {
            OVER
        } else {
            0
        }
    };
    let mut totals: Vec<u32> = (0..lines.len()).map(start).collect();
    // Which line each was come from, word by word.
    let mut came_from: Vec<Vec<usize>> = Vec::with_capacity(words);
    let least = |totals: &[u32]| (0..totals.len()).min_by_key(|&line| totals[line]);
    for word in 0..words {
        let best = least(&totals).unwrap_or_default();
        let over = totals.get(best).map_or(0, |total| total + OVER);
        let mut from: Vec<usize> = (0..lines.len()).collect();
        for (line, total) in totals.iter_mut().enumerate() {
            if word > 0 && over < *total {
                (from[line], *total) = (best, over);
            }
            *total += lines[line].costs[word];
        }
        came_from.push(from);
    }
    let mut line = least(&totals).unwrap_or_default();
    let mut path = vec![0; words];
    for (word, from) in path.iter_mut().zip(&came_from).rev() {
        *word = line;
        line = from.get(line).copied().unwrap_or_default();
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matcher::document_words::written;
    use crate::random::SplitMix64;
    use crate::text::entities::numbers::numbers;
    use crate::text::sentences;

    /// The stretches of a clause as they are written, each with the number of its sentence.
    fn found<'c>(
        language: Language,
        document: &str,
        clause: &'c str,
    ) -> Vec<(&'c str, Option<usize>)> {
        let spans = sentences(document, language).into_iter();
        let sentences: Vec<_> = spans
            .map(|span| DocumentWords::of(&document[span], language))
            .collect();
        let words = written(clause, language);
        let numbers = numbers(clause, language);
        stretches(&words, &numbers, &sentences, language)
            .into_iter()
            .map(|one| {
                let span = words[one.words.start].span.start..words[one.words.end - 1].span.end;
                (&clause[span], one.sentence)
            })
            .collect()
    }

    #[test]
    fn a_clause_may_be_put_together_from_two_sentences() {
        let document = "The council of Arlow will mend the old swimming pool. \
                        It costs 4.2 million euros. The mayor was pleased.";
        let english = |clause| found(Language::English, document, clause);
        let both = [
            ("Arlow mends swimming pool", Some(0)),
            ("for 4.2 million euros", Some(1)),
        ];
        assert_eq!(
            english("Arlow mends swimming pool for 4.2 million euros"),
            both
        );
        // One word of another sentence is no stretch.
        let one = "The council will mend the pleased pool";
        assert_eq!(english(one), [(one, Some(0))]);
        let none = "Protesters occupied the town hall";
        assert_eq!(english(none), [(none, None)]);
        assert_eq!(english("Pool"), [("Pool", Some(0))]);
        let half = "It costs 51";
        assert_eq!(english(half), [(half, Some(1))]);
        assert_eq!(english("It was the"), [("It was the", Some(2))]);
        assert_eq!(english(""), []);
        assert_eq!(found(Language::English, "", "Pool"), [("Pool", None)]);

        let document = "云川市将重建老游泳馆。工程耗资四百万元。";
        let clause = "云川重建游泳馆耗资四百万元";
        let both = [("云川重建游泳馆", Some(0)), ("耗资四百万元", Some(1))];
        assert_eq!(found(Language::Chinese, document, clause), both);
    }

    #[test]
    fn a_clause_of_any_length_is_judged_as_one() {
        for length in [1, 2, 127, 128, 129, 130, 257, 300] {
            let word = |at: usize| match at % 3 {
                2 => "the".to_owned(),
                _ => format!("word{at}"),
            };
            let copied = (0..length).map(word).collect::<Vec<_>>().join(" ");
            let document = format!("Nothing said word1 and word128. Then {copied}.");
            let found = found(Language::English, &document, &copied);
            assert_eq!(found, [(copied.as_str(), Some(1))], "{length} words");
        }
    }

    #[test]
    fn what_nothing_supports_is_one_stretch() {
        let document = "The council of Arlow decided on Tuesday to mend the old swimming pool beside the harbour. \
                        The mayor was pleased. Trains stopped.";
        let held = "Arlow council decided Tuesday to mend old swimming pool beside harbour";
        // Two words of six are of the second sentence, two of six of the third.
        let rest = "mayor nobody ever seemed more pleased trains although none came back stopped";
        let clause = format!("{held} {rest}");
        let found = found(Language::English, document, &clause);
        assert_eq!(found, [(held, Some(0)), (rest, None)]);
    }

    #[test]
    fn the_path_is_the_cheapest_of_all() {
        let mut random = SplitMix64::new(3);
        for _ in 0..200 {
            let count = 1 + random.below(3) as usize;
            let words = 1 + random.below(5) as usize;
            let lines: Vec<Line> = (0..count)
                .map(|sentence| Line {
                    sentence,
                    costs: (0..words)
                        .map(|_| [0, OTHERWISE, APART, MISSING][random.below(4) as usize])
                        .collect(),
                    holds: vec![],
                })
                .collect();
            let total = |path: &[usize]| {
                let read = path
                    .iter()
                    .enumerate()
                    .map(|(word, &line)| lines[line].costs[word]);
                let changes = path.windows(2).filter(|two| two[0] != two[1]).count();
                read.sum::<u32>() + OVER * u32::try_from(changes).unwrap()
            };
            let paths = (0..count.pow(u32::try_from(words).unwrap())).map(|number| {
                let digit = |word: usize| number / count.pow(u32::try_from(word).unwrap()) % count;
                (0..words).map(digit).collect::<Vec<_>>()
            });
            let least = paths.map(|path| total(&path)).min();
            assert_eq!(Some(total(&cheapest(&lines, words, None))), least);
        }
    }
}
