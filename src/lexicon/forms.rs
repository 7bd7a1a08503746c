//! What tells the form of a document, and what of its lines only names a form.
//!
//! A file a language, `forms.txt`: a name, a tab, and words or phrases between bars, in lower case.

use super::WordList;
use crate::text::Language;

/// The lists of one language.
pub(crate) struct Forms {
    file: &'static str,
}

impl Forms {
    pub(crate) fn of(language: Language) -> Self {
        let file = match language {
            Language::English => include_str!("en/forms.txt"),
            Language::German => include_str!("de/forms.txt"),
            Language::Chinese => include_str!("zh/forms.txt"),
            Language::Persian => include_str!("fa/forms.txt"),
        };
        Self { file }
    }

    /// The words of a list; none of a name that the file does not have.
    pub(crate) fn list(&self, name: &str) -> WordList {
        let found = self.file.lines().find_map(|line| {
            let rest = line.strip_prefix(name)?;
            rest.strip_prefix('\t')
        });
        WordList(found.unwrap_or_default())
    }

    /// What lines begin or end with that say whose the document is: `Town of …`, `… GmbH`.
    pub(crate) fn letterheads(&self) -> WordList {
        self.list("letterheads")
    }

    /// What a line says that names a part of a document and nothing else.
    pub(crate) fn labels(&self) -> WordList {
        self.list("labels")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_every_list() {
        for language in Language::ALL {
            let forms = Forms::of(language);
            for name in [
                "minutes",
                "changes",
                "leaflet",
                "interview",
                "study",
                "study_marks",
                "steps",
                "rules",
                "report",
                "review",
                "event",
                "letterheads",
                "labels",
                "names",
                "asides",
                "leads",
            ] {
                assert!(forms.list(name).iter().count() > 5, "{language} {name}");
            }
            assert_eq!(forms.list("nothing").iter().count(), 0);
        }
    }
}
