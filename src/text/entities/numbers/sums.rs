//! Numbers whose parts are added up: `one thousand two hundred`, `۲ میلیون و ۳۰۰ هزار`, `1亿2000万`.

use super::Number;
use super::chinese::MAX_SCALE;
use crate::text::Language;

/// What stands between parts.
const ENGLISH: &[&str] = &[" ", " and "];
const GERMAN: &[&str] = &[" ", " und "];
const PERSIAN: &[&str] = &[" و "];
const CHINESE: &[&str] = &[""];

/// Numbers of a text, those as one that are added up. What is added is below the scale before it, so that two numbers
/// with an `and` between them stay two. In Chinese it has a scale itself, in English and German a scale or no digits:
/// `2 million 300` are two. A larger scale behind it is that of both: `۲ هزار و ۵۰۰ میلیارد` are 2500 billion.
pub(super) fn summed(numbers: Vec<Number>, text: &str, language: Language) -> Vec<Number> {
    let joints = match language {
        Language::English => ENGLISH,
        Language::German => GERMAN,
        Language::Persian => PERSIAN,
        Language::Chinese => CHINESE,
    };
    let mut sums: Vec<Number> = Vec::new();
    let mut room = 0; // the digits that the scale before leaves
    for number in numbers {
        let zeros = zeros(&number);
        let is_joined = sums.last().is_some_and(|sum| {
            let gap = text.get(sum.span.end..number.span.start);
            gap.is_some_and(|gap| joints.contains(&gap))
        });
        let stands_for_one = match language {
            Language::Chinese => number.is_scaled(),
            Language::English | Language::German => number.is_scaled() || !number.is_sure,
            Language::Persian => true,
        };
        let is_addend = stands_for_one && !number.is_decade && !number.value.contains('.');
        let gives_scale =
            language != Language::Chinese && zeros > room && number.plain.len() <= room;
        match sums.last_mut() {
            Some(sum) if is_joined && is_addend && number.value.len() <= room => {
                add(sum, &number, 0);
                room = zeros;
            }
            Some(sum)
                if is_joined
                    && is_addend
                    && gives_scale
                    && sum.value.len() + zeros <= MAX_SCALE =>
            {
                add(sum, &number, zeros);
                room = zeros;
            }
            _ => {
                room = zeros;
                sums.push(number);
            }
        }
    }
    sums
}

/// The zeros that the scale of a number makes of it.
fn zeros(number: &Number) -> usize {
    match number.plain.contains('.') || number.is_decade {
        true => 0,
        false => number.value.len().saturating_sub(number.plain.len()),
    }
}

/// Adds a number to one that ends in as many zeros as it has digits, which are multiplied with its scale first.
fn add(sum: &mut Number, number: &Number, zeros: usize) {
    sum.value.push_str(&"0".repeat(zeros));
    sum.value.truncate(sum.value.len() - number.value.len());
    sum.value.push_str(&number.value);
    sum.plain.clone_from(&sum.value);
    sum.span.end = number.span.end;
    sum.is_sure &= number.is_sure;
    sum.is_year = false;
}
