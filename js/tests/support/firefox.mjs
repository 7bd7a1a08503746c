/**
 * Firefox over WebDriver BiDi, as far as a test of the page needs it: open an address, evaluate,
 * type and click. The browser is the one that `FIREFOX` names or the system's.
 */
import { spawn } from "node:child_process";
import { access, mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const WebSocket = createRequire(import.meta.url)("ws");
const BINARY = process.env.FIREFOX ?? "/usr/bin/firefox-esr";

/** Whether there is a Firefox. */
export const hasFirefox = await access(BINARY).then(
  () => true,
  () => false,
);

/** Starts Firefox; gives `{ open, evaluate, type, close }`. */
export async function launchFirefox() {
  const profile = await mkdtemp(join(tmpdir(), "epitome-firefox-"));
  const running = spawn(
    BINARY,
    ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  const address = await new Promise((resolve, reject) => {
    let said = "";
    running.stderr.on("data", (part) => {
      said += part;
      const found = said.match(/WebDriver BiDi listening on (ws:\S+)/u);
      if (found) resolve(found[1]);
    });
    running.on("exit", (code) => reject(new Error(`Firefox ended with ${code}: ${said}`)));
  });
  const socket = new WebSocket(`${address}/session`);
  await new Promise((resolve, reject) => socket.on("open", resolve).on("error", reject));
  const waiting = new Map();
  let last = 0;
  socket.on("message", (data) => {
    const { id, result, error, message } = JSON.parse(data);
    const asked = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) asked?.resolve(result);
    else asked?.reject(new Error(`${error}: ${message}`));
  });
  const send = (method, params = {}) =>
    new Promise((resolve, reject) => {
      const id = ++last;
      waiting.set(id, { resolve, reject });
      socket.send(JSON.stringify({ id, method, params }));
    });
  await send("session.new", { capabilities: {} });
  const {
    contexts: [{ context }],
  } = await send("browsingContext.getTree");

  /** The value of an expression, which must be JSON. */
  async function evaluate(expression) {
    const { type, result, exceptionDetails } = await send("script.evaluate", {
      expression: `(async () => JSON.stringify(await (${expression})))()`,
      target: { context },
      awaitPromise: true,
    });
    if (type === "exception") throw new Error(exceptionDetails.text);
    return result.value === undefined ? undefined : JSON.parse(result.value);
  }

  return {
    evaluate,
    open: (url) => send("browsingContext.navigate", { context, url, wait: "complete" }),
    /** Waits until an expression is true. */
    async until(expression, seconds = 60) {
      for (let tries = 0; tries < seconds * 10; tries += 1) {
        if (await evaluate(expression)) return;
        await sleep(100);
      }
      throw new Error(`not within ${seconds} s: ${expression}`);
    },
    /** Types into what has the focus. */
    async type(text) {
      const actions = [...text].flatMap((value) => [
        { type: "keyDown", value },
        { type: "keyUp", value },
      ]);
      await send("input.performActions", {
        context,
        actions: [{ type: "key", id: "keys", actions }],
      });
    },
    /** Clicks the middle of an element. */
    async click(selector) {
      const { x, y } = await evaluate(
        `(() => { const each = document.querySelector(${JSON.stringify(selector)}); each.scrollIntoView({ block: "center" }); const { left, top, width, height } = each.getBoundingClientRect(); return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) }; })()`,
      );
      const actions = [
        { type: "pointerMove", x, y },
        { type: "pointerDown", button: 0 },
        { type: "pointerUp", button: 0 },
      ];
      await send("input.performActions", {
        context,
        actions: [{ type: "pointer", id: "mouse", actions }],
      });
    },
    async picture() {
      return Buffer.from(
        (await send("browsingContext.captureScreenshot", { context })).data,
        "base64",
      );
    },
    async close() {
      await send("session.end").catch(() => {});
      socket.close();
      const ended = new Promise((resolve) => running.on("exit", resolve));
      running.kill();
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
