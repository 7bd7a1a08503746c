//! Plans of every operator, and what they are lowered to.
#![allow(clippy::unwrap_used, clippy::panic)]

mod handmade;
mod random;

use super::lower::Lowering;
use super::program::{BINDINGS, Buffer, Limits, Program, Unfit, WORKGROUPS};
use crate::runtime::plan::{Kind, Op, Operand, Pointwise, Recurrence, Unary};
use handmade::{Builder, Random, plans};

/// What every device takes, and what naga's reading of the specification takes.
pub(super) fn validate(program: &Program, fixed: &[Vec<u32>]) -> Result<(), String> {
    use naga::valid::{Capabilities, ValidationFlags, Validator};
    for pass in &program.passes {
        let module = naga::front::wgsl::parse_str(&pass.shader)
            .map_err(|error| format!("{}: {}", pass.name, error.emit_to_string(&pass.shader)))?;
        // `pack2x16float` is a part of WGSL, for which naga asks this.
        let capabilities = Capabilities::SHADER_FLOAT16_IN_FLOAT32;
        Validator::new(ValidationFlags::all(), capabilities)
            .validate(&module)
            .map_err(|error| format!("{}: {}", pass.name, error.emit_to_string(&pass.shader)))?;
        let (operands, results) = pass.buffers.split_at(pass.buffers.len() - pass.results);
        if pass.buffers.len() > BINDINGS || results.iter().any(|result| operands.contains(result)) {
            return Err(format!("{}: buffers {:?}", pass.name, pass.buffers));
        }
        if pass.workgroups.iter().any(|&count| count > WORKGROUPS) {
            return Err(format!("{}: workgroups {:?}", pass.name, pass.workgroups));
        }
        let known = pass.buffers.iter().all(|buffer| match *buffer {
            Buffer::Slot(slot) => slot < program.slots.len(),
            Buffer::Fixed(place) => place < fixed.len(),
        });
        if !known
            || results
                .iter()
                .any(|result| matches!(result, Buffer::Fixed(_)))
        {
            return Err(format!("{}: buffers {:?}", pass.name, pass.buffers));
        }
    }
    Ok(())
}

#[test]
fn every_operator_gives_valid_wgsl() {
    let mut names = std::collections::BTreeSet::new();
    for (name, plan, shapes) in plans() {
        names.extend(plan.steps.iter().map(|step| step.op.name()));
        let (lowering, fixed) = Lowering::new(plan, Limits::default()).unwrap();
        let program = lowering.program(&shapes, &[]).unwrap();
        validate(&program, &fixed).unwrap_or_else(|problem| panic!("{name}: {problem}"));
    }
    assert_eq!(names.len(), 19, "{names:?}");
}

/// Plans that are checked, of this many steps each.
const PLANS: u64 = 400;
const STEPS: usize = 8;

#[test]
fn random_plans_give_valid_wgsl() {
    let mut names = std::collections::BTreeMap::<_, usize>::new();
    for seed in 0..PLANS {
        let (plan, shapes) = random::plan(seed, STEPS);
        for step in &plan.steps {
            *names.entry(step.op.name()).or_default() += 1;
        }
        let (lowering, fixed) = Lowering::new(plan, Limits::default()).unwrap();
        let program = lowering
            .program(&shapes, &[])
            .unwrap_or_else(|Unfit(problem)| panic!("plan {seed}: {problem}"));
        validate(&program, &fixed).unwrap_or_else(|problem| panic!("plan {seed}: {problem}"));
    }
    assert_eq!(names.len(), 19, "{names:?}");
    assert!(names.values().all(|&count| count >= 20), "{names:?}");
}

#[test]
fn a_buffer_serves_one_value_after_the_other() {
    let mut b = Builder::new();
    let mut x = b.input(Kind::Float, &[4, 4]);
    for _ in 0..20 {
        let square = Pointwise::Unary(Unary::Square, Operand::Input(0));
        x = b.step(Op::Pointwise(vec![square]), &[x]);
    }
    let (plan, shapes) = b.giving(&[x]);
    let (lowering, _) = Lowering::new(plan, Limits::default()).unwrap();
    let program = lowering.program(&shapes, &[]).unwrap();
    assert_eq!(program.slots, [64, 64]);
    assert_eq!(program.passes.len(), 20);
}

#[test]
fn what_a_device_cannot_hold_is_named() {
    let mut b = Builder::new();
    let x = b.input(Kind::Float, &[1 << 20, 64]);
    let square = Pointwise::Unary(Unary::Square, Operand::Input(0));
    let y = b.step(Op::Pointwise(vec![square]), &[x]);
    let (plan, shapes) = b.giving(&[y]);
    let (lowering, _) = Lowering::new(plan, Limits::default()).unwrap();
    let Err(Unfit(problem)) = lowering.program(&shapes, &[]) else {
        panic!("256 MiB in one buffer");
    };
    assert!(problem.contains("[1048576, 64]"), "{problem}");

    let mut random = Random::new(3);
    let mut b = Builder::new();
    let x = b.input(Kind::Float, &[2, 1, 4]);
    let h = b.input(Kind::Float, &[1, 1, 700]);
    let weights = Recurrence {
        input: b.matrix(4, 2800, &mut random),
        recurrent: b.matrix(700, 2800, &mut random),
        bias: vec![0.0; 2800],
        reverse: false,
    };
    let outputs = b.steps(Op::Lstm(weights), &[x, h, h]);
    let (plan, shapes) = b.giving(&outputs);
    let (lowering, _) = Lowering::new(plan, Limits::default()).unwrap();
    let Err(Unfit(problem)) = lowering.program(&shapes, &[]) else {
        panic!("a state of 700 in 16 KiB");
    };
    assert!(problem.contains("700"), "{problem}");
}

#[test]
fn a_range_of_a_whole_tensor_is_left_to_the_cpu() {
    let mut b = Builder::new();
    let x = b.input(Kind::Float, &[2, 3]);
    let outputs = b.steps(Op::DynamicQuantize, &[x]);
    let (plan, _) = b.giving(&outputs);
    let Err(Unfit(problem)) = Lowering::new(plan, Limits::default()) else {
        panic!("a range over all rows in one pass");
    };
    assert!(problem.contains("DynamicQuantize"), "{problem}");
}

/// The shipped models, in sizes from the smallest to a full batch.
#[cfg(all(feature = "onnx", not(target_arch = "wasm32")))]
#[test]
fn shipped_models_give_valid_wgsl() {
    use crate::model::Bundle;
    use crate::model::manifest::Axis;
    use std::path::Path;

    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("models");
    let mut count = 0;
    for entry in std::fs::read_dir(models).unwrap() {
        let folder = entry.unwrap().path();
        if !folder.join("manifest.json").exists() {
            continue;
        }
        let bundle = Bundle::open(&folder).unwrap();
        let Some(spec) = bundle.manifest().graph.clone() else {
            continue;
        };
        count += 1;
        let (_, plan) = crate::runtime::load::load(&bundle, &spec).unwrap();
        let symbols = plan.symbols.clone();
        let (lowering, fixed) = Lowering::new(plan, Limits::default()).unwrap();
        for sizes in [[1, 1, 1], [2, 7, 3], [256, 100, 20]] {
            let mut known: Vec<&String> = vec![];
            let mut shapes: Vec<Vec<usize>> = vec![];
            for input in &spec.inputs {
                let shape = input.shape.iter().map(|axis| match axis {
                    Axis::Fixed(size) => *size,
                    Axis::Symbol(name) => {
                        let place = known.iter().position(|other| *other == name);
                        sizes[place.unwrap_or_else(|| {
                            known.push(name);
                            known.len() - 1
                        }) % 3]
                    }
                });
                shapes.push(shape.collect());
            }
            let of = |symbol: &String| known.iter().position(|other| *other == symbol).unwrap();
            let symbols: Vec<usize> = symbols.iter().map(|symbol| sizes[of(symbol) % 3]).collect();
            let program = lowering
                .program(&shapes, &symbols)
                .unwrap_or_else(|Unfit(problem)| panic!("{}: {problem}", folder.display()));
            validate(&program, &fixed)
                .unwrap_or_else(|problem| panic!("{}: {problem}", folder.display()));
        }
    }
    assert!(count >= 5, "{count} models");
}
