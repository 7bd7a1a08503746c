/**
 * A phone for benchmarks: a proxy that lets as many bits through as its network does, and a
 * processor that runs a quarter of the time. The network is one of 9 Mbit/s and 40 ms in each
 * direction; the processor is taken from every thread of the renderer for three quarters of the
 * time, by SIGSTOP (Linux).
 */
import { readFile } from "node:fs/promises";
import { createServer, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

export const BITS_PER_SECOND = 9e6;
const LATENCY = 40;
/** A packet, in bytes. */
const PACKET = 8_192;
/** A turn of the processor's sharing: running and stopped, in milliseconds. */
const [RUNS, STOPS] = [5, 15];

/** A proxy before `target` that lets a phone's network through; counts what it sends. */
export async function slow(target) {
  const counts = { requests: 0, bytes: 0 };
  let free = 0; // when the line is free again
  const server = createServer((asked, answer) => {
    counts.requests += 1;
    const on = request(
      new URL(asked.url, target),
      { method: asked.method, headers: asked.headers, agent: false },
      async (from) => {
        const parts = [];
        for await (const part of from) parts.push(part);
        const body = Buffer.concat(parts);
        await sleep(LATENCY);
        answer.writeHead(from.statusCode, { ...from.headers, "content-length": body.length });
        counts.bytes += body.length;
        for (let at = 0; at < body.length; at += PACKET) {
          const packet = body.subarray(at, at + PACKET);
          const now = performance.now();
          free = Math.max(free, now) + (packet.length * 8e3) / BITS_PER_SECOND;
          if (free - now > 1) await sleep(free - now);
          answer.write(packet);
        }
        answer.end();
      },
    );
    setTimeout(() => asked.pipe(on), LATENCY);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    counts,
    close: () => server.closeAllConnections() ?? server.close(),
  };
}

/** The pids of the renderers. */
async function renderers(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  return processInfo.filter(({ type }) => type === "renderer").map(({ id }) => id);
}

/**
 * The time that the processor gave the renderers, in milliseconds: Linux counts hundredths of
 * seconds.
 */
export async function processorTime(browser) {
  let sum = 0;
  for (const pid of await renderers(browser)) {
    const fields = (await readFile(`/proc/${pid}/stat`, "utf8")).split(") ")[1].split(" ");
    sum += (Number(fields[11]) + Number(fields[12])) * 10;
  }
  return sum;
}

/** Leaves every renderer a quarter of its time, until it is told to end. */
export async function quarter(browser) {
  const pids = await renderers(browser);
  let on = true;
  const all = (signal) =>
    pids.forEach((pid) => {
      try {
        process.kill(pid, signal);
      } catch {
        on = false; // it has ended
      }
    });
  const turning = (async () => {
    while (on) {
      all("SIGSTOP");
      await sleep(STOPS);
      all("SIGCONT");
      await sleep(RUNS);
    }
    all("SIGCONT");
  })();
  return async () => {
    on = false;
    await turning;
  };
}
