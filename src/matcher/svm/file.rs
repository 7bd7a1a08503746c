//! The file of support vectors, little-endian and without gaps:
//!
//! | bytes | content |
//! |---|---|
//! | 8 | `EPISVM01` |
//! | 4, 4 | u32: words of the vocabulary, support vectors |
//! | 4 × 4 | f32: γ, intercept, Platt's a and b |
//! | 4 × words | f32: weight of every word |
//! | 4 × vectors | f32: coefficient of every vector |
//! | per vector | u16, u16: words of the document and of the summary; then for each u16 id, u8 count |
//!
//! Reading costs time and memory in proportion to the file.

use super::{Machine, Postings};
use crate::error::{Error, ErrorKind, Result};
use crate::text::Vocabulary;

const MAGIC: [u8; 8] = *b"EPISVM01";

/// Reads the file of a model whose vocabulary has `words` tokens.
///
/// # Errors
///
/// [`ErrorKind::InvalidModel`], saying what is wrong and at which byte.
pub(crate) fn parse(bytes: &[u8], words: usize) -> Result<Machine> {
    let mut reader = Reader { bytes, at: 0 };
    if reader.take::<8>()? != MAGIC {
        return Err(invalid(0, "is not the start of a file of support vectors"));
    }
    let (found, count) = (reader.number()?, reader.number()?);
    if found != words {
        let what = format!("says {found} words; the vocabulary has {words}");
        return Err(invalid(8, &what));
    }
    if count == 0 || count > bytes.len() / 8 {
        let what = format!(
            "says {count} support vectors; a file of {} bytes holds 1 to {}",
            bytes.len(),
            bytes.len() / 8
        );
        return Err(invalid(12, &what));
    }
    let head = [
        reader.real()?,
        reader.real()?,
        reader.real()?,
        reader.real()?,
    ];
    let [gamma, intercept, slope, offset] = head;
    if gamma < 0.0 {
        return Err(invalid(16, "is a negative gamma"));
    }
    let weights = reader.reals(words)?;
    let coefficients = reader.reals(count)?;
    let mut squares = vec![0.0; count];
    let (mut document, mut summary) = (Vec::new(), Vec::new());
    for (vector, square) in (0u32..).zip(&mut squares) {
        let sizes = [reader.short()?, reader.short()?];
        for (size, side) in sizes.into_iter().zip([&mut document, &mut summary]) {
            let row = reader.row(size, words)?;
            *square += f64::from(u8::from(!row.is_empty()));
            let row = Machine::weighed(&weights, &row);
            side.extend(
                row.into_iter()
                    .map(|(word, value)| (word, vector, value as f32)),
            );
        }
    }
    if reader.at != bytes.len() {
        let what = format!(
            "is the end by the header; the file has {} bytes",
            bytes.len()
        );
        return Err(invalid(reader.at, &what));
    }
    Ok(Machine {
        gamma,
        intercept,
        slope,
        offset,
        weights,
        coefficients,
        squares,
        document: postings(document, words),
        summary: postings(summary, words),
    })
}

fn postings(mut found: Vec<(usize, u32, f32)>, words: usize) -> Postings {
    found.sort_unstable_by_key(|&(word, vector, _)| (word, vector));
    let starts = (0..=words).map(|word| found.partition_point(|entry| entry.0 < word));
    Postings {
        starts: starts.collect(),
        entries: found
            .into_iter()
            .map(|(_, vector, value)| (vector, value))
            .collect(),
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N]> {
        let found = self
            .bytes
            .get(self.at..)
            .and_then(|rest| rest.first_chunk::<N>());
        let Some(found) = found else {
            return Err(invalid(
                self.at,
                &format!("needs {N} bytes more; the file ends"),
            ));
        };
        self.at += N;
        Ok(*found)
    }

    fn number(&mut self) -> Result<usize> {
        let at = self.at;
        usize::try_from(u32::from_le_bytes(self.take()?))
            .map_err(|_| invalid(at, "is a number past the memory of this machine"))
    }

    fn short(&mut self) -> Result<usize> {
        Ok(usize::from(u16::from_le_bytes(self.take()?)))
    }

    fn real(&mut self) -> Result<f64> {
        let at = self.at;
        let value = f32::from_le_bytes(self.take()?);
        if value.is_finite() {
            Ok(f64::from(value))
        } else {
            Err(invalid(at, "is not a finite number"))
        }
    }

    fn reals(&mut self, count: usize) -> Result<Vec<f64>> {
        (0..count).map(|_| self.real()).collect()
    }

    /// Words with their counts.
    fn row(&mut self, size: usize, words: usize) -> Result<Vec<(usize, u32)>> {
        let first = usize::try_from(Vocabulary::UNKNOWN).unwrap_or(0) + 1;
        let mut row = Vec::with_capacity(size);
        for _ in 0..size {
            let at = self.at;
            let word = self.short()?;
            if !(first..words).contains(&word) {
                let what = format!("is word {word}; allowed are {first} to {}", words - 1);
                return Err(invalid(at, &what));
            }
            let [count] = self.take()?;
            row.push((word, u32::from(count)));
        }
        Ok(row)
    }
}

fn invalid(at: usize, what: &str) -> Error {
    Error::new(ErrorKind::InvalidModel, format!("byte {at} {what}"))
}
