//! A closed class of words or phrases in one static string, which is small in a module.

/// Words or phrases between bars, in lower case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WordList(pub(crate) &'static str);

impl WordList {
    /// Its words. Linear.
    pub(crate) fn iter(self) -> impl Iterator<Item = &'static str> {
        self.0.split('|').filter(|word| !word.is_empty())
    }

    /// Whether a word is one of them. Linear.
    pub(crate) fn has(self, word: &str) -> bool {
        let bytes = self.0.as_bytes();
        let ends = |at: usize| bytes.get(at).is_none_or(|&byte| byte == b'|');
        !word.is_empty()
            && !word.contains('|')
            && self
                .0
                .match_indices(word)
                .any(|(at, _)| at.checked_sub(1).is_none_or(ends) && ends(at + word.len()))
    }

    /// Whether a text begins with one of them.
    pub(crate) fn begins(self, text: &str) -> bool {
        self.iter().any(|one| text.starts_with(one))
    }

    /// Whether one of them is in a text.
    pub(crate) fn is_in(self, text: &str) -> bool {
        self.iter().any(|one| text.contains(one))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_whole() {
        let list = WordList("press release|ends|图");
        assert!(list.has("ends") && !list.has("end") && !list.has("") && !list.has("release|ends"));
        assert!(list.begins("ends here") && list.is_in("a press release"));
        assert_eq!(WordList("").iter().count(), 0);
    }
}
