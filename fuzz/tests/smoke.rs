//! Every target takes its seeds, and what cheap mutations make of them. libFuzzer goes further
//! (`./build.sh fuzz MINUTES`); this finds what breaks at once, on every machine.

use epitome_fuzz::mutation::{Random, mutate};
use epitome_fuzz::{TARGETS, seeds};

/// Mutations of a target.
const ROUNDS: usize = 200;

#[test]
fn every_target_takes_its_seeds_and_their_mutations() {
    for (name, target) in TARGETS {
        let seeds = seeds::files(name);
        assert!(!seeds.is_empty(), "{name} has seeds");
        let mut random = Random::new(seeds.len() as u64);
        target(&[]);
        for (_, seed) in &seeds {
            target(seed);
        }
        // Those that run a network take few.
        let rounds = if *name == "matcher" { 4 } else { ROUNDS };
        for round in 0..rounds {
            let mut bytes = seeds[round % seeds.len()].1.clone();
            let other = &seeds[random.below(seeds.len())].1;
            mutate(&mut bytes, other, &mut random);
            target(&bytes);
        }
    }
}
