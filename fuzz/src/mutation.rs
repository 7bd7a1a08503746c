//! Cheap mutations of inputs, for where no counters guide.

/// A generator of numbers: SplitMix64.
pub struct Random(u64);

impl Random {
    /// Begins at `seed`.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        self.number() as usize % limit.max(1)
    }
}

/// Bytes that readers look for.
const TELLING: &[u8] = b" \n\t.,:;!?'\"()[]{}<>&-/|#*0159aAzZ\\\0\x7f\x80\xc2\xe2\xff";

/// One to four changes: another byte, a piece left out, repeated or moved, or a piece of `other`.
pub fn mutate(bytes: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len());
        let to = (at + 1 + random.below(16)).min(bytes.len());
        match random.below(6) {
            0 if at < bytes.len() => bytes[at] = random.below(256) as u8,
            1 if at < bytes.len() => bytes[at] = TELLING[random.below(TELLING.len())],
            2 if at < to => drop(bytes.drain(at..to)),
            3 if at < to => bytes.extend_from_within(at..to),
            4 if at < to => {
                let piece: Vec<u8> = bytes.drain(at..to).collect();
                insert(bytes, &piece, random);
            }
            _ => {
                let from = random.below(other.len());
                let to = (from + 1 + random.below(24)).min(other.len());
                insert(bytes, &other[from..to], random);
            }
        }
    }
}

fn insert(bytes: &mut Vec<u8>, piece: &[u8], random: &mut Random) {
    let place = random.below(bytes.len() + 1);
    bytes.splice(place..place, piece.iter().copied());
}
