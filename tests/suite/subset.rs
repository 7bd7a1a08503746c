//! Subset selection against trying every choice, and what holds of every answer.

use crate::support::random::Random;
use epitome::ErrorKind;
use epitome::subset::{
    AttributeSpec, Problem, ProblemSpec, Selection, Solver, SubsetMethod, SubsetOptions,
    exhaustive, select,
};

impl Random {
    fn values(&mut self, count: usize, upper: f64) -> Vec<f64> {
        (0..count).map(|_| upper * self.unit()).collect()
    }

    fn pairs(&mut self, items: usize, share: f64, upper: f64) -> Vec<(usize, usize, f64)> {
        let mut found = vec![];
        for i in 0..items {
            for j in 0..i {
                if self.unit() < share {
                    found.push((i, j, upper * self.unit()));
                }
            }
        }
        found
    }

    /// A problem of `items` items with one or two attributes.
    fn problem(&mut self, items: usize) -> ProblemSpec {
        let attributes = (0..1 + self.below(2))
            .map(|_| {
                let unary = self.values(items, 5.0);
                let share = [0.0, 0.2][self.below(2)];
                let pairs = self.pairs(items, share, 5.0);
                let total = unary
                    .iter()
                    .chain(pairs.iter().map(|pair| &pair.2))
                    .sum::<f64>();
                AttributeSpec {
                    budget: total * (0.1 + 0.6 * self.unit()),
                    unary,
                    pairs,
                    ..Default::default()
                }
            })
            .collect();
        ProblemSpec {
            unary: self.values(items, 10.0),
            pairs: self.pairs(items, 0.3, 10.0),
            triples: (2..items)
                .filter(|_| self.unit() < 0.5)
                .map(|k| (k, k - 2, k - 1, k as f64 / 3.0))
                .collect(),
            attributes,
        }
    }
}

fn solve(spec: &ProblemSpec, method: SubsetMethod) -> Selection {
    let problem = Problem::new(spec).unwrap();
    let options = SubsetOptions {
        method,
        ..Default::default()
    };
    select(&problem, &options).unwrap()
}

/// Objective and spending of a choice by the formulas, without the library.
fn evaluate(spec: &ProblemSpec, chosen: &[usize]) -> (f64, Vec<f64>) {
    let x = |i: usize| f64::from(u8::from(chosen.contains(&i)));
    let unary = |values: &[f64]| {
        values
            .iter()
            .enumerate()
            .map(|(i, v)| v * x(i))
            .sum::<f64>()
    };
    let pairs = |values: &[(usize, usize, f64)]| {
        let each = values.iter().map(|&(i, j, v)| v * x(i) * x(j));
        each.sum::<f64>()
    };
    let triples = spec
        .triples
        .iter()
        .map(|&(i, j, k, v)| v * x(i) * x(j) * x(k));
    (
        unary(&spec.unary) + pairs(&spec.pairs) + triples.sum::<f64>(),
        spec.attributes
            .iter()
            .map(|attribute| unary(&attribute.unary) + pairs(&attribute.pairs))
            .collect(),
    )
}

/// The best objective within the budgets, by trying every choice.
fn optimum(spec: &ProblemSpec) -> f64 {
    let mut best = 0.0_f64;
    for choice in 0..1_u32 << spec.unary.len() {
        let chosen: Vec<usize> = (0..spec.unary.len())
            .filter(|i| choice >> i & 1 == 1)
            .collect();
        let (objective, spent) = evaluate(spec, &chosen);
        let mut budgets = spec.attributes.iter().zip(&spent);
        if objective > best && budgets.all(|(attribute, spent)| *spent <= attribute.budget) {
            best = objective;
        }
    }
    best
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * (1.0 + b.abs())
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn answers_are_near_the_optimum_and_never_beyond() {
    let mut random = Random(1);
    let mut gaps = [0.0; 3];
    const CASES: usize = 60;
    for _ in 0..CASES {
        let items = 3 + random.below(8);
        let spec = random.problem(items);
        let best = optimum(&spec);
        let searched = exhaustive(&Problem::new(&spec).unwrap()).unwrap();
        assert!(close(searched.objective, best));
        for (gap, method) in gaps.iter_mut().zip(SubsetMethod::ALL) {
            let found = solve(&spec, method);
            assert!(found.objective <= best + 1e-9);
            assert!(!found.exact || close(found.objective, best));
            assert!(found.bound.is_none_or(|bound| bound >= best - 1e-9));
            *gap += if best > 0.0 {
                1.0 - found.objective / best
            } else {
                0.0
            } / CASES as f64;
        }
    }
    let [greedy, dlib, mqmcg] = gaps;
    assert!(greedy < 0.08 && dlib < 0.05 && mqmcg < 0.005, "{gaps:?}");
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn answers_are_feasible_and_add_up() {
    let mut random = Random(2);
    for _ in 0..40 {
        let items = 1 + random.below(60);
        let spec = random.problem(items);
        for method in SubsetMethod::ALL {
            let found = solve(&spec, method);
            let (objective, spent) = evaluate(&spec, &found.chosen);
            assert!(found.chosen.is_sorted_by(|a, b| a < b));
            assert!(close(found.objective, objective));
            assert_eq!(found.multipliers.len(), spec.attributes.len());
            for ((found, spent), attribute) in found.spent.iter().zip(spent).zip(&spec.attributes) {
                assert!(close(*found, spent));
                assert!(*found <= attribute.budget);
            }
        }
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn a_larger_budget_never_hurts_an_answer_that_goes_on() {
    let mut random = Random(3);
    let mut grew = 0;
    for _ in 0..15 {
        let mut spec = random.problem(20);
        for method in SubsetMethod::ALL {
            let mut best = solve(&spec, method);
            for _ in 0..4 {
                for attribute in &mut spec.attributes {
                    attribute.budget *= 1.1;
                }
                let options = SubsetOptions {
                    method,
                    start: Some(best.chosen.clone()),
                    ..Default::default()
                };
                let next = select(&Problem::new(&spec).unwrap(), &options).unwrap();
                assert!(next.objective >= best.objective);
                grew += usize::from(next.objective > best.objective);
                best = next;
            }
        }
    }
    assert!(grew > 60, "{grew}");
    // The optimum itself grows with the budget.
    for _ in 0..10 {
        let mut spec = random.problem(9);
        let before = exhaustive(&Problem::new(&spec).unwrap()).unwrap();
        spec.attributes[0].budget *= 1.5;
        let after = exhaustive(&Problem::new(&spec).unwrap()).unwrap();
        assert!(after.objective >= before.objective);
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn renumbering_the_items_renumbers_the_answer() {
    let mut random = Random(4);
    for _ in 0..15 {
        let items = 30;
        let spec = random.problem(items);
        // `names[i]` is the new number of item `i`.
        let mut names: Vec<usize> = (0..items).collect();
        for i in (1..items).rev() {
            names.swap(i, random.below(i + 1));
        }
        let list = |values: &[f64]| {
            let mut renamed = vec![0.0; values.len()];
            for (i, value) in values.iter().enumerate() {
                renamed[names[i]] = *value;
            }
            renamed
        };
        let pairs = |values: &[(usize, usize, f64)]| {
            let renamed = values.iter().rev();
            renamed.map(|&(i, j, v)| (names[j], names[i], v)).collect()
        };
        let renamed = ProblemSpec {
            unary: list(&spec.unary),
            pairs: pairs(&spec.pairs),
            triples: spec
                .triples
                .iter()
                .map(|&(i, j, k, v)| (names[k], names[i], names[j], v))
                .collect(),
            attributes: spec
                .attributes
                .iter()
                .map(|attribute| AttributeSpec {
                    unary: list(&attribute.unary),
                    pairs: pairs(&attribute.pairs),
                    ..attribute.clone()
                })
                .collect(),
        };
        for method in SubsetMethod::ALL {
            let (first, second) = (solve(&spec, method), solve(&renamed, method));
            let mut chosen: Vec<usize> = first.chosen.iter().map(|&item| names[item]).collect();
            chosen.sort_unstable();
            assert_eq!(chosen, second.chosen, "{method}");
            assert_eq!(first.objective, second.objective);
            assert_eq!(first.multipliers, second.multipliers);
        }
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn the_search_can_be_left_off() {
    let mut random = Random(5);
    let spec = random.problem(40);
    let problem = Problem::new(&spec).unwrap();
    for method in SubsetMethod::ALL {
        let options = SubsetOptions {
            method,
            ..Default::default()
        };
        let mut solver = Solver::new(&problem, &options).unwrap();
        // Before the first step there is the greedy choice.
        let first = solver.selection();
        assert_eq!(first.chosen, solve(&spec, SubsetMethod::Greedy).chosen);
        let mut last = 0.0;
        while !solver.step() {
            let now = solver.selection();
            let mut budgets = now.spent.iter().zip(&spec.attributes);
            assert!(budgets.all(|(spent, attribute)| *spent <= attribute.budget));
            if solver.iterations() > 0 {
                assert!(now.objective >= last);
                last = now.objective;
            }
        }
        assert!(solver.step(), "it is over");
        assert_eq!(solver.selection(), solve(&spec, method));
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn the_seed_decides_the_start_of_dlib() {
    // Items that mostly exclude each other: single moves end in many ways.
    let mut random = Random(6);
    let problem = Problem::new(&ProblemSpec {
        unary: random.values(60, 10.0),
        attributes: vec![AttributeSpec {
            budget: 20.0,
            pairs: random.pairs(60, 0.5, 5.0),
            ..Default::default()
        }],
        ..Default::default()
    })
    .unwrap();
    let with = |seed| {
        let options = SubsetOptions {
            method: SubsetMethod::Dlib,
            seed,
            multiplier: Some(10.0),
            rounds: Some(1),
            ..Default::default()
        };
        select(&problem, &options).unwrap()
    };
    assert_eq!(with(1), with(1));
    assert!((2..20).any(|seed| with(seed) != with(1)));
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn quotas_are_kept() {
    // Three labels of ten items each, at most two, three and four of them, and
    // no more than eight in all: relatedness alone would take label 0 only.
    let items = 30;
    let mut random = Random(7);
    let value = |i: usize| 30.0 - i as f64;
    let quota = |label: usize, budget: f64| AttributeSpec {
        name: Some(format!("label {label}")),
        budget,
        unary: (0..items)
            .map(|i| f64::from(u8::from(i / 10 == label)))
            .collect(),
        ..Default::default()
    };
    let mut spec = ProblemSpec {
        unary: (0..items).map(value).collect(),
        pairs: random.pairs(items, 0.1, 1.0),
        attributes: vec![quota(0, 2.0), quota(1, 3.0), quota(2, 4.0)],
        ..Default::default()
    };
    spec.attributes.push(AttributeSpec {
        budget: 8.0,
        unary: vec![1.0; items],
        ..Default::default()
    });
    for method in SubsetMethod::ALL {
        let found = solve(&spec, method);
        assert_eq!(found.spent, [2.0, 3.0, 3.0, 8.0], "{method}");
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn extremes_are_answered() {
    let one = |budget: f64, cost: f64, value: f64| ProblemSpec {
        unary: vec![value],
        attributes: vec![AttributeSpec {
            budget,
            unary: vec![cost],
            ..Default::default()
        }],
        ..Default::default()
    };
    for method in SubsetMethod::ALL {
        // It fits, it does not, and values at the ends of the range.
        let fits = solve(&one(1.0, 1.0, 2.0), method);
        assert_eq!((fits.chosen, fits.exact), (vec![0], true), "{method}");
        assert!(
            solve(&one(1.0, 1.5, 2.0), method).chosen.is_empty(),
            "{method}"
        );
        for (budget, cost, value) in [
            (1e-300, 1e-299, 1e300),
            (1e300, 1e301, 1e-300),
            (f64::MIN_POSITIVE, 1.0, f64::MAX / 4.0),
            (1.0, 2.0, 0.0),
            (5e-324, 1e-323, 5e-324),
        ] {
            let found = solve(&one(budget, cost, value), method);
            assert!(found.chosen.is_empty(), "{method}");
            assert!(found.multipliers[0].is_finite(), "{method}");
        }
        // An item that costs nothing is always in.
        let mut free = one(1.0, 2.0, 1.0);
        free.unary.push(1.0);
        free.attributes[0].unary.push(0.0);
        assert_eq!(solve(&free, method).chosen, [1], "{method}");
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn bad_problems_name_the_entry() {
    let attribute = AttributeSpec {
        budget: 1.0,
        unary: vec![1.0, 1.0, 1.0],
        ..Default::default()
    };
    let good = ProblemSpec {
        unary: vec![1.0, 2.0, 3.0],
        pairs: vec![(0, 1, 1.0)],
        triples: vec![(0, 1, 2, 1.0)],
        attributes: vec![attribute.clone()],
    };
    assert!(Problem::new(&good).is_ok());
    let changed = |change: &dyn Fn(&mut ProblemSpec)| {
        let mut spec = good.clone();
        change(&mut spec);
        spec
    };
    type Change<'a> = &'a dyn Fn(&mut ProblemSpec);
    let cases: [(Change<'_>, &str); 16] = [
        (&|s| s.unary[1] = -1.0, "unary[1]: the value is -1"),
        (&|s| s.unary[2] = f64::NAN, "unary[2]: the value is NaN"),
        (
            &|s| s.pairs.push((0, 2, f64::INFINITY)),
            "pairs[1]: the value is inf",
        ),
        (
            &|s| s.pairs.push((0, 3, 1.0)),
            "pairs[1]: there is no item 3: there are 3",
        ),
        (
            &|s| s.pairs[0] = (1, 1, 1.0),
            "pairs[0]: item 1 is there twice",
        ),
        (
            &|s| s.triples[0] = (0, 2, 0, 1.0),
            "triples[0]: item 0 is there twice",
        ),
        (&|s| s.triples[0].2 = 9, "triples[0]: there is no item 9"),
        (&|s| s.triples[0].3 = -0.5, "triples[0]: the value is -0.5"),
        (
            &|s| s.attributes[0].budget = 0.0,
            "attributes[0]: the budget is 0",
        ),
        (
            &|s| s.attributes[0].budget = f64::NAN,
            "attributes[0]: the budget is NaN",
        ),
        (
            &|s| {
                s.attributes[0].name = Some("tokens".into());
                s.attributes[0].unary[2] = -2.0;
            },
            "attributes[0] (tokens): unary[2]: the value is -2",
        ),
        (
            &|s| s.attributes[0].unary.truncate(2),
            "attributes[0]: unary has 2 values",
        ),
        (
            &|s| s.attributes[0].pairs.push((5, 0, 1.0)),
            "attributes[0]: pairs[0]: there is no item 5",
        ),
        (
            &|s| s.attributes[0].unary.fill(0.0),
            "attributes[0]: no item has any of it",
        ),
        (&|s| s.attributes.clear(), "attributes: there is none"),
        (&|s| *s = ProblemSpec::default(), "there are 0 items"),
    ];
    for (change, message) in cases {
        let error = Problem::new(&changed(change)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidArgument);
        assert!(error.message().contains(message), "{error}");
    }
    let infinite = changed(&|s| s.unary = vec![f64::MAX; 3]);
    let error = Problem::new(&infinite).unwrap_err();
    assert!(error.message().contains("is infinite"), "{error}");
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn bad_options_say_what_is_allowed() {
    let problem = Problem::new(&Random(8).problem(30)).unwrap();
    let bad = |options: SubsetOptions, message: &str| {
        let error = select(&problem, &options).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidArgument);
        assert!(error.message().contains(message), "{error}");
    };
    let default = SubsetOptions::default;
    bad(
        SubsetOptions {
            multiplier: Some(-1.0),
            ..default()
        },
        "option multiplier is -1",
    );
    bad(
        SubsetOptions {
            step: Some(0.0),
            ..default()
        },
        "option step is 0",
    );
    bad(
        SubsetOptions {
            rounds: Some(0),
            ..default()
        },
        "option rounds is 0",
    );
    bad(
        SubsetOptions {
            start: Some(vec![1, 30]),
            ..default()
        },
        "start[1]: there is no item 30",
    );
    bad(
        SubsetOptions {
            start: Some(vec![4, 4]),
            ..default()
        },
        "start[1]: item 4 is there twice",
    );
    assert!(serde_json::from_str::<SubsetOptions>(r#"{"method":"best"}"#).is_err());
    assert!(serde_json::from_str::<SubsetOptions>(r#"{"seeds":1}"#).is_err());
    assert!(
        exhaustive(&problem)
            .unwrap_err()
            .message()
            .contains("30 items")
    );
    assert!(
        problem
            .objective(&[30])
            .unwrap_err()
            .message()
            .contains("no item 30")
    );
}

#[test]
fn exchanges_are_tried_in_steps() {
    // As many as may be tried, of items that all cost the same.
    let items = 1500;
    let problem = Problem::new(&ProblemSpec {
        unary: (0..items).map(|at| 1.0 + (at % 7) as f64).collect(),
        attributes: vec![AttributeSpec {
            budget: 500.0,
            unary: vec![64.0; items],
            ..Default::default()
        }],
        ..Default::default()
    })
    .unwrap();
    // Not proven optimal, so that exchanges follow.
    let options = SubsetOptions {
        rounds: Some(1),
        ..Default::default()
    };
    let mut solver = Solver::new(&problem, &options).unwrap();
    let mut steps = 1;
    while !solver.step() {
        steps += 1;
    }
    let found = solver.selection();
    assert!(
        steps > found.iterations + 20,
        "{steps} steps, {} cuts",
        found.iterations
    );
    assert_eq!(found.chosen.len(), 7);
    assert_eq!(found.objective, 49.0);
}
