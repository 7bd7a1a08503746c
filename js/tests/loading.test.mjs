/** Loading models from a server: what can go wrong, the cache, and life without a network. */
import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { after, afterEach, before, beforeEach, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { assertAborted, assertFails } from "./support/errors.mjs";
import { serveModel } from "./support/model-server.mjs";
import { createProject, importEntries, removeProject, run } from "./support/project.mjs";
import { settlesAtOnce } from "./support/settles.mjs";

const PAIR = ["河水一夜上涨，大桥已经关闭。", "大桥关闭"];
const FILE = "model.plan.bin";

let project, entries, folder, server, manifest, split;

before(async () => {
  project = await createProject();
  entries = await importEntries(project);
  const model = join(project, "node_modules", "@epitome", "papers", "models", "lstm-ii-zh");
  manifest = JSON.parse(await readFile(join(model, "manifest.json"), "utf8"));
  server = await serveModel(model);
  split = await splitModel(model);
});

after(async () => {
  server?.close();
  if (split) await split.remove();
  if (project) await removeProject(project);
});

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "epitome-cache-"));
  server.faults.clear();
  server.requests.length = 0;
  split.server.faults.clear();
  split.server.requests.length = 0;
});

afterEach(() => rm(folder, { recursive: true, force: true }));

for (const name of ["epitome", "epitome/worker"]) {
  describe(name, { timeout: 300_000 }, () => {
    const create = (options = {}) =>
      entries[name].Matcher.create({ model: server.url("manifest.json"), cache: folder, ...options });
    const fails = (work, ...expected) => assertFails(entries[name], work, ...expected);
    const works = async (options) => {
      const matcher = await create(options);
      const { probability } = await matcher.match(...PAIR);
      matcher.destroy();
      assert.ok(probability >= 0 && probability <= 1);
      return probability;
    };
    const cached = async () => {
      const { sha256 } = manifest.files.find(({ path }) => path === "model.plan");
      return join(folder, `sha256-${sha256}`);
    };

    test("each failure has its own error, and the next load works", async () => {
      const cases = [
        ["refuse", "NetworkError", "fetch-failed"],
        ["missing", "NetworkError", "not-found"],
        ["unavailable", "NetworkError", "http-status"],
        ["break", "NetworkError", "download-incomplete"],
        ["short", "NetworkError", "download-incomplete"],
        ["flip", "DataError", "hash-mismatch"],
        ["long", "DataError", "size-mismatch"],
      ];
      for (const [fault, error, code] of cases) {
        server.faults.set(FILE, fault);
        server.faults.set("model.plan", fault === "missing" ? "missing" : undefined);
        await fails(create(), error, code, /model\.plan/u);
        assert.ok(!(await readdir(folder)).includes(basename(await cached())), fault);
        server.faults.clear();
        await works();
        await rm(folder, { recursive: true });
      }
      assert.equal(new Set(cases.map(([, , code]) => code)).size, 6);
      const language = entries[name].Matcher.create({ model: "lstm-ii-zh", language: "de" });
      await fails(language, "NotSupportedError", "unsupported-language", /allowed: zh/u);
    });

    test("a download that broke off is started once more", async () => {
      server.faults.set(FILE, "break once");
      const seen = [];
      await works({
        monitor: (monitor) => monitor.addEventListener("downloadprogress", (e) => seen.push(e.loaded)),
      });
      assert.equal(server.requests.filter((each) => each === FILE).length, 2);
      assert.equal(seen[0], 0);
      assert.equal(seen.at(-1), 1);
      assert.deepEqual([...seen].sort((a, b) => a - b), seen);
    });

    test("progress is told at most every 50 ms, however many parts come", async () => {
      const trickle = async (url, init) => {
        const response = await fetch(url, init);
        const bytes = new Uint8Array(await response.arrayBuffer());
        let at = 0;
        const body = new ReadableStream({
          pull: (controller) => {
            if (at >= bytes.length) return controller.close();
            controller.enqueue(bytes.subarray(at, (at += 256)));
          },
        });
        return new Response(body, { status: response.status });
      };
      const times = [];
      const begun = performance.now();
      await works({
        cache: false,
        fetch: trickle,
        monitor: (monitor) => monitor.addEventListener("downloadprogress", () => times.push(performance.now())),
      });
      assert.ok(times.length >= 2 && times.length <= 2 + (performance.now() - begun) / 50, `${times.length} events`);
    });

    test("works without a network after the first load", async () => {
      const first = await works();
      server.faults.set("*", "refuse");
      assert.equal(await works(), first);
      await fails(create({ cache: false }), "NetworkError", "fetch-failed");
      await fails(create({ cache: new Map() }), "NetworkError", "fetch-failed");
    });

    test("a corrupt cached file is replaced by a fresh one", async () => {
      const expected = await works();
      const file = await cached();
      const whole = await readFile(file);
      for (const damaged of [flipped(whole), whole.subarray(0, 100), Buffer.alloc(0)]) {
        await writeFile(file, damaged);
        assert.equal(await works(), expected);
        assert.deepEqual(await readFile(file), whole);
      }
    });

    test("a corrupt cached file that cannot be replaced is an error, never used", async () => {
      await works();
      const file = await cached();
      const whole = await readFile(file);
      await writeFile(file, flipped(whole));
      server.faults.set("*", "refuse");
      const error = await fails(create(), "DataError", "cache-corrupt", /model\.plan/u);
      assert.equal(error.cause.code, "fetch-failed");
      await fails(create(), "NetworkError", "fetch-failed"); // it is gone
      server.faults.clear();
      await works();
    });

    test("a corrupt cached manifest is never used", async () => {
      await works();
      const [kept] = (await readdir(folder)).filter((each) => each.startsWith("manifest-"));
      const text = await readFile(join(folder, kept), "utf8");
      await writeFile(join(folder, kept), text.replace("lstm-ii-zh", "lstm-ii-zx"));
      server.faults.set("*", "refuse");
      await fails(create(), "DataError", "cache-corrupt", /manifest\.json/u);
    });

    test("takes any store, and one that fails costs only the download", async () => {
      const map = new Map();
      await works({ cache: map });
      const count = server.requests.length;
      await works({ cache: map });
      assert.equal(server.requests.length, count + 1); // the manifest
      const errors = [];
      await works({
        cache: {
          get: () => Promise.reject(new Error("no reading")),
          set: () => Promise.reject(new Error("no room")),
          delete: () => {},
        },
        monitor: (monitor) => monitor.addEventListener("cacheerror", (e) => errors.push(e.error.message)),
      });
      assert.deepEqual(new Set(errors), new Set(["no room"]));
    });

    test("takes a fetch function", async () => {
      const asked = [];
      await works({
        cache: false,
        fetch: (url, init) => {
          asked.push(url.pathname);
          return fetch(url, { ...init, headers: { "x-key": "1" } });
        },
      });
      assert.ok(asked.includes("/manifest.json") && asked.includes(`/${FILE}`), asked.join());
    });

    test("two loads at the same time download once", async () => {
      await Promise.all([works(), works(), works()]);
      assert.equal(server.requests.filter((each) => each === FILE).length, 1);
    });

    test("an aborted download settles within 100 ms, and the next load works", async () => {
      server.faults.set(FILE, "hang");
      await settlesAtOnce(async () => {
        const controller = new AbortController();
        const ended = assertAborted(create({ signal: controller.signal }));
        await sleep(100);
        return { ended, end: () => controller.abort() };
      });
      server.faults.clear();
      await works();
    });

    test("a fetch that hangs blocks no other load once it is given up", { timeout: 60_000 }, async () => {
      const controller = new AbortController();
      let hang;
      const hanging = new Promise((resolve) => (hang = resolve));
      const given = (url, init) => {
        if (basename(url.pathname) !== FILE) return fetch(url, init);
        hang();
        return new Promise(() => {});
      };
      const ended = assertAborted(create({ fetch: given, signal: controller.signal }));
      await hanging;
      controller.abort();
      await ended;
      await works();
    });

    test("a WebAssembly file that never comes blocks no other load once it is given up", async () => {
      // A process of its own: the file is loaded once.
      const entry = join(project, "never.mjs");
      await writeFile(entry, `
        import { Matcher } from "${name}";
        const controller = new AbortController();
        const never = { wasm: new Promise(() => {}), signal: controller.signal };
        const ended = Matcher.create({ language: "en", ...never }).catch((error) => error === controller.signal.reason);
        setTimeout(() => controller.abort(), 50);
        const aborted = await ended;
        const matcher = await Matcher.create({ language: "en" });
        const { matched } = await matcher.match("The bridge was closed.", "The bridge was closed.");
        console.log(aborted, matched);
      `);
      const { code, stdout, stderr } = await run(process.execPath, [entry], { cwd: project });
      assert.equal(code, 0, stderr);
      assert.equal(stdout, "true true\n");
    });

    test("a file of a size that no file has is refused", async () => {
      for (const bytes of [2 ** 50, 2 ** 32, -1, 0.5, "1", undefined]) {
        const files = manifest.files.map((file) => ({ ...file, bytes }));
        const model = { manifest: { ...manifest, files }, files: server.url("") };
        await fails(create({ model }), "DataError", "invalid-manifest", /bytes \(0 to 4294967295\)/u);
      }
      assert.deepEqual(server.requests, []);
    });

    test("a file in parts is put together, wherever its parts come from", async () => {
      const expected = await works();
      const model = split.server.url("manifest.json");
      assert.equal(await works({ model }), expected);
      assert.equal(await works({ model }), expected);
      assert.deepEqual(count(split.server.requests, /^(manifest|half|model\.plan\.0\.bin)/u), {
        "manifest.json": 2,
        half: 1,
        "half.bin": 1,
        "model.plan.0.bin": 1,
      });
      const kept = await readdir(folder);
      for (const { sha256 } of split.parts) assert.ok(kept.includes(`sha256-${sha256}`), sha256);
      assert.equal(await works({ model: pathToFileURL(join(split.folder, "manifest.json")) }), expected);

      const { manifest: listed, files } = split;
      const [first, second] = split.parts.map(({ path }) => path);
      const url = split.server.url("../shared/half.bin");
      assert.equal(await works({ model: { manifest: listed, files: { ...files, [second]: url } } }), expected);
      const whole = { ...files, "model.plan": Buffer.concat([files[first], files[second]]) };
      assert.equal(await works({ model: { manifest: listed, files: whole } }), expected);
    });

    test("what is wrong with a part is an error that names it", async () => {
      const { manifest: listed, files } = split;
      const [first, second] = split.parts.map(({ path }) => path);
      const without = { ...files };
      delete without[second];
      const missing = create({ model: { manifest: listed, files: without } });
      await fails(missing, "DataError", "missing-file", /half", a part of "model\.plan", was not given/u);
      const swapped = { ...files, [first]: files[second], [second]: files[first] };
      await fails(create({ model: { manifest: listed, files: swapped } }), "DataError", "hash-mismatch", /model\.plan/u);

      const model = split.server.url("manifest.json");
      split.server.faults.set("half.bin", "flip");
      await fails(create({ model }), "DataError", "hash-mismatch", /half of lstm-ii-zh/u);
      split.server.faults.set("half.bin", "missing");
      await fails(create({ model }), "NetworkError", "not-found", /shared\/half/u);
      for (const parts of [{}, [{}], [{ ...split.parts[0], bytes: -1 }], "x"]) {
        const changed = { ...listed, files: listed.files.map((file) => ({ ...file, parts })) };
        const given = { manifest: changed, files };
        await fails(create({ model: given }), "DataError", "invalid-manifest", /with or without parts/u);
      }
      for (const path of ["http://127.0.0.1/evil", "//host/x", "/x", "../x", "../../up/x", "..\\x/y", "a/../b", "%2e%2e/x", "x?y"]) {
        const parts = [split.parts[0], { ...split.parts[1], path }];
        const changed = { ...listed, files: listed.files.map((file) => (file.parts ? { ...file, parts } : file)) };
        const given = { manifest: changed, files: split.server.url("") };
        await fails(create({ model: given }), "DataError", "invalid-manifest", /must be relative/u);
      }
      const [part] = split.parts;
      const changed = { ...listed, files: listed.files.map((file) => ({ ...file, parts: [part] })) };
      await fails(create({ model: { manifest: changed, files } }), "DataError", "invalid-manifest", /parts of file/u);
    });

    test("a manifest in an address that nothing lies beside needs files", async () => {
      const model = new URL(`data:application/json,${encodeURIComponent(JSON.stringify(manifest))}`);
      await fails(create({ model }), "DataError", "invalid-argument", /begins with "data:"; give the option files/u);
    });

    test("reads files from data addresses, without asking for them", async () => {
      const at = join(project, "node_modules", "@epitome", "papers", "models", "lstm-ii-zh");
      const files = {};
      const wanted = await works({});
      for (const [index, { path }] of manifest.files.entries()) {
        const bytes = await readFile(join(at, `${path}.bin`));
        const escaped = bytes.toString("hex").replace(/../gu, "%$&");
        files[path] = new URL(index === 0 ? `data:text/plain,${escaped}` : `data:x/y;base64,${bytes.toString("base64")}`);
      }
      const refuse = async () => assert.fail("nothing is to be fetched");
      assert.equal(await works({ model: { manifest, files }, fetch: refuse, cache: false }), wanted);
      files["model.plan"] = new URL("data:;base64,AAAA");
      await fails(create({ model: { manifest, files }, cache: false }), "DataError", "size-mismatch");
    });

    test("reads a model from file addresses, with or without the packaged suffix", async () => {
      const at = join(project, "node_modules", "@epitome", "papers", "models", "lstm-ii-zh", "manifest.json");
      await works({ model: new URL(`file://${at}`) });
      await fails(create({ model: new URL("file:///none/manifest.json") }), "NetworkError", "not-found");
    });
  });
}

test("the folder of the cache is EPITOME_CACHE, else the user's cache folder", async () => {
  const script = `
    import { Matcher } from "epitome";
    (await Matcher.create({ model: new URL(process.argv[2]) })).destroy();
  `;
  await writeFile(join(project, "folder.mjs"), script);
  const home = join(folder, "home");
  const url = server.url("manifest.json").href;
  const environments = [
    [{ EPITOME_CACHE: join(folder, "own") }, join(folder, "own")],
    [{ EPITOME_CACHE: "", XDG_CACHE_HOME: join(folder, "xdg") }, join(folder, "xdg", "epitome")],
    [{ EPITOME_CACHE: "", XDG_CACHE_HOME: "", HOME: home }, join(home, ".cache", "epitome")],
  ];
  for (const [env, place] of environments) {
    const { code, stderr } = await run(process.execPath, ["folder.mjs", url], { cwd: project, env });
    assert.equal(code, 0, stderr);
    assert.equal((await readdir(place)).length, 1 + manifest.files.length);
  }
});

test("the package's own SHA-256 gives what the host's gives", async () => {
  const { build } = await import("esbuild");
  const outfile = join(project, "digest.mjs");
  const entry = new URL("../src/loading/digest.ts", import.meta.url).pathname;
  await build({ entryPoints: [entry], outfile, format: "esm" });
  const { compute } = await import(outfile);
  for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 120, 1000, 100_003]) {
    const bytes = randomBytes(length);
    const expected = createHash("sha256").update(bytes).digest("hex");
    assert.equal(Buffer.from(compute(bytes)).toString("hex"), expected, `${length} bytes`);
  }
});

/** How often each of `names` that matches `pattern` is there. */
function count(names, pattern) {
  const counts = {};
  for (const name of names) if (pattern.test(name)) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

/** The model in `folder` with its graph in two parts, one of them beside the model's folder. */
async function splitModel(folder) {
  const root = await mkdtemp(join(tmpdir(), "epitome-split-"));
  const own = join(root, "model");
  for (const each of ["model", "shared"]) await mkdir(join(root, each));
  const manifest = JSON.parse(await readFile(join(folder, "manifest.json"), "utf8"));
  const files = {};
  const parts = [];
  for (const file of manifest.files) {
    const bytes = await readFile(join(folder, `${file.path}.bin`));
    const isGraph = file.path === "model.plan";
    const half = bytes.length >> 1;
    const stored = isGraph
      ? { "model.plan.0": bytes.subarray(0, half), "../shared/half": bytes.subarray(half) }
      : { [file.path]: bytes };
    for (const [path, bytes] of Object.entries(stored)) {
      files[path] = bytes;
      await writeFile(join(own, `${path}.bin`), bytes);
      if (!isGraph) continue;
      parts.push({ path, bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") });
    }
    if (isGraph) file.parts = parts;
  }
  await writeFile(join(own, "manifest.json"), JSON.stringify(manifest));
  const server = await serveModel(root);
  const remove = async () => {
    server.close();
    await rm(root, { recursive: true });
  };
  const url = (name) => server.url(`model/${name}`);
  return { manifest, files, parts, folder: own, server: { ...server, url }, remove };
}

function flipped(bytes) {
  const copy = Buffer.from(bytes);
  copy[copy.length >> 1] ^= 1;
  return copy;
}
