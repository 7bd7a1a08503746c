/**
 * What can go wrong around a load and a call, one at a time: each fault is put into one place, and
 * `ends` says how the call may end: with the right answer ("works"), with an error of the package
 * ("fails"), or by the caller's signal ("hangs").
 */

/** A promise that nobody settles. */
const never = () => new Promise(() => {});
const broken = () => Promise.reject(new Error("the fault"));
const thrown = () => {
  throw new Error("the fault");
};
const bytesOf = async (url, init) => new Uint8Array(await (await fetch(url, init)).arrayBuffer());

/** A body that gives `chunks`, and then does what `end` does. */
const body = (chunks, end) =>
  new ReadableStream({
    start: (controller) => chunks.forEach((chunk) => controller.enqueue(chunk)),
    pull: end,
  });
const close = (controller) => controller.close();

/** What a fetch of one file does instead. */
const FETCHES = {
  "throws": [thrown, "fails"],
  "rejects": [broken, "fails"],
  "never answers": [never, "hangs"],
  "gives nothing": [async () => undefined, "fails"],
  "gives an object": [async () => ({}), "fails"],
  "gives a status of 500": [async () => new Response("", { status: 500 }), "fails"],
  "gives a status of 404": [async () => new Response("", { status: 404 }), "fails"],
  "gives no body": [async () => new Response(null), "fails"],
  "gives text": [async () => new Response("<html>blocked</html>"), "fails"],
  "gives strings for bytes": [async () => new Response(body(["abc"], close)), "fails"],
  "breaks in the middle": [
    async (url, init) => {
      const bytes = await bytesOf(url, init);
      return new Response(body([bytes.subarray(0, bytes.length >> 1)], (to) => to.error(new Error("the fault"))));
    },
    "fails",
  ],
  "ends in the middle": [
    async (url, init) => {
      const bytes = await bytesOf(url, init);
      return new Response(body([bytes.subarray(0, bytes.length >> 1)], close));
    },
    "fails",
  ],
  "hangs in the middle": [
    async (url, init) => {
      const bytes = await bytesOf(url, init);
      return new Response(body([bytes.subarray(0, bytes.length >> 1)], never));
    },
    "hangs",
  ],
  "flips a bit": [
    async (url, init) => {
      const bytes = await bytesOf(url, init);
      bytes[bytes.length >> 1] ^= 1;
      return new Response(bytes);
    },
    "fails",
  ],
  "gives it twice": [
    async (url, init) => {
      const bytes = await bytesOf(url, init);
      return new Response(body([bytes, bytes], close));
    },
    "fails",
  ],
  "never ends": [async () => new Response(body([], (to) => to.enqueue(new Uint8Array(1 << 20)))), "fails"],
};

/** What a cache does instead, with a `Map` behind it. */
const CACHES = {
  "get throws": [{ get: thrown }, "works"],
  "get rejects": [{ get: broken }, "works"],
  "get hangs": [{ get: never }, "hangs"],
  "get gives a number": [{ get: () => 2 ** 31 }, "works"],
  "get gives text": [{ get: () => "text" }, "works"],
  "get gives an object": [{ get: () => ({ length: 5 }) }, "works"],
  "get gives null": [{ get: () => null }, "works"],
  "get gives other bytes": [{ get: () => new Uint8Array(100) }, "works"],
  "get gives half": [{ get: (key, map) => map.get(key)?.subarray(0, map.get(key).length >> 1) }, "works"],
  "get gives a changed copy": [
    {
      get: (key, map) => {
        const bytes = map.get(key)?.slice();
        if (bytes !== undefined) bytes[bytes.length >> 1] ^= 1;
        return bytes;
      },
    },
    "works",
  ],
  "set throws": [{ set: thrown }, "works"],
  "set rejects": [{ set: broken }, "works"],
  "set hangs": [{ set: never }, "hangs"],
  "set keeps half": [{ set: (key, bytes, map) => map.set(key, bytes.slice(0, bytes.length >> 1)) }, "works"],
  "set changes what it is given": [{ set: (_, bytes) => bytes.set([1, 2, 3]) }, "works"],
  "set takes the bytes away": [{ set: (_, bytes) => structuredClone(bytes, { transfer: [bytes.buffer] }) }, "works"],
  "delete throws": [{ get: () => new Uint8Array(8), delete: thrown }, "works"],
  "delete rejects": [{ get: () => new Uint8Array(8), delete: broken }, "works"],
  "delete hangs": [{ get: () => new Uint8Array(8), delete: never }, "hangs"],
};

/** What the host's digest does instead. */
const DIGESTS = {
  "throws": [thrown, "works"],
  "rejects": [broken, "works"],
  "hangs": [never, "hangs"],
  "gives nothing": [async () => undefined, "works"],
  "gives half": [async () => new ArrayBuffer(16), "works"],
  "gives another": [async () => new ArrayBuffer(32), "fails"],
};

/** What a worker does instead of its work: a script of worker_threads. */
const WORKERS = {
  "cannot be made": [() => thrown(), "fails"],
  "ends at once": ["process.exit(3)", "fails"],
  "throws at once": ["throw new Error('the fault')", "fails"],
  "has no answer": ["parentPort.on('message', () => {})", "hangs"],
  "answers null": ["parentPort.on('message', () => parentPort.postMessage(null))", "fails"],
  "answers text": ["parentPort.on('message', () => parentPort.postMessage('ok'))", "fails"],
  "answers without a number": ["parentPort.on('message', () => parentPort.postMessage({ value: 1 }))", "fails"],
  "answers another": ["parentPort.on('message', ({ id }) => parentPort.postMessage({ id: id + 7, value: 1 }))", "hangs"],
  "answers no error": ["parentPort.on('message', ({ id }) => parentPort.postMessage({ id, error: null }))", "fails"],
  "answers an empty error": ["parentPort.on('message', ({ id }) => parentPort.postMessage({ id, error: {} }))", "fails"],
  "answers twice": ["parentPort.on('message', ({ id }) => { parentPort.postMessage({ id, error: {} }); parentPort.postMessage({ id, value: 1 }); })", "fails"],
  "ends in its first call": ["parentPort.on('message', ({ id, op }) => op === 'match' ? process.exit(4) : parentPort.postMessage({ id, value: 1 }))", "fails"],
  "answers nothing to a call": ["parentPort.on('message', ({ id, op }) => parentPort.postMessage({ id, value: undefined }))", "fails"],
  "answers no results": ["parentPort.on('message', ({ id }) => parentPort.postMessage({ id, value: { batch: 1 } }))", "fails"],
};

/** What `navigator.gpu` does where a GPU is welcome, and none is needed. */
const adapter = (requestDevice) => ({
  requestAdapter: async () => ({ info: { vendor: "none", architecture: "", device: "", description: "" }, limits: { maxStorageBufferBindingSize: 1, maxBufferSize: 1 }, requestDevice }),
});
const GPUS = {
  "requestAdapter throws": [{ requestAdapter: thrown }, "works"],
  "requestAdapter rejects": [{ requestAdapter: broken }, "works"],
  "requestAdapter hangs": [{ requestAdapter: never }, "hangs"],
  "requestAdapter gives null": [{ requestAdapter: async () => null }, "works"],
  "requestAdapter gives a number": [{ requestAdapter: async () => 5 }, "works"],
  "requestDevice rejects": [adapter(broken), "works"],
  "requestDevice hangs": [adapter(never), "hangs"],
};

const rows = (place, faults, more = {}) =>
  Object.entries(faults).map(([name, [fault, ends]]) => ({ place, name, fault, ends, ...more }));

/** Every fault: its place, its name, what it does, and how a call may end. */
export const FAULTS = [
  // Nothing vouches for a manifest: a changed word of its description is another description.
  ...["manifest.json", "model.plan.bin", "vocabulary.txt.bin"].flatMap((file) =>
    rows(`fetch of ${file}`, FETCHES, { kind: "fetch", file }).map((row) =>
      file === "manifest.json" && row.name === "flips a bit" ? { ...row, ends: "either" } : row,
    ),
  ),
  ...rows("cache", CACHES, { kind: "cache" }),
  ...rows("digest", DIGESTS, { kind: "digest" }),
  ...rows("worker", WORKERS, { kind: "worker" }),
  ...rows("gpu", GPUS, { kind: "gpu" }),
];
