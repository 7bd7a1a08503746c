/** Prints what the products of benches/graph reach in the Node that runs this, beside its peak, as JSON. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { loadGraphs } from "./modules.mjs";

const root = new URL("../../", import.meta.url);
const require = createRequire(new URL("js/package.json", root));
const { default: binaryen } = await import(pathToFileURL(require.resolve("binaryen")));

/** Rows, inputs and outputs. */
const SHAPES = [
  [128, 384, 384],
  [128, 384, 1536],
  [128, 1536, 384],
  [128, 96, 96],
];
/**
 * Operations of a timed call, about, or one product if that is more: few, because other work on the machine
 * seldom leaves it alone for long.
 */
const WORK = 2e7;
/** Calls, of which the fastest counts, and those before. */
const CALLS = { warm: 100, timed: 400 };
/** Sums, as many as there are registers for, and how often their steps stand in a turn of the loop. */
const [SUMS, UNROLLED] = [13, 4];

/**
 * For each kind of product its instructions: what is done in a step to each of several sums, which depend on
 * each other in nothing, and the operations of that. With x = 0 they stay finite. Which of those for whole
 * numbers a product runs, its packing says.
 */
const KINDS = {
  float32: [
    {
      name: "f32x4.mul, f32x4.add",
      step: (sum) => `(f32x4.add ${sum} (f32x4.mul ${sum} (local.get $x)))`,
      operations: 8,
    },
    {
      name: "f32x4.relaxed_madd",
      step: (sum) => `(f32x4.relaxed_madd ${sum} (local.get $x) ${sum})`,
      operations: 8,
    },
  ],
  int8: [
    {
      name: "i32x4.dot_i16x8_s, i32x4.add",
      packing: "Pairs",
      step: (sum) => `(i32x4.add ${sum} (i32x4.dot_i16x8_s ${sum} (local.get $x)))`,
      operations: 16,
    },
    {
      name: "i32x4.relaxed_dot_i8x16_i7x16_add_s, twice",
      packing: "Quads",
      step: (sum) => {
        const once = `(i32x4.relaxed_dot_i8x16_i7x16_add_s ${sum} (local.get $x) ${sum})`;
        return `(i32x4.relaxed_dot_i8x16_i7x16_add_s (local.get $x) (local.get $x) ${once})`;
      },
      operations: 32,
    },
  ],
};

/** A module that does nothing but the instructions of a step. */
function loop(step) {
  const sums = Array.from({ length: SUMS }, (_, index) => `$sum${index}`);
  const turn = sums.map((sum) => `(local.set ${sum} ${step(`(local.get ${sum})`)})`).join(" ");
  const start = (sum, index) => `(local.set ${sum} (f32x4.splat (f32.add (local.get $zero) (f32.const ${index}))))`;
  const text = `(module (func (export "run") (param $turns i32) (param $zero f32) (result f32)
    (local $x v128) ${sums.map((sum) => `(local ${sum} v128)`).join(" ")}
    (local.set $x (f32x4.splat (local.get $zero)))
    ${sums.map(start).join(" ")}
    (loop $again
      ${new Array(UNROLLED).fill(turn).join(" ")}
      (br_if $again (local.tee $turns (i32.sub (local.get $turns) (i32.const 1)))))
    (f32x4.extract_lane 0 ${sums.map((sum) => `(local.get ${sum})`).reduce((a, b) => `(f32x4.add ${a} ${b})`)})))`;
  const module = binaryen.parseText(text);
  module.setFeatures(binaryen.Features.All);
  return module.emitBinary();
}

/** The instructions of a kind that this engine runs, the last of them; `run` does so many turns of the loop. */
async function alone(kind) {
  const used = KINDS[kind].filter(({ packing }) => packing === undefined || packing === Products.packing());
  const known = used.map((one) => ({ ...one, bytes: loop(one.step) })).filter(({ bytes }) => WebAssembly.validate(bytes));
  const { name, operations, bytes } = known.at(-1);
  const { instance } = await WebAssembly.instantiate(bytes);
  return { name, turn: SUMS * UNROLLED * operations, run: (turns) => instance.exports.run(turns, 0) };
}

const { Products } = await loadGraphs((path) => readFile(new URL(path, root)));
const rows = [];
for (const kind of Object.keys(KINDS)) {
  const { name, turn, run } = await alone(kind);
  for (const shape of SHAPES) {
    const each = 2 * shape.reduce((a, b) => a * b);
    const times = Math.max(1, Math.round(WORK / each));
    const turns = Math.round((times * each) / turn);
    const products = new Products(...shape);
    const tasks = [() => run(turns), () => products[kind](times)];
    const best = tasks.map(() => Infinity);
    for (let call = 0; call < CALLS.warm + CALLS.timed; call += 1) {
      for (const [index, task] of tasks.entries()) {
        const start = performance.now();
        task();
        if (call >= CALLS.warm) best[index] = Math.min(best[index], performance.now() - start);
      }
    }
    // Operations in a millisecond, in 10⁹ a second.
    const [instructions, product] = [(turns * turn) / best[0], (times * each) / best[1]].map((rate) => rate / 1e6);
    rows.push({ kind, shape: shape.join(" × "), name, instructions, product });
    products.free();
  }
}
process.stdout.write(`${JSON.stringify({ engine: `Node ${process.version}`, rows })}\n`, () => process.exit(0));
