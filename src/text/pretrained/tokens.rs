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
    /// The tokens of a list. Of equal tokens the last counts. An id that several tokens have stands
    /// for the last of them in the order of their bytes, whatever the order of the list.
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
        let bytes = listed.text.as_bytes();
        let token = |place: &(u32, u32, u32)| bytes.get(place.1 as usize..place.2 as usize);
        places.sort_by(|a, b| (a.0, token(a)).cmp(&(b.0, token(b))));
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
        // Where each id up to this one has one token, its place is its id.
        let is_next = |place: &&(u32, u32, u32)| place.0 > id;
        let at = id as usize;
        let direct = self.places.get(at + 1).is_none_or(|next| is_next(&next));
        let last = match self.places.get(at) {
            Some(place) if place.0 == id && direct => at,
            _ => self
                .places
                .partition_point(|place| place.0 <= id)
                .checked_sub(1)?,
        };
        let &(_, start, end) = self.places.get(last).filter(|place| place.0 == id)?;
        self.text.get(start as usize..end as usize)
    }

    /// The number of tokens, each time that the list names one.
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
    fn tokens_may_share_an_id() {
        let pairs = [("c", 2), ("b", 1), ("a", 1), ("d", 3), ("d", 0)];
        for order in [[0, 1, 2, 3, 4], [2, 1, 0, 3, 4], [1, 0, 2, 3, 4]] {
            let mut listed = Listed::default();
            for (token, id) in order.map(|place: usize| pairs[place]) {
                listed.push(token, id).unwrap();
            }
            let tokens = Tokens::new(&listed);
            assert_eq!([tokens.id("a"), tokens.id("b")], [Some(1); 2]);
            assert_eq!(tokens.id("d"), Some(0), "the last of equal tokens");
            let by_id: Vec<_> = (0..5).map(|id| tokens.token(id)).collect();
            assert_eq!(by_id, [Some("d"), Some("b"), Some("c"), Some("d"), None]);
            assert_eq!(tokens.iter().count(), 5);
        }
    }

    #[test]
    fn a_token_too_long_is_refused() {
        let error = Listed::default().push(&"a".repeat(2000), 5).unwrap_err();
        assert!(error.message().contains("1024"), "{error}");
    }
}
