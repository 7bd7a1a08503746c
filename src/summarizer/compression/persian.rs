//! What Persian sentences can lose, by their marks and conjunctions. A clause ends with its verb, so
//! a sentence is cut only behind a verb.

use super::Chunks;

/// Verbs of who announced it, before `که`.
const SAID: &[&str] = &[
    "گفت",
    "گفتند",
    "کرد",
    "داد",
    "نوشت",
    "افزود",
    "می‌گوید",
    "گفته",
    "کردند",
    "دادند",
    "دارد",
];
/// What stands before these verbs of saying: `اعلام کرد`, `خبر داد`.
const SPEECH: &[&str] = &[
    "اعلام",
    "خبر",
    "توضیح",
    "تأکید",
    "تاکید",
    "اظهار",
    "گزارش",
    "بیان",
    "عنوان",
];
/// What clauses begin with that can go.
const TAILS: &[&str] = &[
    "و",
    "زیرا",
    "چون",
    "تا",
    "که",
    "هرچند",
    "چرا",
    "در",
    "با",
    "پس",
    "به",
    "از",
    "اما",
    "ولی",
];
/// These set a condition or a limit.
const CONDITIONS: &[&str] = &[
    "اگر",
    "مگر",
    "تنها",
    "فقط",
    "جز",
    "بدون",
    "چنانچه",
    "به‌شرط",
    "مشروط",
];
/// Sources before a comma: `به گفتهٔ شهردار،`.
const SOURCES: &[&str] = &[
    "گفته",
    "گفتهٔ",
    "گفته‌ی",
    "گزارش",
    "نوشته",
    "نوشتهٔ",
    "بر",
    "طبق",
    "براساس",
];
/// Whole verbs.
const VERBS: &[&str] = &[
    "است",
    "بود",
    "شد",
    "کرد",
    "دارد",
    "داشت",
    "رسید",
    "گرفت",
    "یافت",
    "داد",
    "آمد",
    "گفت",
    "ماند",
    "گذاشت",
    "ساخت",
    "بست",
    "نیست",
    "نبود",
    "نشد",
    "نکرد",
    "ندارد",
    "نداشت",
    "باشد",
    "شود",
    "کند",
    "افتاد",
    "پیوست",
    "برخاست",
    "درآمد",
    "اند",
    "هست",
    "شدند",
    "کردند",
    "بودند",
    "دادند",
    "گرفتند",
    "داشتند",
    "یافتند",
    "رسیدند",
    "دارند",
    "هستند",
    "نیستند",
    "کنند",
    "شوند",
    "باخت",
    "فروخت",
    "خرید",
    "افزود",
    "کاست",
    "دید",
    "شکست",
    "نوشت",
    "کشید",
];
/// The least words of a sentence.
const LEAST: usize = 4;

pub(super) fn versions(sentence: &str) -> Vec<String> {
    let base = without_source(sentence);
    let mut found = vec![base.clone()];
    for start in [sentence, &base] {
        let chunks = Chunks::of(start);
        for end in (LEAST..chunks.len()).rev() {
            let rest = end..chunks.len();
            let comma = chunks.has_comma(end - 1);
            let first = chunks.norm(end);
            let begins = TAILS.contains(&first)
                && (comma
                    || matches!(
                        first,
                        "و" | "زیرا" | "چون" | "تا" | "اما" | "ولی" | "هرچند" | "که"
                    ));
            let said = first == "که" && is_speech(&chunks, end - 1);
            if (begins || comma)
                && !said
                && is_verb(chunks.norm(end - 1))
                && !chunks.holds(rest, CONDITIONS)
                && !chunks.holds(0..end, CONDITIONS)
            {
                found.push(chunks.join(0..end));
            }
        }
    }
    found.retain(|version| Chunks::of(version).len() >= LEAST);
    found
}

/// Whether a verb of saying ends at a word.
fn is_speech(chunks: &Chunks, at: usize) -> bool {
    let before = at.checked_sub(1).map_or("", |at| chunks.norm(at));
    match chunks.norm(at) {
        "گفت" | "گفتند" | "نوشت" | "افزود" | "می‌گوید" => true,
        verb => SAID.contains(&verb) && SPEECH.contains(&before),
    }
}

fn is_verb(word: &str) -> bool {
    let present = word.starts_with("می\u{200c}") || word.starts_with("نمی\u{200c}");
    VERBS.contains(&word)
        || present
        || word.ends_with("\u{200c}اند")
        || word.ends_with("\u{200c}است")
}

/// Without `شهردار گفت که` and `به گفتهٔ شهردار،` in front.
fn without_source(sentence: &str) -> String {
    let chunks = Chunks::of(sentence);
    // `به آگاهی می‌رساند`, `به اطلاع همسایگان می‌رساند که`
    let tells = (2..chunks.len().min(6)).find(|&at| chunks.norm(at) == "می\u{200c}رساند");
    if let Some(at) = tells
        && chunks.norm(0) == "به"
        && matches!(chunks.norm(1), "آگاهی" | "اطلاع")
    {
        let from = at + 1 + usize::from(chunks.norm(at + 1) == "که");
        if chunks.len() > from + LEAST {
            return chunks.join(from..chunks.len());
        }
    }
    let that = (1..chunks.len().min(14)).find(|&at| chunks.norm(at) == "که");
    if let Some(at) = that
        && is_speech(&chunks, at - 1)
        && chunks.len() - at > LEAST
    {
        return chunks.join(at + 1..chunks.len());
    }
    let comma = (0..chunks.len().min(8)).find(|&at| chunks.has_comma(at));
    if let Some(at) = comma
        && (chunks.norm(0) == "به" && SOURCES.contains(&chunks.norm(1))
            || SOURCES.contains(&chunks.norm(0)))
        && chunks.len() - at > LEAST
    {
        return chunks.join(at + 1..chunks.len());
    }
    sentence.to_owned()
}
