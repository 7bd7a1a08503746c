//! The nearest neighbours of texts by the cosine of their tf-idf vectors, and triples of them.
//!
//! Words that more than `MAX_SHARED` texts have are not compared, and no more than `MAX_WORDS` words
//! of a text are read: time and memory are linear in the number of texts.

use std::collections::HashMap;

use unicode_script::{Script, UnicodeScript};

use crate::pace;

/// Words of more texts are not compared.
const MAX_SHARED: usize = 100;

/// The words of a text that are compared.
const MAX_WORDS: usize = 256;

/// What comparing a word of two texts counts in products.
const READ: u64 = 256;

/// Texts less similar are unrelated.
const LEAST_SIMILARITY: f64 = 0.1;

/// The features of a text with their counts: words, and for Chinese pairs of
/// neighbouring characters.
pub(super) fn bag(words: &[String], numbers: &mut HashMap<String, u32>) -> Vec<(u32, f64)> {
    let is_han = |word: &String| word.chars().all(|c| c.script() == Script::Han);
    let mut features: Vec<u32> = Vec::new();
    for (position, word) in words.iter().take(MAX_WORDS).enumerate() {
        let feature = match words.get(position + 1) {
            Some(next) if is_han(word) && is_han(next) => format!("{word}{next}"),
            _ => word.clone(),
        };
        let next = numbers.len() as u32;
        features.push(*numbers.entry(feature).or_insert(next));
    }
    features.sort_unstable();
    features
        .chunk_by(|a, b| a == b)
        .filter_map(|equal| equal.first().map(|&feature| (feature, equal.len() as f64)))
        .collect()
}

/// Texts as vectors of length 1, less the words that are not compared.
pub(super) struct Vectors {
    texts: Vec<Vec<(u32, f64)>>,
    /// For each feature the texts that have it, with its weight there.
    postings: Vec<Vec<(u32, f64)>>,
}

impl Vectors {
    pub(super) fn new(bags: Vec<Vec<(u32, f64)>>, features: usize) -> Self {
        let mut shared = vec![0_usize; features];
        for &(feature, _) in bags.iter().flatten() {
            shared[feature as usize] += 1;
        }
        let total = bags.len() as f64;
        let mut postings: Vec<Vec<(u32, f64)>> = vec![Vec::new(); features];
        let texts = (0_u32..)
            .zip(bags)
            .map(|(text, bag)| {
                let weighted = bag.into_iter().map(|(feature, count)| {
                    let rarity = (total / shared[feature as usize] as f64).ln();
                    (feature, (1.0 + count.ln()) * rarity)
                });
                let mut vector: Vec<(u32, f64)> = weighted.collect();
                let length = vector
                    .iter()
                    .map(|entry| entry.1 * entry.1)
                    .sum::<f64>()
                    .sqrt();
                vector.retain(|entry| (2..=MAX_SHARED).contains(&shared[entry.0 as usize]));
                for (feature, weight) in &mut vector {
                    *weight /= length;
                    postings[*feature as usize].push((text, *weight));
                }
                vector
            })
            .collect();
        Self { texts, postings }
    }

    /// Each text with its `most` nearest, as pairs in ascending order.
    pub(super) async fn neighbours(&self, most: usize) -> Vec<(usize, usize, f64)> {
        let mut products = vec![0.0; self.texts.len()];
        let mut touched: Vec<usize> = Vec::new();
        let mut pairs: Vec<(usize, usize, f64)> = Vec::new();
        for (i, vector) in self.texts.iter().enumerate() {
            for &(feature, weight) in vector {
                pace::after(READ * self.postings[feature as usize].len() as u64).await;
                for &(other, other_weight) in &self.postings[feature as usize] {
                    let other = other as usize;
                    if products[other] == 0.0 {
                        touched.push(other);
                    }
                    products[other] += weight * other_weight;
                }
            }
            let mut near: Vec<(usize, f64)> = touched
                .drain(..)
                .map(|j| (j, std::mem::take(&mut products[j])))
                .filter(|&(j, similarity)| j != i && similarity >= LEAST_SIMILARITY)
                .collect();
            near.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
            near.truncate(most);
            pairs.extend(
                near.into_iter()
                    .map(|(j, s)| (i.min(j), i.max(j), s.min(1.0))),
            );
        }
        pairs.sort_by_key(|&(i, j, _)| (i, j));
        pairs.dedup_by_key(|&mut (i, j, _)| (i, j));
        pairs
    }
}

/// Three items that are all paired, with the least of their values. `pairs` are
/// in ascending order.
pub(super) fn triangles(
    items: usize,
    pairs: &[(usize, usize, f64)],
) -> Vec<(usize, usize, usize, f64)> {
    let mut after: Vec<Vec<(usize, f64)>> = vec![Vec::new(); items];
    for &(i, j, value) in pairs {
        after[i].push((j, value));
    }
    let mut found = Vec::new();
    for (i, row) in after.iter().enumerate() {
        for (position, &(j, ij)) in row.iter().enumerate() {
            for &(k, ik) in &row[position + 1..] {
                if let Ok(place) = after[j].binary_search_by_key(&k, |entry| entry.0) {
                    found.push((i, j, k, ij.min(ik).min(after[j][place].1)));
                }
            }
        }
    }
    found
}
