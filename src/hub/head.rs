//! What the outputs of a classifier of the field mean for a document and a sentence of its summary.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::error::{Error, ErrorKind, Result};
use crate::hub::config::Config;

/// What a classifier was made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HeadTask {
    /// Natural language inference, with two or three labels.
    Entailment,
    /// Supported or not.
    Support,
    /// One number: how well a text answers or supports another, as rerankers have it.
    Relevance,
    /// A label for every token: whether the document supports it.
    Tokens,
    /// A vector for every text, compared by their cosine.
    Embedding,
}

impl HeadTask {
    /// Every task.
    pub const ALL: [Self; 5] = [
        Self::Entailment,
        Self::Support,
        Self::Relevance,
        Self::Tokens,
        Self::Embedding,
    ];

    /// The name that options and manifests use.
    pub fn name(self) -> &'static str {
        match self {
            Self::Entailment => "entailment",
            Self::Support => "support",
            Self::Relevance => "relevance",
            Self::Tokens => "tokens",
            Self::Embedding => "embedding",
        }
    }
}

impl FromStr for HeadTask {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self> {
        let mut found = Self::ALL.into_iter().filter(|task| task.name() == name);
        found.next().ok_or_else(|| {
            Error::new(
                ErrorKind::InvalidArgument,
                format!(
                    "task `{name}`; allowed: {}",
                    Self::ALL.map(Self::name).join(", ")
                ),
            )
        })
    }
}

/// What the caller says of a model, where its configuration does not or is to be overridden.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct HeadOptions {
    /// The task.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub task: Option<HeadTask>,
    /// The names of the labels, in the order of the outputs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub labels: Option<Vec<String>>,
}

/// The outputs of a classifier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Head {
    /// Logits of labels of a pair.
    Labels {
        /// The outputs that say that the document supports the sentence.
        supported: Vec<usize>,
        /// Those that say that it says otherwise; none where the labels do not tell that apart.
        contradicted: Vec<usize>,
        /// How many there are.
        count: usize,
    },
    /// One logit of a pair, through the logistic function.
    Logit,
    /// Logits of labels of each token.
    Tokens {
        /// The outputs that say that a token is not supported.
        unsupported: Vec<usize>,
        /// How many there are.
        count: usize,
    },
    /// States of tokens, whose mean is a vector, or the vector itself.
    Embedding,
}

/// What a label says of a sentence, by its name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Says {
    Supported,
    Contradicted,
    Neither,
}

impl Head {
    /// The head of a model whose first output has a last axis of `width`, where that is fixed, and
    /// `rank` axes.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Unsupported`] where neither the configuration nor the options tell what the
    /// outputs mean, with what to give.
    pub fn of(
        config: &Config,
        options: &HeadOptions,
        rank: usize,
        width: Option<usize>,
    ) -> Result<Self> {
        let labels = options.labels.clone().or_else(|| config.labels());
        let stated = labels
            .as_ref()
            .map(Vec::len)
            .or(width)
            .or(config.num_labels);
        if let (Some(labels), Some(width)) = (&labels, width)
            && labels.len() != width
        {
            return Err(unsupported(format!(
                "{} labels are named, and the graph gives {width} logits; give `labels`, a name for each",
                labels.len()
            )));
        }
        let task = match options.task {
            Some(task) => task,
            None => task_of(config, labels.as_deref(), rank, stated)?,
        };
        match task {
            HeadTask::Embedding => Ok(Self::Embedding),
            HeadTask::Relevance => match stated {
                None | Some(1) => Ok(Self::Logit),
                Some(count) => Err(unsupported(format!(
                    "task `relevance` needs one logit; the model gives {count}"
                ))),
            },
            HeadTask::Tokens => tokens(labels.as_deref(), stated),
            HeadTask::Entailment | HeadTask::Support => pair(labels.as_deref(), stated),
        }
    }
}

/// The task of a model, by its class, labels and outputs.
fn task_of(
    config: &Config,
    labels: Option<&[String]>,
    rank: usize,
    count: Option<usize>,
) -> Result<HeadTask> {
    let class = config.architecture();
    if class.ends_with("ForTokenClassification") {
        return Ok(HeadTask::Tokens);
    }
    if class.ends_with("ForSequenceClassification") || (class.is_empty() && rank == 2) {
        return Ok(match (count, labels) {
            (Some(1), _) => HeadTask::Relevance,
            (_, Some(names)) if names.iter().any(|name| normal(name).contains("entail")) => {
                HeadTask::Entailment
            }
            _ => HeadTask::Support,
        });
    }
    if class.ends_with("Model") && rank > 1 {
        return Ok(HeadTask::Embedding);
    }
    Err(unsupported(format!(
        "config.json names the architecture `{class}`, which is no classifier of pairs or tokens and no encoder; \
         give `task`: entailment, support, relevance, tokens or embedding"
    )))
}

/// A head over pairs.
fn pair(labels: Option<&[String]>, count: Option<usize>) -> Result<Head> {
    let Some(labels) = labels else {
        let count = count.map_or("no".to_owned(), |count| count.to_string());
        return Err(unsupported(format!(
            "config.json does not name the labels (id2label) of the {count} outputs; give `labels`, a name for each \
             in their order, such as [\"contradiction\", \"entailment\", \"neutral\"] or [\"unsupported\", \"supported\"]"
        )));
    };
    let says: Vec<_> = labels.iter().map(|label| says(label)).collect();
    let of = |wanted: Says| -> Vec<usize> {
        let numbered = says.iter().enumerate();
        numbered
            .filter(|(_, says)| **says == wanted)
            .map(|(at, _)| at)
            .collect()
    };
    let (supported, mut contradicted) = (of(Says::Supported), of(Says::Contradicted));
    if supported.is_empty() || supported.len() == labels.len() {
        return Err(unsupported(format!(
            "the labels {} do not tell which says that a document supports a sentence; give `labels` with one named \
             `entailment` or `supported`",
            labels.join(", ")
        )));
    }
    // Of two labels the other one is "not supported", which is no objection.
    if labels.len() == 2 {
        contradicted.clear();
    }
    Ok(Head::Labels {
        supported,
        contradicted,
        count: labels.len(),
    })
}

/// A head over tokens. Two labels without names are those of LettuceDetect (Kovács and Recski 2025):
/// 0 supported, 1 hallucinated.
fn tokens(labels: Option<&[String]>, count: Option<usize>) -> Result<Head> {
    let Some(labels) = labels else {
        return match count {
            None | Some(2) => Ok(Head::Tokens {
                unsupported: vec![1],
                count: 2,
            }),
            Some(count) => Err(unsupported(format!(
                "config.json does not name the labels (id2label) of the {count} outputs of a token; give `labels`"
            ))),
        };
    };
    let supports = |label: &String| {
        let name = normal(label);
        ["o", "0", "ok", "none", "outside"].contains(&name.as_str())
            || says(label) == Says::Supported
    };
    let numbered = labels.iter().enumerate();
    let unsupported_labels: Vec<_> = numbered
        .filter(|(_, label)| !supports(label))
        .map(|(at, _)| at)
        .collect();
    if unsupported_labels.is_empty() || unsupported_labels.len() == labels.len() {
        return Err(unsupported(format!(
            "the labels {} do not tell which says that a token is supported; give `labels` with one named `supported`",
            labels.join(", ")
        )));
    }
    Ok(Head::Tokens {
        unsupported: unsupported_labels,
        count: labels.len(),
    })
}

/// A name in lower case, its parts joined by one `_`.
fn normal(name: &str) -> String {
    let lower = name.to_lowercase();
    let parts = lower.split(|c: char| !c.is_alphanumeric());
    parts
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join("_")
}

/// What a label says, by the words in its name.
fn says(label: &str) -> Says {
    let name = normal(label);
    let parts: Vec<_> = name.split('_').collect();
    let has = |words: &[&str]| parts.iter().any(|part| words.contains(part));
    let begins = |words: &[&str]| {
        let part_begins = |part: &&str| words.iter().any(|word| part.starts_with(word));
        parts.iter().any(part_begins)
    };
    if begins(&[
        "contradict",
        "refut",
        "hallucinat",
        "disagree",
        "inconsisten",
        "unfaithful",
    ]) {
        return Says::Contradicted;
    }
    let denied = has(&["not", "non", "no", "un", "false", "incorrect", "neutral"])
        || begins(&["unsupport", "unfactual", "nonfactual", "ungrounded"]);
    let positive = has(&[
        "true",
        "yes",
        "correct",
        "positive",
        "grounded",
        "attributable",
        "agree",
    ]) || begins(&["entail", "support", "consisten", "factual", "faithful"]);
    match (denied, positive) {
        (false, true) => Says::Supported,
        _ => Says::Neither,
    }
}

fn unsupported(message: String) -> Error {
    Error::new(ErrorKind::Unsupported, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(class: &str, labels: &[&str]) -> Config {
        let numbered = labels.iter().enumerate();
        Config {
            architectures: Some(vec![class.to_owned()]),
            id2label: (!labels.is_empty()).then(|| {
                numbered
                    .map(|(at, label)| (at.to_string(), (*label).to_owned()))
                    .collect()
            }),
            ..Config::default()
        }
    }

    fn head(class: &str, labels: &[&str], rank: usize, width: usize) -> Result<Head> {
        let options = HeadOptions::default();
        Head::of(&config(class, labels), &options, rank, Some(width))
    }

    fn labels(supported: usize, contradicted: &[usize], count: usize) -> Head {
        Head::Labels {
            supported: vec![supported],
            contradicted: contradicted.to_vec(),
            count,
        }
    }

    #[test]
    fn labels_are_found_whatever_their_names_and_order() {
        let pair = "BertForSequenceClassification";
        for (names, wanted) in [
            (
                &["contradiction", "entailment", "neutral"][..],
                labels(1, &[0], 3),
            ),
            (
                &["ENTAILMENT", "NEUTRAL", "CONTRADICTION"],
                labels(0, &[2], 3),
            ),
            (&["entailment", "not_entailment"], labels(0, &[], 2)),
            (&["unsupported", "supported"], labels(1, &[], 2)),
            (
                &["SUPPORTS", "REFUTES", "NOT ENOUGH INFO"],
                labels(0, &[1], 3),
            ),
            (&["hallucinated", "consistent"], labels(1, &[], 2)),
            (&["not-supported", "Supported"], labels(1, &[], 2)),
        ] {
            assert_eq!(
                head(pair, names, 2, names.len()).unwrap(),
                wanted,
                "{names:?}"
            );
        }
        assert_eq!(head(pair, &["LABEL_0"], 2, 1).unwrap(), Head::Logit);
    }

    #[test]
    fn a_classifier_of_tokens_without_names_is_of_lettuce_detects_kind() {
        let class = "ModernBertForTokenClassification";
        let wanted = |unsupported: &[usize], count| Head::Tokens {
            unsupported: unsupported.to_vec(),
            count,
        };
        assert_eq!(head(class, &[], 3, 2).unwrap(), wanted(&[1], 2));
        assert_eq!(
            head(class, &["O", "B-HAL", "I-HAL"], 3, 3).unwrap(),
            wanted(&[1, 2], 3)
        );
        assert_eq!(
            head(class, &["hallucination", "supported"], 3, 2).unwrap(),
            wanted(&[0], 2)
        );
    }

    #[test]
    fn what_tells_nothing_is_refused_with_what_to_give() {
        let pair = "RobertaForSequenceClassification";
        for (names, width) in [
            (&[][..], 3),
            (&["LABEL_0", "LABEL_1"], 2),
            (&["sports", "politics"], 2),
            (&["entailment", "neutral", "contradiction"], 2),
        ] {
            let error = head(pair, names, 2, width).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Unsupported);
            assert!(error.to_string().contains("give `labels`"), "{error}");
        }
        let error = head("BertForMaskedLM", &[], 3, 30000).unwrap_err();
        assert!(error.to_string().contains("give `task`"), "{error}");
    }

    #[test]
    fn options_override_the_configuration() {
        let config = config("RobertaForSequenceClassification", &[]);
        let options = HeadOptions {
            labels: Some(vec!["unsupported".into(), "supported".into()]),
            ..HeadOptions::default()
        };
        assert_eq!(
            Head::of(&config, &options, 2, None).unwrap(),
            labels(1, &[], 2)
        );
        let options = HeadOptions {
            task: Some(HeadTask::Embedding),
            labels: None,
        };
        assert_eq!(
            Head::of(&config, &options, 3, None).unwrap(),
            Head::Embedding
        );
    }
}
