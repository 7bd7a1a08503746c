//! Every target takes its seeds, and what cheap mutations make of them. libFuzzer goes further
//! (`./build.sh fuzz MINUTES`); this finds what breaks at once, on every machine.

use epitome_fuzz::{TARGETS, seeds};

/// A generator of numbers: SplitMix64.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) as usize % limit.max(1)
    }
}

/// One to four changes of some bytes: another value, a piece left out, repeated or moved.
fn mutate(bytes: &mut Vec<u8>, random: &mut Random) {
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len());
        let to = (at + 1 + random.below(16)).min(bytes.len());
        match random.below(4) {
            0 if at < bytes.len() => bytes[at] = random.below(256) as u8,
            1 if at < to => drop(bytes.drain(at..to)),
            2 if at < to => bytes.extend_from_within(at..to),
            3 if at < to => {
                let piece: Vec<u8> = bytes.drain(at..to).collect();
                let place = random.below(bytes.len() + 1);
                bytes.splice(place..place, piece);
            }
            _ => bytes.push(random.below(256) as u8),
        }
    }
}

#[test]
fn every_target_takes_its_seeds_and_their_mutations() {
    for (name, target) in TARGETS {
        let seeds = seeds::files(name);
        assert!(!seeds.is_empty(), "{name} has seeds");
        let mut random = Random(seeds.len() as u64);
        target(&[]);
        for (_, seed) in &seeds {
            target(seed);
        }
        // Those that run a network take few.
        let rounds = if *name == "matcher" { 4 } else { 60 };
        for round in 0..rounds {
            let mut bytes = seeds[round % seeds.len()].1.clone();
            mutate(&mut bytes, &mut random);
            target(&bytes);
        }
    }
}
