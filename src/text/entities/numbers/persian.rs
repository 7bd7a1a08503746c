//! Persian number words, which are joined with و: بیست و یک, دویست و پنجاه; هزار, and نیم before a scale.

use super::word_at;
use super::words::{Words, behind, place};

/// From one on.
const UNITS: &[&str] = &[
    "یک",
    "دو",
    "سه",
    "چهار",
    "پنج",
    "شش",
    "هفت",
    "هشت",
    "نه",
    "ده",
    "یازده",
    "دوازده",
    "سیزده",
    "چهارده",
    "پانزده",
    "شانزده",
    "هفده",
    "هجده",
    "نوزده",
];
/// From twenty on.
const TENS: &[&str] = &["بیست", "سی", "چهل", "پنجاه", "شصت", "هفتاد", "هشتاد", "نود"];
/// From a hundred on.
const HUNDREDS: &[&str] = &[
    "صد",
    "دویست",
    "سیصد",
    "چهارصد",
    "پانصد",
    "ششصد",
    "هفتصد",
    "هشتصد",
    "نهصد",
];

const HALF: &str = "نیم";
const THOUSAND: &str = "هزار";
/// What before هزار makes it thousands of something: چند هزار, ده‌ها هزار.
const SOME: [&str; 4] = ["چند", "چندین", "ها", "های"];

/// The number words that begin at `start`. یک alone, which is an article too, needs a scale; هزار is one itself.
pub(super) fn number(text: &str, start: usize) -> Option<Words> {
    // Within a word: بی‌بی‌سی.
    if text.get(..start)?.ends_with(JOINER) {
        return None;
    }
    match word_at(text, start) {
        HALF => return Some(Words::and_a_half(0, start + HALF.len()).of_scale()),
        THOUSAND if !is_behind_some(text, start) => return Some(Words::of(1, start).of_scale()),
        _ => {}
    }
    let (first, mut end) = part(text, start)?;
    let (mut value, mut least) = (first, size(first));
    while let Some(next) = behind(text, end, " و ")
        && let Some((more, after)) = part(text, next)
        && more < least
    {
        value += more;
        (least, end) = (size(more), after);
    }
    Some(Words {
        needs_scale: value == 1,
        ..Words::of(value, end)
    })
}

/// Zero-width non-joiner, which parts a word (سه‌شنبه, Tuesday) without ending it.
const JOINER: char = '\u{200C}';

fn is_behind_some(text: &str, start: usize) -> bool {
    let before = text.get(..start).unwrap_or_default().trim_end();
    SOME.iter().any(|some| before.ends_with(some))
}

/// What may be joined to a number that counts it.
const COUNTED: [&str; 12] = [
    "نفر",
    "نفره",
    "تن",
    "روز",
    "روزه",
    "ماه",
    "ماهه",
    "سال",
    "ساله",
    "ساعت",
    "ساعته",
    "درصد",
];

/// The word of one part, and where it ends.
fn part(text: &str, start: usize) -> Option<(u32, usize)> {
    let word = word_at(text, start);
    let end = start + word.len();
    if text.get(end..)?.starts_with(JOINER)
        && !COUNTED.contains(&word_at(text, end + JOINER.len_utf8()))
    {
        return None;
    }
    let word = word.replace('ي', "ی").replace('ك', "ک");
    let value = place(HUNDREDS, &word)
        .map(|hundreds| 100 * hundreds)
        .or_else(|| Some(10 * (place(TENS, &word)? + 1)))
        .or_else(|| place(UNITS, &word))?;
    Some((value, end))
}

/// Below what a part is that may follow one of this value.
fn size(value: u32) -> u32 {
    match value {
        100.. => 100,
        20.. => 10,
        _ => 1,
    }
}
