//! The tokens of a model: text ↔ id.
//!
//! Cost: a look-up of a token walks a trie; a look-up of an id is one place of an array, or a
//! binary search where ids have gaps. Building sorts the tokens.

use super::trie::{ROOT, Trie};
use crate::error::{Error, ErrorKind, Result};

/// Longest token of a model, in bytes. Those of published models have 256 at most; a limit
/// keeps the cost of a text linear in its length.
pub(super) const LONGEST_TOKEN: usize = 1024;

/// Tokens and their ids, as a file lists them.
#[derive(Clone, Debug, Default)]
pub(super) struct Listed {
    text: String,
    /// Where each token ends in `text`, and its id.
    ends: Vec<(u32, u32)>,
}

impl Listed {
    /// Adds a token.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidVocabulary`] if the token is longer than [`LONGEST_TOKEN`], or the
    /// tokens together are longer than 2³² bytes.
    pub(super) fn push(&mut self, token: &str, id: u32) -> Result<()> {
        if token.len() > LONGEST_TOKEN {
            return Err(Error::new(
                ErrorKind::InvalidVocabulary,
                format!(
                    "token {id} has {} bytes; at most {LONGEST_TOKEN} are allowed",
                    token.len()
                ),
            ));
        }
        self.text.push_str(token);
        let end = u32::try_from(self.text.len()).map_err(|_| {
            Error::new(
                ErrorKind::InvalidVocabulary,
                "the tokens together are longer than 4 GiB",
            )
        })?;
        self.ends.push((end, id));
        Ok(())
    }

    /// The number of tokens.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The tokens with their ids, in the order of the list.
    fn iter(&self) -> impl Iterator<Item = (&str, u32)> {
        let mut start = 0;
        self.ends.iter().map(move |&(end, id)| {
            let token = self.text.get(start..end as usize).unwrap_or_default();
            start = end as usize;
            (token, id)
        })
    }
}

/// The tokens of a model, ready for look-ups.
#[derive(Clone, Debug)]
pub(super) struct Tokens {
    text: String,
    /// Of each token, by ascending id: the id, and where it begins and ends in `text`.
    places: Vec<(u32, u32, u32)>,
    trie: Trie,
}

impl Tokens {
    /// The tokens of a list. Of equal tokens, and of tokens with equal ids, the last counts.
    pub(super) fn new(listed: &Listed) -> Self {
        let mut sorted: Vec<(&[u8], u32)> = listed
            .iter()
            .map(|(token, id)| (token.as_bytes(), id))
            .collect();
        if !sorted.is_sorted_by_key(|(token, _)| *token) {
            sorted.sort_by_key(|(token, _)| *token); // stable: the last of equal ones stays last
        }
        let trie = Trie::new(&sorted);

        let mut start = 0;
        let mut places = Vec::with_capacity(listed.len());
        for &(end, id) in &listed.ends {
            places.push((id, start, end));
            start = end;
        }
        places.sort_by_key(|&(id, ..)| id);
        places.dedup_by(|later, first| {
            let same = later.0 == first.0;
            if same {
                *first = *later;
            }
            same
        });
        Self {
            text: listed.text.clone(),
            places,
            trie,
        }
    }

    /// The id of a token.
    pub(super) fn id(&self, token: &str) -> Option<u32> {
        self.trie.value(self.trie.walk(ROOT, token.as_bytes())?)
    }

    /// The token with an id.
    pub(super) fn token(&self, id: u32) -> Option<&str> {
        let direct = self.places.get(id as usize).filter(|place| place.0 == id);
        let &(_, start, end) = match direct {
            Some(place) => place,
            None => {
                let at = self.places.binary_search_by_key(&id, |place| place.0);
                self.places.get(at.ok()?)?
            }
        };
        self.text.get(start as usize..end as usize)
    }

    /// The number of tokens.
    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    /// What texts begin with.
    pub(super) fn trie(&self) -> &Trie {
        &self.trie
    }

    /// All tokens with their ids, by ascending id.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, u32)> {
        self.places.iter().map(|&(id, start, end)| {
            let token = self.text.get(start as usize..end as usize);
            (token.unwrap_or_default(), id)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_may_have_gaps_and_any_order() {
        let mut listed = Listed::default();
        for (token, id) in [("b", 7), ("a", 0), ("", 3), ("ab", 900)] {
            listed.push(token, id).unwrap();
        }
        let tokens = Tokens::new(&listed);
        assert_eq!(tokens.id("ab"), Some(900));
        assert_eq!(tokens.id("b"), Some(7));
        assert_eq!(tokens.token(7), Some("b"));
        assert_eq!(tokens.token(3), Some(""));
        assert_eq!(tokens.token(4), None);
        assert_eq!(tokens.len(), 4);
    }

    #[test]
    fn a_token_too_long_is_refused() {
        let error = Listed::default().push(&"a".repeat(2000), 5).unwrap_err();
        assert!(error.message().contains("1024"), "{error}");
    }
}
