//! Random corpora with the parameters of paper D's Table 1, and small ones.

use epitome::subset::{AttributeSpec, ProblemSpec};

/// SplitMix64 (Steele, Lea and Flood 2014).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number from 0 to 1, 1 excluded.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    pub fn below(&mut self, end: usize) -> usize {
        (self.unit() * end as f64) as usize
    }

    /// Every unordered pair of `n` items with probability `p`, by drawing the
    /// distance to the next one.
    fn pairs(&mut self, n: usize, p: f64, upper: f64) -> Vec<(usize, usize, f64)> {
        let mut found = vec![];
        let (mut i, mut j) = (1, 0);
        let skip = |random: &mut Self| ((1.0 - random.unit()).ln() / (1.0 - p).ln()) as usize;
        j += skip(self);
        loop {
            while j >= i {
                j -= i;
                i += 1;
                if i >= n {
                    return found;
                }
            }
            found.push((j, i, upper * self.unit()));
            j += 1 + skip(self);
        }
    }

    fn triple(&mut self, n: usize) -> (usize, usize, usize) {
        loop {
            let (i, j, k) = (self.below(n), self.below(n), self.below(n));
            if i != j && j != k && i != k {
                return (i, j, k);
            }
        }
    }
}

/// Table 1 of paper D.
pub const P1: f64 = 0.0005;
pub const P2: f64 = 0.0001;
pub const UPPER_RELATEDNESS: f64 = 10.0;
pub const UPPER_ATTRIBUTE: f64 = 5.0;
pub const PAPER_ITEMS: usize = 100_000;
pub const PAPER_BUDGET: f64 = 3000.0;

/// A random corpus of `n` items by Table 1, its budget in proportion to `n`.
pub fn table_1(n: usize, seed: u64, pairwise: bool) -> ProblemSpec {
    let mut random = Random::new(seed);
    let unary = (0..n).map(|_| UPPER_RELATEDNESS * random.unit()).collect();
    let pairs = random.pairs(n, P1, UPPER_RELATEDNESS);
    let triples = (0..n)
        .map(|_| {
            let (i, j, k) = random.triple(n);
            (i, j, k, UPPER_RELATEDNESS * random.unit())
        })
        .collect();
    let costs = (0..n).map(|_| UPPER_ATTRIBUTE * random.unit()).collect();
    ProblemSpec {
        unary,
        pairs,
        triples,
        attributes: vec![AttributeSpec {
            budget: PAPER_BUDGET * n as f64 / PAPER_ITEMS as f64,
            unary: costs,
            pairs: if pairwise {
                random.pairs(n, P2, UPPER_ATTRIBUTE)
            } else {
                vec![]
            },
            ..Default::default()
        }],
    }
}

/// A random problem of 4 to 16 items with one to three attributes, each with or
/// without pairs.
pub fn small(seed: u64) -> ProblemSpec {
    let mut random = Random::new(seed);
    let n = 4 + random.below(13);
    let density = 0.1 + 0.4 * random.unit();
    let unary = (0..n).map(|_| UPPER_RELATEDNESS * random.unit()).collect();
    let pairs = random.pairs(n, density, UPPER_RELATEDNESS);
    let triples = (0..random.below(2 * n))
        .map(|_| {
            let (i, j, k) = random.triple(n);
            (i, j, k, UPPER_RELATEDNESS * random.unit())
        })
        .collect();
    let attributes = (0..1 + random.below(3))
        .map(|_| {
            let costs: Vec<f64> = (0..n).map(|_| UPPER_ATTRIBUTE * random.unit()).collect();
            let pairs = if random.unit() < 0.5 {
                random.pairs(n, density, UPPER_ATTRIBUTE)
            } else {
                vec![]
            };
            let total = costs
                .iter()
                .chain(pairs.iter().map(|pair| &pair.2))
                .sum::<f64>();
            AttributeSpec {
                budget: total * (0.1 + 0.6 * random.unit()),
                unary: costs,
                pairs,
                ..Default::default()
            }
        })
        .collect();
    ProblemSpec {
        unary,
        pairs,
        triples,
        attributes,
    }
}
