//! How many bytes the readers of whole texts go through, counted in tests: what is read once must
//! not be read again.

/// The readers that are counted.
pub(crate) const PLAIN: &str = "plain form";
pub(crate) const SENTENCES: &str = "sentences";
pub(crate) const WORDS: &str = "words";
pub(crate) const QUANTITIES: &str = "quantities";
pub(crate) const DATES: &str = "dates";
pub(crate) const NAMES: &str = "names";
pub(crate) const PIECES: &str = "pieces";

/// Counts that a reader goes through a text.
#[cfg(not(test))]
#[inline(always)]
pub(crate) fn count(_reader: &'static str, _text: &str) {}

#[cfg(test)]
pub(crate) use counted::count;
#[cfg(all(test, feature = "onnx"))]
pub(crate) use counted::take;

#[cfg(test)]
mod counted {
    use std::cell::RefCell;
    use std::collections::BTreeMap;

    thread_local! {
        static READ: RefCell<BTreeMap<&'static str, usize>> = RefCell::default();
    }

    /// Counts that a reader goes through a text.
    pub(crate) fn count(reader: &'static str, text: &str) {
        READ.with_borrow_mut(|read| *read.entry(reader).or_default() += text.len());
    }

    /// The bytes that each reader has gone through on this thread since the last call.
    #[cfg(feature = "onnx")]
    pub(crate) fn take() -> BTreeMap<&'static str, usize> {
        READ.take()
    }
}
