/** What pages and Node do to compare the GPU with wasm; runs unchanged on every host. */

/** Counts buffers, and can lose the device in the middle of a batch. */
export function watchDevices() {
  const watch = { devices: [], created: 0, destroyed: 0, submits: 0, loseAt: undefined };
  const around = (owner, name, then) => {
    const original = owner.prototype[name];
    owner.prototype[name] = function (...given) {
      return then.call(this, original.apply(this, given));
    };
  };
  around(globalThis.GPUAdapter, "requestDevice", (promise) =>
    promise.then((device) => {
      watch.devices.push(device);
      return device;
    }),
  );
  around(globalThis.GPUDevice, "createBuffer", (buffer) => {
    watch.created += 1;
    return buffer;
  });
  around(globalThis.GPUBuffer, "destroy", () => {
    watch.destroyed += 1;
  });
  around(globalThis.GPUQueue, "submit", () => {
    watch.submits += 1;
    if (watch.submits === watch.loseAt) watch.devices.at(-1).destroy();
  });
  return watch;
}

/** What the adapter says of itself; a reason in `missing` where there is none. */
export async function adapterFacts() {
  const gpu = globalThis.navigator?.gpu;
  if (gpu === undefined) return { missing: "no navigator.gpu" };
  const adapter = await gpu.requestAdapter();
  if (adapter === null) return { missing: "navigator.gpu offers no adapter" };
  const { vendor, architecture, device, description } = adapter.info;
  return { name: [vendor, architecture, device, description].filter(Boolean).join(" ") };
}

/** How far the levels of two lists of results are apart at most. */
export function apart(some, others) {
  const each = (one, index) =>
    one.levels.map((level, place) => Math.abs(level - others[index].levels[place]));
  return Math.max(...some.flatMap(each));
}

/** The same pairs on wasm and on the GPU. */
export async function compare(Matcher, model, pairs) {
  const results = {};
  const seconds = {};
  for (const backend of ["wasm", "webgpu"]) {
    const matcher = await Matcher.create({ model, backend });
    const start = performance.now();
    results[backend] = await matcher.matchBatch(pairs);
    seconds[backend] = (performance.now() - start) / 1000;
    if (backend === "webgpu") {
      const middle = Math.floor(pairs.length / 2);
      results.alone = await matcher.matchBatch([pairs[middle]]);
      results.company = [results.webgpu[middle]];
    }
    matcher.destroy();
  }
  return {
    apart: apart(results.wasm, results.webgpu),
    company: apart(results.alone, results.company),
    backends: [...new Set(results.webgpu.map(({ backend }) => backend))],
    seconds,
  };
}

/** A batch whose device is lost at its first submit: what it gave, and what the console said. */
export async function loseDevice(Matcher, watch, model, pairs) {
  const warnings = [];
  const { warn } = console;
  console.warn = (...parts) => warnings.push(parts.join(" "));
  try {
    const reference = await Matcher.create({ model, backend: "wasm" });
    const expected = await reference.matchBatch(pairs);
    reference.destroy();
    const matcher = await Matcher.create({ model, backend: "webgpu" });
    watch.loseAt = watch.submits + 1;
    const found = await matcher.matchBatch(pairs);
    const later = await matcher.matchBatch(pairs.slice(0, 2));
    matcher.destroy();
    const next = await Matcher.create({ model, backend: "webgpu" });
    const [again] = await next.matchBatch(pairs.slice(0, 1));
    next.destroy();
    return {
      apart: apart(expected, found),
      backends: [...new Set([...found, ...later].map(({ backend }) => backend))],
      again: again.backend,
      warnings,
    };
  } finally {
    console.warn = warn;
    watch.loseAt = undefined;
  }
}

/** How many buffers are alive after `times` matchers were made, used and destroyed. */
export async function makeMany(Matcher, watch, model, pair, times) {
  for (let index = 0; index < times; index += 1) {
    const matcher = await Matcher.create({ model, backend: "webgpu" });
    if (index % 20 === 0) await matcher.matchBatch([pair]);
    matcher.destroy();
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  return watch.created - watch.destroyed;
}
