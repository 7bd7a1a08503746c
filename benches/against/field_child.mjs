/**
 * One part of `../field.mjs`, in a process of its own; prints one line of JSON.
 *
 * `load ENGINE FOLDER DTYPE`: milliseconds from a folder to the first answer of 128 tokens, and the
 * process's peak of memory. `run FOLDER DTYPE CALLS`: times of calls, both engines in turn, for
 * texts of each length, and how far the answers are apart.
 */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const root = new URL("../../", import.meta.url);
const require = createRequire(new URL("js/package.json", root));
const SUFFIX = { fp32: "", q8: "_quantized" };

const read = (folder, name) => readFile(join(folder, name));
const json = async (folder, name) => JSON.parse(await read(folder, name));

async function epitome(folder, dtype, writes) {
  const base = process.env.DIST ? pathToFileURL(`${process.env.DIST}/`) : new URL("dist/", root);
  await import(new URL("packages/@epitome/onnx/dist/index.node.js", base));
  const { Matcher, Summarizer } = await import(new URL("package/dist/index.node.js", base));
  const model = join(folder, "/");
  if (writes) {
    const summarizer = await Summarizer.create({ type: "headline", method: "abstractive", model, dtype });
    return async ({ document }) => {
      await summarizer.summarize(document);
    };
  }
  const matcher = await Matcher.create({ model, dtype });
  return async ({ document, summary }) => {
    const { sentences } = await matcher.match(document, summary);
    return sentences[0].supported;
  };
}

async function onnxruntime(folder, dtype, writes) {
  const ort = await import(pathToFileURL(require.resolve("onnxruntime-web")).href);
  ort.env.wasm.numThreads = 1;
  const open = async (stem) => ort.InferenceSession.create(await read(folder, `onnx/${stem}${SUFFIX[dtype]}.onnx`));
  // Who tokenizes reads this file, too.
  await json(folder, "tokenizer.json");
  const whole = (values) => new ort.Tensor("int64", BigInt64Array.from(values, BigInt), [1, values.length]);
  const config = await json(folder, "config.json");
  if (writes) return writer(ort, await open("encoder_model"), await open("decoder_model_merged"), folder, config, whole);
  const session = await open("model");
  const entailment = config.label2id.entailment;
  return async ({ ids, types }) => {
    const given = { input_ids: whole(ids), attention_mask: whole(ids.map(() => 1)), token_type_ids: whole(types) };
    const feeds = Object.fromEntries(session.inputNames.map((name) => [name, given[name]]));
    const logits = Array.from((await session.run(feeds)).logits.data);
    const powers = logits.map((logit) => Math.exp(logit - Math.max(...logits)));
    return powers[entailment] / powers.reduce((sum, one) => sum + one);
  };
}

/** The loop of `generate`, greedy, with caches: those of the encoder come from the first step. */
async function writer(ort, encoder, decoder, folder, config, whole) {
  const { max_length, decoder_start_token_id: start, eos_token_id: end } = await json(folder, "generation_config.json");
  const heads = config.num_heads ?? config.decoder_attention_heads;
  const size = config.d_kv ?? config.d_model / heads;
  const pasts = decoder.inputNames.filter((name) => name.startsWith("past_key_values."));
  return async ({ ids }) => {
    const mask = whole(ids.map(() => 1));
    const { last_hidden_state: states } = await encoder.run({ input_ids: whole(ids), attention_mask: mask });
    const feeds = { encoder_attention_mask: mask, encoder_hidden_states: states };
    for (const name of pasts) feeds[name] = new ort.Tensor("float32", new Float32Array(0), [1, heads, 0, size]);
    let token = start;
    for (let step = 0; step < max_length - 1; step += 1) {
      feeds.input_ids = whole([token]);
      feeds.use_cache_branch = new ort.Tensor("bool", [step > 0], [1]);
      const given = await decoder.run(feeds);
      const logits = given.logits.data;
      token = 0;
      for (let at = 0; at < logits.length; at += 1) if (at !== end && logits[at] > logits[token]) token = at;
      for (const name of pasts) {
        if (step === 0 || !name.includes(".encoder.")) feeds[name] = given[name.replace("past_key_values", "present")];
      }
    }
  };
}

const ENGINES = { epitome, "onnxruntime-web": onnxruntime };

/** Milliseconds of the processor, on all its threads: other processes do not count. */
async function timed(task) {
  const start = process.cpuUsage();
  const value = await task();
  const { user, system } = process.cpuUsage(start);
  return { took: (user + system) / 1000, value };
}

const [what, ...given] = process.argv.slice(2);
if (what === "load") {
  const [engine, folder, dtype] = given;
  const writes = (await json(folder, "config.json")).is_encoder_decoder === true;
  const [text] = await json(folder, "texts.json");
  const { took: load, value: call } = await timed(() => ENGINES[engine](folder, dtype, writes));
  const { took: first } = await timed(() => call(text));
  console.log(JSON.stringify({ load, first, peak: process.resourceUsage().maxRSS * 1024 }));
} else {
  const [folder, dtype, calls] = given;
  const writes = (await json(folder, "config.json")).is_encoder_decoder === true;
  const engines = [];
  for (const open of Object.values(ENGINES)) engines.push(await open(folder, dtype, writes));
  const rows = [];
  for (const text of await json(folder, "texts.json")) {
    const answers = [];
    for (const call of engines) answers.push(await call(text));
    const times = engines.map(() => []);
    for (let call = 0; call < Number(calls); call += 1) {
      for (const [at, engine] of engines.entries()) times[at].push((await timed(() => engine(text))).took);
    }
    const apart = writes ? null : Math.abs(answers[0] - answers[1]);
    rows.push({ tokens: text.ids.length, times, apart });
  }
  console.log(JSON.stringify({ engines: Object.keys(ENGINES), rows }));
}
process.exit(0);
