/** Repositories, manifests and caches that lie. */
import { createHash } from "node:crypto";
import { cp, mkdir, mkdtemp, readdir, readFile, symlink, truncate, writeFile } from "node:fs/promises";
import { execFileSync } from "node:child_process";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Matcher } from "epitome";

export const group = "models and caches";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const file = (path) => readFile(at(`../entailment/${path}`));
const PAIR = ["The river rose overnight and the bridge was closed.", "The bridge was closed."];

/** Judges with the repository, some files of which are others. */
async function withFiles(changed) {
  const own = {};
  for (const path of ["config.json", "tokenizer.json", "onnx/model.onnx"]) own[path] = await file(path);
  for (const [path, change] of Object.entries(changed)) {
    const made = await change(own[path]);
    if (made === undefined) delete own[path];
    else own[path] = typeof made === "string" ? Buffer.from(made) : made;
  }
  await judge({ model: { files: own } });
}

async function judge(options) {
  const matcher = await Matcher.create(options);
  await matcher.match(...PAIR, { explain: true });
  matcher.destroy();
}

const json = (change) => (bytes) => {
  const value = JSON.parse(bytes.toString());
  return JSON.stringify(change(value) ?? value);
};

const numbers = (seed) => {
  let state = seed;
  return (end) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return state % end;
  };
};

/** Bytes of which some are others: as many tries as `tries`; each must end well. */
async function flipped(path, tries, most) {
  const below = numbers(tries);
  for (let turn = 0; turn < tries; turn += 1) {
    await ends(() =>
      withFiles({
        [path]: (bytes) => {
          const made = Buffer.from(bytes);
          for (let change = 0; change <= below(most); change += 1) made[below(made.length)] = below(256);
          return made;
        },
      }),
    );
  }
}

/** Passes where `work` answers or rejects with an error of the package. */
async function ends(work) {
  try {
    await work();
  } catch (error) {
    if (!/^[a-z-]+$/u.test(error.code ?? "") || error.name === "Error") throw error;
    if (error.code === "wasm-trap" || error.code === "internal") throw new Error(`${error.code}: ${error.message}`, { cause: error });
  }
}

const cut = (path, share) => () => withFiles({ [path]: (bytes) => bytes.subarray(0, Math.floor(bytes.length * share)) });

/** A field of protobuf: its number, and bytes or a whole number. */
const varint = (number) => {
  const bytes = [];
  for (let left = BigInt.asUintN(64, BigInt(number)); ; left >>= 7n) {
    if (left < 0x80n) return Buffer.from([...bytes, Number(left)]);
    bytes.push(Number(left & 0x7fn) | 0x80);
  }
};
const field = (number, value) => {
  if (typeof value === "number" || typeof value === "bigint") return Buffer.concat([varint(number << 3), varint(value)]);
  const bytes = typeof value === "string" ? Buffer.from(value) : value;
  return Buffer.concat([varint((number << 3) | 2), varint(bytes.length), bytes]);
};
const message = (...fields) => Buffer.concat(fields.map(([number, value]) => field(number, value)));
const value = (name, ...dims) =>
  message([1, name], [2, message([1, message([1, 7], [2, Buffer.concat(dims.map((size) => field(1, typeof size === "string" ? message([2, size]) : message([1, size]))))])])]);
const node = (op, inputs, outputs, ...more) => Buffer.concat([...inputs.map((name) => field(1, name)), ...outputs.map((name) => field(2, name)), field(4, op), ...more]);
const model = (nodes, tensors = []) =>
  message([1, 8], [8, message([1, ""], [2, 17])], [7, Buffer.concat([
    ...nodes.map((each) => field(1, each)), ...tensors.map((each) => field(5, each)),
    ...["input_ids", "attention_mask"].map((name) => field(11, value(name, "b", "s"))),
    field(12, value("logits", "b", 3)),
  ])]);
const tensor = (name, dims, type, ...more) => Buffer.concat([...dims.map((size) => field(1, size)), field(2, type), field(8, name), ...more]);
const outside = (path) => tensor("w", [4], 1, field(13, message([1, "location"], [2, path])), field(14, 1));
const onnx = (...given) => () => withFiles({ "onnx/model.onnx": () => model(...given) });

const tokenizer = (change) => () => withFiles({ "tokenizer.json": json(change) });
const nested = (depth, open, close, inner) => `${open.repeat(depth)}${inner}${close.repeat(depth)}`;

const REPOSITORY = {
  "onnx: nothing": () => withFiles({ "onnx/model.onnx": () => Buffer.alloc(0) }),
  "onnx: zeros": () => withFiles({ "onnx/model.onnx": () => Buffer.alloc(1_000_000) }),
  "onnx: ones": () => withFiles({ "onnx/model.onnx": () => Buffer.alloc(1_000_000, 0xff) }),
  ...Object.fromEntries([0.01, 0.3, 0.5, 0.9, 0.999].map((share) => [`onnx: the first ${share} of it`, cut("onnx/model.onnx", share)])),
  "onnx: bytes changed, 60 times": () => flipped("onnx/model.onnx", 60, 4),
  "onnx: many bytes changed, 40 times": () => flipped("onnx/model.onnx", 40, 400),
  "onnx: a cycle": onnx([node("Add", ["input_ids", "b"], ["a"]), node("Identity", ["a"], ["b"]), node("Identity", ["b"], ["logits"])]),
  "onnx: a node of itself": onnx([node("Identity", ["logits"], ["logits"])]),
  "onnx: sizes of 2^62": onnx([node("Identity", ["w"], ["logits"])], [tensor("w", [2 ** 62, 2 ** 62], 1)]),
  "onnx: a size below nothing": onnx([node("Identity", ["w"], ["logits"])], [tensor("w", [-1n, 4], 1)]),
  "onnx: ConstantOfShape of 2^40": onnx([node("ConstantOfShape", ["w"], ["logits"])], [tensor("w", [2], 7, field(9, Buffer.from([0, 0, 0, 0, 0, 1, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0])))]),
  "onnx: Expand to 2^40": onnx([node("Cast", ["input_ids"], ["x"], field(5, message([1, "to"], [3, 1], [20, 2]))), node("Expand", ["x", "w"], ["logits"])], [tensor("w", [3], 7, field(9, Buffer.from(new BigInt64Array([2n ** 30n, 1n, 1n]).buffer)))]),
  "onnx: Tile a billion times": onnx([node("Cast", ["input_ids"], ["x"], field(5, message([1, "to"], [3, 1], [20, 2]))), node("Tile", ["x", "w"], ["logits"])], [tensor("w", [2], 7, field(9, Buffer.from(new BigInt64Array([2n ** 30n, 2n ** 30n]).buffer)))]),
  "onnx: Range without end": onnx([node("Range", ["a", "b", "c"], ["logits"])], ["a", "b", "c"].map((name, place) => tensor(name, [], 7, field(9, Buffer.from(new BigInt64Array([[0n, 2n ** 62n, 1n][place]]).buffer))))),
  "onnx: Range of steps of nothing": onnx([node("Range", ["a", "b", "c"], ["logits"])], ["a", "b", "c"].map((name, place) => tensor(name, [], 7, field(9, Buffer.from(new BigInt64Array([[0n, 5n, 0n][place]]).buffer))))),
  "onnx: a doubling chain of forty": onnx([node("Cast", ["input_ids"], ["x0"], field(5, message([1, "to"], [3, 1], [20, 2]))), ...Array.from({ length: 40 }, (_, step) => node("Concat", [`x${step}`, `x${step}`], [`x${step + 1}`], field(5, message([1, "axis"], [3, 1], [20, 2])))), node("Identity", ["x40"], ["logits"])]),
  "onnx: an operator of nobody": onnx([node("LaunchMissiles", ["input_ids"], ["logits"])]),
  "onnx: a hundred thousand nodes": onnx([node("Cast", ["input_ids"], ["x0"], field(5, message([1, "to"], [3, 1], [20, 2]))), ...Array.from({ length: 100_000 }, (_, step) => node("Relu", [`x${step}`], [`x${step + 1}`])), node("Identity", ["x100000"], ["logits"])]),
  "onnx: messages a hundred thousand deep": () => {
    let inner = Buffer.alloc(0);
    for (let depth = 0; depth < 20_000; depth += 1) inner = field(6, inner);
    return withFiles({ "onnx/model.onnx": () => message([7, field(1, field(5, inner))]) });
  },
  ...Object.fromEntries(
    ["../../../etc/passwd", "/etc/passwd", "..\\..\\x", "C:\\x", "file:///etc/passwd", "https://example.org/x", "a/../../b", "\0", "weights.bin", "%2e%2e/x"].map((path) => [
      `onnx: external data in ${JSON.stringify(path)}`,
      onnx([node("Identity", ["w"], ["logits"])], [outside(path)]),
    ]),
  ),
  "tokenizer: nothing": () => withFiles({ "tokenizer.json": () => "{}" }),
  "tokenizer: no JSON": () => withFiles({ "tokenizer.json": () => "\0\u0001" }),
  "tokenizer: arrays a million deep": () => withFiles({ "tokenizer.json": () => nested(1_000_000, "[", "]", "") }),
  "tokenizer: sequences ten thousand deep": () =>
    withFiles({ "tokenizer.json": (bytes) => bytes.toString().replace(/"normalizer":\s*(null|\{)/u, (_, rest) => `"normalizer":${nested(10_000, '{"type":"Sequence","normalizers":[', "]}", '{"type":"Lowercase"}')},"other":${rest}`) }),
  "tokenizer: sequences a hundred deep": tokenizer((all) => {
    for (let depth = 0; depth < 100; depth += 1) all.normalizer = { type: "Sequence", normalizers: [all.normalizer] };
  }),
  "tokenizer: an expression that backtracks": tokenizer((all) => {
    all.pre_tokenizer = { type: "Split", pattern: { Regex: "(a+)+$|((e|e)*)*z|(.*)*\\1" }, behavior: "Isolated", invert: false };
  }),
  "tokenizer: an expression that backtracks, without references": tokenizer((all) => {
    all.pre_tokenizer = { type: "Split", pattern: { Regex: "(\\w+\\s?)+#|((e|e)*)*z" }, behavior: "Isolated", invert: false };
  }),
  "tokenizer: repetitions of repetitions": tokenizer((all) => {
    all.pre_tokenizer = { type: "Split", pattern: { Regex: "(((((a{1,99}){1,99}){1,99}){1,99}){1,99}){1,99}" }, behavior: "Isolated", invert: false };
  }),
  "tokenizer: brackets of an expression ten thousand deep": tokenizer((all) => {
    all.pre_tokenizer = { type: "Split", pattern: { Regex: nested(10_000, "(", ")", "a") }, behavior: "Isolated", invert: false };
  }),
  "tokenizer: numbers beyond all": tokenizer((all) => {
    for (const key of Object.keys(all.model.vocab)) all.model.vocab[key] = 4_294_967_295;
  }),
  "tokenizer: numbers below nothing": tokenizer((all) => {
    for (const key of Object.keys(all.model.vocab)) all.model.vocab[key] = -1;
  }),
  "tokenizer: words of an empty text": tokenizer((all) => {
    all.model.vocab[""] = 0;
    all.model.unk_token = "";
  }),
  "tokenizer: a replacement that grows": tokenizer((all) => {
    all.normalizer = { type: "Sequence", normalizers: Array.from({ length: 40 }, () => ({ type: "Replace", pattern: { String: "e" }, content: "ee" })) };
  }),
  "tokenizer: prepended forty times": tokenizer((all) => {
    all.normalizer = { type: "Sequence", normalizers: Array.from({ length: 40 }, () => ({ type: "Replace", pattern: { Regex: "" }, content: "aa" })) };
  }),
  "tokenizer: tokens that are added of nothing": tokenizer((all) => {
    all.added_tokens = Array.from({ length: 1000 }, (_, id) => ({ id, content: "", single_word: false, lstrip: true, rstrip: true, normalized: true, special: true }));
  }),
  "tokenizer: bytes changed, 40 times": () => flipped("tokenizer.json", 40, 6),
  "tokenizer: a template of a million": tokenizer((all) => {
    all.post_processor = { type: "TemplateProcessing", single: Array.from({ length: 1_000_000 }, () => ({ Sequence: { id: "A", type_id: 0 } })), pair: [], special_tokens: {} };
  }),
  "config: nothing": () => withFiles({ "config.json": () => "{}" }),
  "config: null": () => withFiles({ "config.json": () => "null" }),
  "config: labels of a prototype": () => withFiles({ "config.json": (bytes) => bytes.toString().replace(/"id2label":\s*\{/u, '"id2label": {"__proto__": "entailment", "-1": "x", "1e9": "y",') }),
  "config: a million labels": () => withFiles({ "config.json": json((all) => { all.id2label = Object.fromEntries(Array.from({ length: 1_000_000 }, (_, id) => [id, `L${id}`])); }) }),
  "config: places below nothing": () => withFiles({ "config.json": json((all) => { all.max_position_embeddings = -5; }) }),
  "config: places beyond all": () => withFiles({ "config.json": json((all) => { all.max_position_embeddings = 1e300; }) }),
  "config: one place": () => withFiles({ "config.json": json((all) => { all.max_position_embeddings = 1; }) }),
  "config: bytes changed, 60 times": () => flipped("config.json", 60, 4),
};

/** A served model of the package, whose answers may be others. */
async function served(change, options = {}) {
  const folder = at("../node_modules/@epitome/papers/models/lstm-ii-zh/");
  const asked = [];
  const server = createServer(async (request, response) => {
    const name = request.url.slice(1);
    asked.push(request.url);
    try {
      const bytes = await readFile(join(folder, name));
      await change({ name, bytes, response, url: request.url });
      if (!response.writableEnded) response.end(bytes);
    } catch {
      if (!response.writableEnded) response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const matcher = await Matcher.create({ model: new URL(`http://127.0.0.1:${server.address().port}/manifest.json`), cache: false, ...options });
  await matcher.match("河水一夜上涨，大桥已经关闭。", "大桥关闭");
}

const manifest = (change) => () =>
  served(({ name, bytes, response }) => {
    if (name !== "manifest.json") return;
    const value = JSON.parse(bytes.toString());
    response.end(JSON.stringify(change(value) ?? value));
  });

const MANIFESTS = {
  "manifest: a size too large": manifest((all) => { all.files[0].bytes += 1; }),
  "manifest: a size of 2^53": manifest((all) => { all.files[0].bytes = 2 ** 53; }),
  "manifest: a size of 4 GB": manifest((all) => { all.files[0].bytes = 0xffff_ffff; }),
  "manifest: a size below nothing": manifest((all) => { all.files[0].bytes = -1; }),
  "manifest: a digest of others": manifest((all) => { all.files[0].sha256 = "0".repeat(64); }),
  "manifest: a digest of nobody": manifest((all) => { all.files[0].sha256 = "../../etc/passwd"; }),
  ...Object.fromEntries(
    ["../../../../etc/passwd", "/etc/passwd", "..\\x", "C:/x", "file:///etc/passwd", "//evil.example/x", "https://evil.example/x", "a\0b", "%2e%2e%2fx", "?x", "#x", ""].map((path) => [
      `manifest: a file ${JSON.stringify(path)}`,
      manifest((all) => { all.files[0].path = path; }),
    ]),
  ),
  "manifest: a million files": manifest((all) => { all.files = Array.from({ length: 200_000 }, (_, id) => ({ ...all.files[0], path: `f${id}` })); }),
  "manifest: the same file twice": manifest((all) => { all.files.push(all.files[0]); }),
  "manifest: arrays a million deep": () => served(({ name, response }) => name === "manifest.json" && response.end(nested(1_000_000, "[", "]", ""))),
  "manifest: of 20 MB": () => served(({ name, response }) => name === "manifest.json" && response.end(Buffer.alloc(20_000_000, 0x20))),
  "manifest: without end": () => served(({ name, response }) => {
    if (name !== "manifest.json") return;
    const more = () => { while (response.write(Buffer.alloc(1 << 16, 0x20))); };
    response.on("drain", more);
    more();
    return new Promise(() => {});
  }),
  "manifest: a version of tomorrow": manifest((all) => { all.manifest_version = 99; }),
  "manifest: a prototype": () => served(({ name, bytes, response }) => name === "manifest.json" && response.end(bytes.toString().replace("{", '{"__proto__": {"files": []}, "constructor": 5,'))),
  "manifest: sent elsewhere": () => served(({ name, response }) => name === "manifest.json" && response.writeHead(302, { location: "file:///etc/passwd" }).end()),
  "manifest: sent in a circle": () => served(({ name, response }) => name === "manifest.json" && response.writeHead(302, { location: "/manifest.json" }).end()),
};

/** A cache folder that was tampered with between two loads. */
const cache = (change) => async () => {
  const folder = await mkdtemp(join(tmpdir(), "epitome-attack-"));
  await served(() => {}, { cache: folder });
  for (const name of await readdir(folder)) await change(join(folder, name), folder, name);
  await served(() => {}, { cache: folder });
};

const CACHES = {
  "cache: other bytes": cache((path) => writeFile(path, "other")),
  "cache: a flipped bit": cache(async (path) => {
    const bytes = await readFile(path);
    bytes[bytes.length >> 1] ^= 1;
    await writeFile(path, bytes);
  }),
  "cache: files of nothing": cache((path) => truncate(path, 0)),
  "cache: files of 1.5 GB": cache((path) => truncate(path, 1_500_000_000)),
  "cache: files of 100 GB": cache((path) => truncate(path, 100_000_000_000)),
  "cache: folders": cache(async (path) => {
    execFileSync("rm", [path]);
    await mkdir(path);
  }),
  "cache: pipes that nobody writes": cache((path) => {
    execFileSync("rm", [path]);
    execFileSync("mkfifo", [path]);
  }),
  "cache: links to /dev/zero": cache(async (path) => {
    execFileSync("rm", [path]);
    await symlink("/dev/zero", path);
  }),
  "cache: links in a circle": cache(async (path) => {
    execFileSync("rm", [path]);
    await symlink(path, path);
  }),
  "cache: a file in the place of its folder": async () => {
    const path = join(await mkdtemp(join(tmpdir(), "epitome-attack-")), "file");
    await writeFile(path, "x");
    await served(() => {}, { cache: path });
  },
  "cache: /dev/full": () => served(() => {}, { cache: "/dev/full" }),
};

export const attacks = { ...REPOSITORY, ...MANIFESTS, ...CACHES };
