//! The judged sets: where each lies, what its judgement is, and which figures it
//! is reported by.

use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use epitome::matcher::Pair;
use epitome::text::Language;
use flate2::read::GzDecoder;
use serde_json::Value;

use crate::statistics;
use crate::{changed, versions};

/// A judged pair.
pub struct Row {
    pub document: String,
    pub summary: String,
    /// The judgements, in the order of the set's [`Set::judgements`].
    pub judged: Vec<f64>,
    /// Rows of one group compete with each other: of one document, or of one sentence.
    pub group: String,
    /// The system that wrote the summary, in a set that compares systems.
    pub system: Option<String>,
    /// The summary that fits, of which this one is a changed one.
    pub unchanged: Option<String>,
}

impl Row {
    /// What a matcher reads of it.
    pub fn pair(&self) -> Pair {
        Pair {
            document: self.document.clone(),
            summary: self.summary.clone(),
        }
    }
}

/// A set of judged pairs.
pub struct Set {
    /// Where its rows come from.
    pub origin: Origin,
    pub title: &'static str,
    pub about: &'static str,
    pub language: Language,
    /// The fields of a row's `score`; `""` is the score itself.
    pub judgements: &'static [&'static str],
    pub figures: &'static [Figure],
    /// Whether the set compares systems, which its rows name.
    pub systems: bool,
    /// What the probability should be calibrated to, where the set has labels.
    pub calibrated: Option<Label>,
}

/// What a pair of a set is labelled as, by its first judgement.
pub struct Label {
    /// The least level that the label stands for.
    pub least_level: usize,
    /// The least judgement of a pair that has it.
    pub least_judgement: f64,
}

impl Label {
    /// Whether a pair has it.
    pub fn holds(&self, row: &Row) -> bool {
        row.judged[0] >= self.least_judgement
    }
}

/// Levels 4 and 5, of judgements of 1 to 5.
const GOOD_OF_FIVE: Option<Label> = Some(Label {
    least_level: 4,
    least_judgement: 4.0,
});
/// Levels 4 and 5, of judgements of 0 to 1.
const GOOD_BY_HALF: Option<Label> = Some(Label {
    least_level: 4,
    least_judgement: 0.5,
});

impl Set {
    /// Whether it lies in the folder of data, and not in the repository.
    pub fn is_of_data(&self) -> bool {
        !matches!(self.origin, Origin::Versions { .. } | Origin::Graded(_))
    }

    /// Whether its rows are summaries that fit, and changed ones.
    pub fn is_changed(&self) -> bool {
        matches!(self.origin, Origin::Changed(_))
    }

    /// Whether people judged its pairs.
    pub fn is_judged(&self) -> bool {
        !self.is_changed() && self.is_of_data()
    }

    /// The least first judgement of a summary that is true to its document, where the set has such.
    pub fn least_true(&self) -> Option<f64> {
        let of_label = |label: &Label| (label.least_level > 2).then_some(label.least_judgement);
        match self.origin {
            Origin::Versions { .. } => Some(0.5),
            Origin::Graded(_) => Some(4.0),
            _ => self.calibrated.as_ref().and_then(of_label),
        }
    }
}

/// Where the rows of a set come from.
pub enum Origin {
    /// A file of `scored/`.
    Scored(&'static str),
    /// The headlines and bodies of the Fake News Challenge.
    Stances,
    /// Sentence pairs of `auxiliary/`, the named parts of a file or all of it, [`MOST_ENTAILED`] at most; 1 if
    /// the first sentence entails the second.
    Entailment(&'static str, &'static [&'static str]),
    /// Titles of `titles/*.dev`, changed ([`changed`]).
    Changed(&'static [&'static str]),
    /// Texts in two versions ([`versions`]): their kind, and what baselines are stored by.
    Versions {
        kind: &'static str,
        name: &'static str,
    },
    /// Titles with their levels as summaries of two excerpts ([`versions`]), and what baselines are stored by.
    Graded(&'static str),
}

impl Origin {
    /// The name of the file, as baselines are stored by.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Scored(name)
            | Self::Entailment(name, _)
            | Self::Versions { name, .. }
            | Self::Graded(name) => name,
            Self::Stances => "en_fnc1_stances",
            Self::Changed(_) => "",
        }
    }
}

/// A figure of a system on a set; the number is a judgement's index.
pub enum Figure {
    /// Spearman's ρ with a judgement.
    Spearman(usize, &'static str),
    /// AUC of judgements of at least the threshold.
    Auc(usize, f64, &'static str),
    /// AUC of judgements of 1 against those of exactly the number.
    Against(usize, f64, &'static str),
    /// Share of pairs of a right and a wrong row of one group in which
    /// the right one scores higher.
    Ranking(usize),
}

impl Figure {
    pub fn title(&self) -> String {
        match self {
            Self::Spearman(_, name) => format!("ρ {name}"),
            Self::Auc(_, _, name) => format!("AUC {name}"),
            Self::Against(_, _, name) => format!("AUC {name}"),
            Self::Ranking(_) => "ranked right".into(),
        }
    }

    /// The index of its judgement.
    pub fn judgement(&self) -> usize {
        match *self {
            Self::Spearman(index, _)
            | Self::Auc(index, ..)
            | Self::Against(index, ..)
            | Self::Ranking(index) => index,
        }
    }

    /// The figure as a function of samples, by rows or by duels, and how many there are to draw from.
    pub fn over(&self, rows: &[Row], values: &[f64]) -> Sampled {
        match *self {
            Self::Spearman(index, _) => {
                let judged: Vec<_> = rows.iter().map(|row| row.judged[index]).collect();
                let values = values.to_vec();
                Sampled {
                    count: rows.len(),
                    of: Box::new(move |sample| {
                        statistics::spearman(&pick(&values, sample), &pick(&judged, sample))
                    }),
                }
            }
            Self::Auc(index, least, _) => {
                let labels = rows.iter().map(|row| row.judged[index] >= least).collect();
                Sampled::auc(values.to_vec(), labels)
            }
            Self::Against(index, other, _) => {
                let (values, labels) = rows
                    .iter()
                    .zip(values)
                    .filter(|(row, _)| row.judged[index] == 1.0 || row.judged[index] == other)
                    .map(|(row, value)| (value, row.judged[index] == 1.0))
                    .unzip();
                Sampled::auc(values, labels)
            }
            Self::Ranking(index) => {
                let mut groups: BTreeMap<&str, (Vec<f64>, Vec<f64>)> = BTreeMap::new();
                for (row, &value) in rows.iter().zip(values) {
                    let (right, wrong) = groups.entry(&row.group).or_default();
                    let side = if row.judged[index] >= 0.5 {
                        right
                    } else {
                        wrong
                    };
                    side.push(value);
                }
                let duels: Vec<f64> = groups
                    .values()
                    .flat_map(|(right, wrong)| {
                        right
                            .iter()
                            .flat_map(move |r| wrong.iter().map(move |w| won(*r, *w)))
                    })
                    .collect();
                Sampled {
                    count: duels.len(),
                    of: Box::new(move |sample| {
                        let won = pick(&duels, sample);
                        Some(won.iter().sum::<f64>() / won.len() as f64)
                    }),
                }
            }
        }
    }
}

/// The figure of the rows or duels at the indices, if it has one.
type OfSample = Box<dyn Fn(&[usize]) -> Option<f64>>;

/// A figure as a function of a sample of what it is drawn from.
pub struct Sampled {
    /// How many rows or duels there are.
    pub count: usize,
    pub of: OfSample,
}

impl Sampled {
    fn auc(values: Vec<f64>, labels: Vec<bool>) -> Self {
        Self {
            count: values.len(),
            of: Box::new(move |sample| {
                let labels: Vec<_> = sample.iter().map(|&at| labels[at]).collect();
                epitome::metrics::auc(&pick(&values, sample), &labels).ok()
            }),
        }
    }

    /// The figure with its 95 % interval.
    pub fn with_interval(&self) -> Option<(f64, f64, f64)> {
        statistics::bootstrap(self.count, &self.of)
    }

    /// How much greater it is than the other, over the same samples, with the 95 % interval.
    pub fn above(&self, other: &Self) -> Option<(f64, f64, f64)> {
        statistics::bootstrap(self.count, |sample| {
            Some((self.of)(sample)? - (other.of)(sample)?)
        })
    }
}

fn won(right: f64, wrong: f64) -> f64 {
    match right.total_cmp(&wrong) {
        std::cmp::Ordering::Greater => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Less => 0.0,
    }
}

fn pick(values: &[f64], sample: &[usize]) -> Vec<f64> {
    sample.iter().map(|&at| values[at]).collect()
}

use Figure::{Against, Auc, Ranking, Spearman};
use Origin::{Changed, Entailment, Graded, Scored, Stances, Versions};

/// The set of texts in two versions of a kind.
macro_rules! versions {
    ($language:ident, $code:literal, $kind:literal, $title:literal, $about:literal) => {
        Set {
            origin: Versions {
                kind: $kind,
                name: concat!($code, "_", $kind),
            },
            title: concat!("Two versions, ", $title, " (", stringify!($language), ")"),
            about: concat!($about, " No person judged these: they are invented, each sentence with a version of its text that supports it and with one that does not (`models/recipes/versions/README.md`); texts that were not trained on. By chance half of the sentences are ranked right."),
            language: Language::$language,
            judgements: &["supported"],
            figures: &[Ranking(0), Auc(0, 0.5, "supported")],
            systems: false,
            calibrated: None,
        }
    };
}

/// That of short texts.
macro_rules! short {
    ($language:ident, $code:literal) => {
        versions!(
            $language,
            $code,
            "short",
            "short",
            "Texts of one to five sentences; the other version is contrary, leaves something open or links it otherwise, and most sentences say it in other words."
        )
    };
}

/// That of short texts with longer sentences.
macro_rules! clauses {
    ($language:ident, $code:literal) => {
        versions!(
            $language,
            $code,
            "clauses",
            "clauses",
            "Texts of one to five sentences in two versions; to each a statement, a headline and a sentence of two or three clauses that puts several facts together."
        )
    };
}

/// That of sentences that are nearly copies.
macro_rules! retold {
    ($language:ident, $code:literal) => {
        versions!(
            $language,
            $code,
            "retold",
            "nearly copied",
            "The versions differ in two facts; the sentence is nearly a copy of one that says one of them, retold as editors do: names shortened, attributions moved, clauses alone, words left out or replaced."
        )
    };
}

/// Sentence pairs of a set of `auxiliary/` at most.
const MOST_ENTAILED: usize = 3_000;

pub const SETS: &[Set] = &[
    Set {
        origin: Scored("zh_lcsts_part3_scored"),
        title: "LCSTS part III (Chinese)",
        about: "Titles of micro-blog posts, levels 1 to 5 (Hu et al. 2015).",
        language: Language::Chinese,
        judgements: &[""],
        figures: &[Auc(0, 4.0, "4–5 against 1–3"), Spearman(0, "level")],
        systems: false,
        calibrated: GOOD_OF_FIVE,
    },
    Set {
        origin: Scored("en_summeval_scored"),
        title: "SummEval (English)",
        about: "Summaries of CNN/DailyMail by many systems, experts' means of 1 to 5 (Fabbri et al. 2021).",
        language: Language::English,
        judgements: &["consistency", "relevance", "coherence", "fluency"],
        figures: &[
            Spearman(0, "consistency"),
            Spearman(1, "relevance"),
            Spearman(2, "coherence"),
            Spearman(3, "fluency"),
        ],
        systems: true,
        calibrated: GOOD_OF_FIVE,
    },
    Set {
        origin: Scored("en_realsumm_scored"),
        title: "REALSumm (English)",
        about: "Summaries of CNN/DailyMail, share of the reference's content units that the summary holds (Bhandari et al. 2020).",
        language: Language::English,
        judgements: &["litepyramid_recall"],
        figures: &[Spearman(0, "recall")],
        systems: true,
        calibrated: None,
    },
    Set {
        origin: Scored("en_newsroom_scored"),
        title: "Newsroom (English)",
        about: "Summaries of news by seven systems, readers' means of 1 to 5 (Grusky et al. 2018).",
        language: Language::English,
        judgements: &["informativeness", "relevance", "coherence", "fluency"],
        figures: &[
            Spearman(0, "informativeness"),
            Spearman(1, "relevance"),
            Spearman(2, "coherence"),
            Spearman(3, "fluency"),
        ],
        systems: true,
        calibrated: None,
    },
    Set {
        origin: Scored("en_qags_cnn_scored"),
        title: "QAGS, CNN/DailyMail (English)",
        about: "Share of sentences that readers found consistent (Wang et al. 2020).",
        language: Language::English,
        judgements: &["fact"],
        figures: &[Spearman(0, "consistency")],
        systems: false,
        calibrated: GOOD_BY_HALF,
    },
    Set {
        origin: Scored("en_qags_xsum_scored"),
        title: "QAGS, XSum (English)",
        about: "Share of readers who found the sentence consistent (Wang et al. 2020).",
        language: Language::English,
        judgements: &["fact"],
        figures: &[Spearman(0, "consistency")],
        systems: false,
        calibrated: GOOD_BY_HALF,
    },
    Set {
        origin: Scored("en_rank19_scored"),
        title: "Rank19 (English)",
        about: "A right and a wrong sentence for each source (Falke et al. 2019).",
        language: Language::English,
        judgements: &["fact"],
        figures: &[Ranking(0), Auc(0, 0.5, "right against wrong")],
        systems: false,
        calibrated: GOOD_BY_HALF,
    },
    Set {
        origin: Scored("en_xsumfaith_scored"),
        title: "XSumFaith (English)",
        about: "Share of annotators who found no hallucination in a one-sentence summary (Maynez et al. 2020).",
        language: Language::English,
        judgements: &[""],
        figures: &[Spearman(0, "faithfulness"), Auc(0, 0.5, "faithful")],
        systems: true,
        calibrated: GOOD_BY_HALF,
    },
    Set {
        origin: Stances,
        title: "Fake News Challenge (English)",
        about: "Headlines and article bodies, related or not; the bodies whose number is a multiple of five, which were held out of training.",
        language: Language::English,
        judgements: &["related"],
        figures: &[Auc(0, 0.5, "related against unrelated")],
        systems: false,
        calibrated: Some(Label {
            least_level: 2,
            least_judgement: 0.5,
        }),
    },
    Set {
        origin: Entailment("zh_ocnli_nli", &[]),
        title: "OCNLI (Chinese)",
        about: "Whether the first sentence entails the second (Hu et al. 2020), of news, government, literature, television and telephone; not trained on. The first 3,000 pairs.",
        language: Language::Chinese,
        judgements: &["entailed"],
        figures: &[Auc(0, 0.5, "entailed")],
        systems: false,
        calibrated: None,
    },
    Set {
        origin: Entailment("fa_farstail_nli", &["Test"]),
        title: "FarsTail (Persian)",
        about: "Whether the first sentence entails the second (Amirkhani et al. 2023); the test part. The training part was trained on.",
        language: Language::Persian,
        judgements: &["entailed"],
        figures: &[Auc(0, 0.5, "entailed")],
        systems: false,
        calibrated: GOOD_BY_HALF,
    },
    Set {
        origin: Entailment("fa_parsinlu_entail", &["train", "dev"]),
        title: "ParsiNLU entailment (Persian)",
        about: "Whether the first sentence entails the second (Khashabi et al. 2021); not trained on.",
        language: Language::Persian,
        judgements: &["entailed"],
        figures: &[Auc(0, 0.5, "entailed")],
        systems: false,
        calibrated: GOOD_BY_HALF,
    },
    versions!(
        English,
        "en",
        "contrary",
        "contrary",
        "One version supports the sentence; by the other, things went another way."
    ),
    versions!(
        English,
        "en",
        "unsaid",
        "left out",
        "Both versions tell of the same event; one says all of the sentence, the other leaves a detail of it open."
    ),
    versions!(
        English,
        "en",
        "linked",
        "linked otherwise",
        "Both versions have nearly the same words; one links them as the sentence does, the other otherwise."
    ),
    short!(Chinese, "zh"),
    short!(Persian, "fa"),
    short!(German, "de"),
    clauses!(Chinese, "zh"),
    clauses!(Persian, "fa"),
    clauses!(German, "de"),
    retold!(English, "en"),
    retold!(Chinese, "zh"),
    Set {
        origin: Graded("zh_graded"),
        title: "Graded titles (Chinese)",
        about: "Titles in the manner of editors, each with two excerpts of an invented article and its level as a summary of either, 1 to 5. No person judged these: whoever invented them graded them (`models/recipes/versions/README.md`); articles that were not trained on; that `fit-zh` is trained on others of the kind was decided on this set.",
        language: Language::Chinese,
        judgements: &["level"],
        figures: &[Auc(0, 4.0, "4–5 against 1–3"), Spearman(0, "level")],
        systems: false,
        calibrated: None,
    },
    retold!(Persian, "fa"),
    retold!(German, "de"),
    Set {
        origin: Changed(&["zh_xinwenlianbo_title", "zh_lctt_title", "zh_csl_title"]),
        title: "Changed titles (Chinese)",
        about: CHANGED,
        language: Language::Chinese,
        judgements: &["kind"],
        figures: CHANGES,
        systems: false,
        calibrated: None,
    },
    Set {
        origin: Changed(&[
            "en_debian_synopsis",
            "en_reuters21578_title",
            "en_scitldr",
            "en_inshorts_headline",
        ]),
        title: "Changed titles (English)",
        about: CHANGED,
        language: Language::English,
        judgements: &["kind"],
        figures: CHANGES,
        systems: false,
        calibrated: None,
    },
    Set {
        origin: Changed(&["fa_farsnews_title", "fa_varzesh3_title", "fa_namnak_title"]),
        title: "Changed titles (Persian)",
        about: CHANGED,
        language: Language::Persian,
        judgements: &["kind"],
        figures: CHANGES,
        systems: false,
        calibrated: None,
    },
    Set {
        origin: Changed(&["de_debian_synopsis"]),
        title: "Changed titles (German)",
        about: CHANGED,
        language: Language::German,
        judgements: &["kind"],
        figures: CHANGES,
        systems: false,
        calibrated: None,
    },
];

const CHANGED: &str = "No person judged these: titles and first sentences of articles that were not trained on, and the same with a change, made by another program than the training pairs' (`examples/quality/changed.rs`).";

const CHANGES: &[Figure] = &[
    Against(0, changed::UNRELATED, "other article"),
    Against(0, changed::NUMBER, "number"),
    Against(0, changed::WORD, "word"),
    Against(0, changed::JOINED, "half of another"),
    Against(0, changed::NEGATED, "negated"),
];

pub type Failure = Box<dyn std::error::Error>;

pub fn lines(path: &Path) -> Result<Option<Vec<Value>>, Failure> {
    let Ok(file) = File::open(path) else {
        return Ok(None);
    };
    BufReader::new(GzDecoder::new(file))
        .lines()
        .map(|line| Ok(serde_json::from_str(&line?)?))
        .collect::<Result<_, Failure>>()
        .map(Some)
}

pub fn text(row: &Value, field: &str) -> String {
    match &row[field] {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// The rows of a set, or none if its file is not there.
pub fn read(data: &Path, set: &Set) -> Result<Option<Vec<Row>>, Failure> {
    match set.origin {
        Scored(name) => {
            let found = lines(&data.join("scored").join(format!("{name}.jsonl.gz")))?;
            Ok(found.map(|found| scored(set, &found)))
        }
        Stances => stances(&data.join("scored")),
        Entailment(name, parts) => {
            let found = lines(&data.join("auxiliary").join(format!("{name}.jsonl.gz")))?;
            Ok(found.map(|found| entailment(&found, parts)))
        }
        Changed(names) => changed::read(&data.join("titles"), names, set.language),
        Versions { kind, .. } => versions::read(set.language, kind).map(Some),
        Graded(_) => versions::graded(set.language).map(Some),
    }
}

fn scored(set: &Set, found: &[Value]) -> Vec<Row> {
    let judged = |row: &Value| {
        set.judgements
            .iter()
            .map(|field| match *field {
                "" => row["score"].as_f64(),
                field => row["score"][field].as_f64(),
            })
            .collect::<Option<Vec<_>>>()
    };
    found
        .iter()
        .filter_map(|row| {
            Some(Row {
                document: text(row, "doc"),
                summary: text(row, "summary"),
                judged: judged(row)?,
                group: text(row, "docid"),
                system: set.systems.then(|| text(row, "system")),
                unchanged: None,
            })
        })
        .collect()
}

fn entailment(found: &[Value], parts: &[&str]) -> Vec<Row> {
    let label = |row: &Value| text(row, "score").chars().next();
    found
        .iter()
        .filter(|row| parts.is_empty() || parts.contains(&text(row, "split").as_str()))
        .filter(|row| matches!(label(row), Some('e' | 'n' | 'c')))
        .take(MOST_ENTAILED)
        .map(|row| Row {
            document: text(row, "doc"),
            summary: text(row, "summary"),
            judged: vec![f64::from(u8::from(label(row) == Some('e')))],
            group: String::new(),
            system: None,
            unchanged: None,
        })
        .collect()
}

fn stances(folder: &Path) -> Result<Option<Vec<Row>>, Failure> {
    let found = lines(&folder.join("en_fnc1_stances.jsonl.gz"))?;
    let bodies = lines(&folder.join("en_fnc1_bodies.jsonl.gz"))?;
    let (Some(found), Some(bodies)) = (found, bodies) else {
        return Ok(None);
    };
    let bodies: HashMap<String, String> = bodies
        .iter()
        .map(|row| (text(row, "bodyid"), text(row, "doc")))
        .collect();
    let rows = found.iter().filter_map(|row| {
        let id = text(row, "bodyid");
        (id.parse::<u64>().ok()? % 5 == 0).then_some(())?;
        Some(Row {
            document: bodies.get(&id)?.clone(),
            summary: text(row, "headline"),
            judged: vec![f64::from(u8::from(row["stance"] != "unrelated"))],
            group: id,
            system: None,
            unchanged: None,
        })
    });
    Ok(Some(rows.collect()))
}
