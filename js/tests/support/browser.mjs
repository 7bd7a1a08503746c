/** Chromium, as the tests of pages run it. */
import { chromium } from "playwright-core";

/** Starts Chromium, the one that `CHROMIUM` names or the system's; without a GPU unless `gpu` says so. It talks to nobody by itself. */
export function launchBrowser({ gpu = "--disable-gpu" } = {}) {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      gpu,
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
    ],
  });
}
