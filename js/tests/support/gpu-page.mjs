/** What pages and Node do to compare the GPU with wasm; runs unchanged on every host. */

/** The limits that every adapter offers at least, of those that WebGPU lets a device ask for. */
export const DEFAULT_LIMITS = {
  maxBindGroups: 4,
  maxBindingsPerBindGroup: 1000,
  maxDynamicUniformBuffersPerPipelineLayout: 8,
  maxDynamicStorageBuffersPerPipelineLayout: 4,
  maxStorageBuffersPerShaderStage: 8,
  maxUniformBuffersPerShaderStage: 12,
  maxUniformBufferBindingSize: 65_536,
  maxStorageBufferBindingSize: 134_217_728,
  minUniformBufferOffsetAlignment: 256,
  minStorageBufferOffsetAlignment: 256,
  maxBufferSize: 268_435_456,
  maxComputeWorkgroupStorageSize: 16_384,
  maxComputeInvocationsPerWorkgroup: 256,
  maxComputeWorkgroupSizeX: 256,
  maxComputeWorkgroupSizeY: 256,
  maxComputeWorkgroupSizeZ: 64,
  maxComputeWorkgroupsPerDimension: 65_535,
};

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

/** Makes adapters say `value` for a property of theirs; only a device that is asked for later knows it. */
export function pretend(property, value) {
  const { gpu } = globalThis.navigator;
  const request = gpu.requestAdapter.bind(gpu);
  gpu.requestAdapter = async (options) => {
    const adapter = await request(options);
    // Some hosts have such properties on the adapter, some on its prototype.
    return adapter && Object.defineProperty(adapter, property, { configurable: true, get: () => value });
  };
}

/** What the adapter says of itself; a reason in `missing` where there is none. */
export async function adapterFacts() {
  const gpu = globalThis.navigator?.gpu;
  if (gpu === undefined) return { missing: "no navigator.gpu" };
  const adapter = await gpu.requestAdapter();
  if (adapter === null) return { missing: "navigator.gpu offers no adapter" };
  const { vendor, architecture, device, description, isFallbackAdapter } = adapter.info;
  return {
    name: [vendor, architecture, device, description].filter(Boolean).join(" "),
    fallback: isFallbackAdapter ?? adapter.isFallbackAdapter,
  };
}

/** How far the levels of two lists of results are apart at most. */
export function apart(some, others) {
  const each = (one, index) =>
    one.levels.map((level, place) => Math.abs(level - others[index].levels[place]));
  return Math.max(...some.flatMap(each));
}

/** What is printed to the console as a warning while `work` is done. */
async function warned(work) {
  const warnings = [];
  const { warn } = console;
  console.warn = (...parts) => warnings.push(parts.join(" "));
  try {
    return { ...(await work()), warnings };
  } finally {
    console.warn = warn;
  }
}

const backendsOf = (results) => [...new Set(results.map(({ backend }) => backend))];

/**
 * The same pairs on wasm and on the GPU, in one call of `matchBatch` or those of `calls`;
 * on the GPU one of each `every` pairs also alone.
 */
export async function compare(Matcher, model, pairs, { calls = [pairs], every = pairs.length } = {}) {
  const results = { wasm: [], webgpu: [], alone: [], company: [] };
  const seconds = {};
  const { warnings } = await warned(async () => {
    for (const backend of ["wasm", "webgpu"]) {
      const matcher = await Matcher.create({ model, backend });
      const start = performance.now();
      for (const call of calls) results[backend].push(...(await matcher.matchBatch(call)));
      seconds[backend] = (performance.now() - start) / 1000;
      if (backend === "webgpu") {
        for (const [index, pair] of calls.flat().entries()) {
          if (index % every !== every >> 1) continue;
          results.alone.push(...(await matcher.matchBatch([pair])));
          results.company.push(results.webgpu[index]);
        }
      }
      matcher.destroy();
    }
  });
  const scores = results.wasm.map(({ score }) => score);
  return {
    pairs: results.webgpu.length,
    apart: apart(results.wasm, results.webgpu),
    alone: results.alone.length,
    company: apart(results.alone, results.company),
    backends: backendsOf([...results.webgpu, ...results.alone]),
    scores: [Math.min(...scores), Math.max(...scores)],
    warnings,
    seconds,
  };
}

/**
 * Where `auto` runs many pairs, and one pair before and after; and whether anything was
 * run on a GPU to find out.
 */
export async function autoChoices(Matcher, watch, model, pairs) {
  const matcher = await Matcher.create({ model });
  const { submits } = watch;
  const first = await matcher.matchBatch(pairs.slice(0, 1));
  const measuredForOne = watch.submits > submits;
  const many = [];
  for (let round = 0; round < 2; round += 1) many.push(...(await matcher.matchBatch(pairs)));
  const measured = watch.submits > submits;
  const later = watch.submits;
  const single = await matcher.match(pairs[0].document, pairs[0].summary);
  matcher.destroy();
  return {
    one: backendsOf([...first, single]),
    many: backendsOf(many),
    measuredForOne: measuredForOne || watch.submits > later,
    measured,
  };
}

/** `compare` on an adapter that offers no more than every adapter; the device's limits that are others. */
export async function withDefaultLimits(Matcher, watch, model, pairs) {
  pretend("limits", DEFAULT_LIMITS);
  const found = await compare(Matcher, model, pairs);
  const { limits } = watch.devices.at(-1);
  const others = Object.entries(DEFAULT_LIMITS).filter(([name, value]) => limits[name] !== value);
  return { ...found, others: others.map(([name]) => `${name} ${limits[name]}`) };
}

/** A batch whose device is lost at its first submit: what it gave, and what the console said. */
export async function loseDevice(Matcher, watch, model, pairs) {
  try {
    return await warned(async () => {
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
      return { apart: apart(expected, found), backends: backendsOf([...found, ...later]), again: again.backend };
    });
  } finally {
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
