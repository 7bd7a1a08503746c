//! The normal forms of Unicode (UAX 15) as edit scripts: NFC, NFD, NFKC, NFKD.
//!
//! A decomposed character is replaced by its first part, and the others are added; a composed
//! one stands for its first part, and drops the others. This is what the `tokenizers` package
//! records, also where marks change their order. Cost: linear, but for the sorting of marks that
//! follow one letter.

use unicode_normalization::char::{
    canonical_combining_class, compose, decompose_canonical, decompose_compatible,
};

use super::aligned::{Aligned, Edit};
use super::characters::is_later;

/// Which form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Form {
    /// Compatible characters become one (NFK*).
    pub(super) compatible: bool,
    /// Parts are composed again (NF*C).
    pub(super) composed: bool,
}

/// Parts with their change: how many characters the part adds (1), replaces (0) or drops (< 0).
type Parts = Vec<(char, i32)>;

/// The text in a normal form.
pub(super) fn normalized(text: Aligned, form: Form) -> Aligned {
    if text.text().is_ascii() {
        return text;
    }
    let mut parts = decomposed(text.text(), form.compatible);
    if form.composed {
        parts = recomposed(&parts);
    }
    let script = parts.into_iter().map(|(c, change)| {
        let edit = u32::try_from(-change).map_or(Edit::Added, Edit::Replaces);
        (c, edit)
    });
    text.edited(0, script)
}

/// The combining class by the field's tables.
fn class(c: char) -> u8 {
    if c.is_ascii() || is_later(c) {
        0
    } else {
        canonical_combining_class(c)
    }
}

fn decomposed(text: &str, compatible: bool) -> Parts {
    let mut parts: Parts = Vec::with_capacity(text.len());
    let mut unsorted = 0;
    for c in text.chars() {
        let mut change = 0;
        let mut push = |part: char| {
            if class(part) == 0 {
                sort_marks(&mut parts, unsorted);
                unsorted = parts.len();
            }
            parts.push((part, change));
            change = 1;
        };
        if c.is_ascii() || is_later(c) {
            push(c);
        } else if compatible {
            decompose_compatible(c, push);
        } else {
            decompose_canonical(c, push);
        }
    }
    sort_marks(&mut parts, unsorted);
    parts
}

fn sort_marks(parts: &mut Parts, from: usize) {
    if let Some(marks) = parts.get_mut(from..)
        && marks.len() > 2
    {
        marks.sort_by_cached_key(|&(c, _)| class(c));
    } else if let Some([first, second]) = parts.get_mut(from..)
        && class(second.0) < class(first.0)
    {
        std::mem::swap(first, second);
    }
}

fn recomposed(parts: &Parts) -> Parts {
    let mut out: Parts = Vec::with_capacity(parts.len());
    // Where the starter that marks compose with is in `out`, and the class of the last mark
    // after it that stayed.
    let mut starter: Option<usize> = None;
    let mut last: Option<u8> = None;
    for &(c, change) in parts {
        let class = class(c);
        let base = starter.and_then(|at| out.get(at)).copied();
        if let (Some(at), Some((base, base_change))) = (starter, base)
            && last.is_none_or(|last| last < class)
            && let Some(both) = compose(base, c).filter(|&both| !is_later(both))
        {
            if let Some(place) = out.get_mut(at) {
                *place = (both, base_change + change - 1);
            }
            continue;
        }
        if class == 0 {
            starter = Some(out.len());
            last = None;
        } else if starter.is_some() {
            last = Some(class);
        }
        out.push((c, change));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use unicode_normalization::UnicodeNormalization;

    #[test]
    fn forms_are_those_of_unicode() {
        let text =
            "Å\u{323}\u{301}ﬁ한국어\u{1100}\u{1161}\u{11a8} a\u{345}\u{301}\u{323} ½ｶﾞ \u{301}x";
        let form = |compatible, composed| {
            let form = Form {
                compatible,
                composed,
            };
            normalized(Aligned::new(text), form).text().to_owned()
        };
        assert_eq!(form(false, false), text.nfd().collect::<String>());
        assert_eq!(form(false, true), text.nfc().collect::<String>());
        assert_eq!(form(true, false), text.nfkd().collect::<String>());
        assert_eq!(form(true, true), text.nfkc().collect::<String>());
    }
}
