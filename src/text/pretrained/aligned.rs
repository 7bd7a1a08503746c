//! A text that was changed, and of each byte of it the place in the original.
//!
//! Changes are edit scripts over characters, as in the `tokenizers` package: each new character
//! stands for one old one (and for some after it that are dropped), or is added after what was
//! read so far and shares its place. Cost: linear in both texts, with 8 bytes a byte for places.

use std::ops::Range;

/// Where in the original a byte comes from: the range of a character.
pub(super) type Place = (u32, u32);

/// How a new character relates to the old text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Edit {
    /// It is added, and has the place of what was read last.
    Added,
    /// It stands for the next old character, and so many after that one are dropped.
    Replaces(u32),
}

impl Edit {
    /// It stands for the next old character alone.
    pub(super) const SAME: Self = Self::Replaces(0);
}

/// A changed text with its places.
#[derive(Clone, Debug, Default)]
pub(super) struct Aligned {
    text: String,
    places: Vec<Place>,
    /// Bytes that the text may have. A normalizer that would make it longer loses what is over.
    room: usize,
}

/// A text may become so many times longer: 11 is what NFKC makes of the worst character.
pub(super) const GROWTH: usize = 32;

/// Room that every text has, in bytes.
pub(super) const LEAST_ROOM: usize = 1 << 12;

impl Aligned {
    /// A text as it is. What is over 4 GiB is left out.
    pub(super) fn new(text: &str) -> Self {
        let mut aligned = Self::empty_for(text.len());
        let mut start = 0;
        for c in text.chars() {
            let Ok(end) = u32::try_from(start + c.len_utf8()) else {
                break;
            };
            aligned.push(c, (start as u32, end));
            start = end as usize;
        }
        aligned
    }

    /// Nothing, with room for what an original of `bytes` bytes can become.
    fn empty_for(bytes: usize) -> Self {
        Self {
            text: String::with_capacity(bytes),
            places: Vec::with_capacity(bytes),
            room: bytes.saturating_mul(GROWTH).saturating_add(LEAST_ROOM),
        }
    }

    /// Nothing, with the same room.
    pub(super) fn emptied(&self) -> Self {
        Self {
            text: String::with_capacity(self.text.len()),
            places: Vec::with_capacity(self.text.len()),
            room: self.room,
        }
    }

    /// The changed text.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// A part of the changed text.
    pub(super) fn part(&self, range: &Range<usize>) -> &str {
        self.text.get(range.clone()).unwrap_or_default()
    }

    /// The part of the original that a range of the changed text comes from.
    pub(super) fn original(&self, range: Range<usize>) -> Range<usize> {
        let places = self.places.get(range).unwrap_or_default();
        match (places.first(), places.last()) {
            (Some(first), Some(last)) => {
                let (start, end) = (first.0 as usize, last.1 as usize);
                start..end.max(start)
            }
            _ => 0..0,
        }
    }

    /// The place of the byte at `at`.
    pub(super) fn place(&self, at: usize) -> Place {
        self.places.get(at).copied().unwrap_or_default()
    }

    /// Adds a character with its place.
    pub(super) fn push(&mut self, c: char, place: Place) {
        if self.text.len() + c.len_utf8() <= self.room {
            self.text.push(c);
            self.places.resize(self.text.len(), place);
        }
    }

    /// Adds a part of another text as it is there, and tells where it now is.
    pub(super) fn copy(&mut self, from: &Self, range: Range<usize>) -> Range<usize> {
        let start = self.text.len();
        let part = from.part(&range);
        if start + part.len() <= self.room {
            self.text.push_str(part);
            let places = from.places.get(range).unwrap_or_default();
            self.places.extend_from_slice(places);
        }
        start..self.text.len()
    }

    /// Adds `content` in place of a range of another text: all of it has the place of the
    /// range's last character.
    pub(super) fn replace(&mut self, from: &Self, range: &Range<usize>, content: &str) {
        let place = range.end.checked_sub(1).and_then(|at| from.places.get(at));
        for c in content.chars() {
            self.push(c, place.copied().unwrap_or_default());
        }
    }

    /// Adds `content` with the place of the character at `at` of another text.
    pub(super) fn prepend(&mut self, from: &Self, at: usize, content: &str) {
        let place = from.place(at);
        for c in content.chars() {
            self.push(c, place);
        }
    }

    /// The text after an edit script, whose first `dropped` characters are dropped.
    pub(super) fn edited(
        &self,
        dropped: usize,
        script: impl Iterator<Item = (char, Edit)>,
    ) -> Self {
        let mut edited = self.emptied();
        let mut old = self.text.chars();
        let skipped: usize = old.by_ref().take(dropped).map(char::len_utf8).sum();
        let mut at = skipped;
        for (c, edit) in script {
            let from = match edit {
                Edit::Added => at.saturating_sub(1),
                Edit::Replaces(_) => at,
            };
            let place = self.places.get(from).or(self.places.last());
            edited.push(c, place.copied().unwrap_or_default());
            if let Edit::Replaces(more) = edit {
                let read = 1 + more as usize;
                at += old.by_ref().take(read).map(char::len_utf8).sum::<usize>();
            }
        }
        edited
    }

    /// The text with only the characters that `keep` takes, each changed by `map`.
    pub(super) fn filtered(self, keep: impl Fn(char) -> bool, map: impl Fn(char) -> char) -> Self {
        if self.text.chars().all(|c| keep(c) && map(c) == c) {
            return self;
        }
        let mut kept = self.emptied();
        for (at, c) in self.text.char_indices() {
            if keep(c) {
                kept.push(map(c), self.place(at));
            }
        }
        kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn added_characters_share_the_place_of_what_was_read() {
        let text = Aligned::new("añb");
        let script = [
            ('a', Edit::SAME),
            ('n', Edit::SAME),
            ('\u{303}', Edit::Added),
            ('b', Edit::SAME),
        ];
        let edited = text.edited(0, script.into_iter());
        assert_eq!(edited.text(), "an\u{303}b");
        assert_eq!(edited.original(1..4), 1..3);
        assert_eq!(edited.original(4..5), 3..4);
        assert_eq!(edited.original(2..2), 0..0);
    }

    #[test]
    fn a_text_does_not_grow_without_bound() {
        let text = Aligned::new("aaaa");
        let script = std::iter::once(('x', Edit::SAME))
            .chain(std::iter::repeat_n(('x', Edit::Added), 1_000_000));
        let edited = text.edited(0, script);
        assert!(edited.text().len() <= 5_000);
    }
}
