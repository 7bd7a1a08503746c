/**
 * One attack of attacks.mjs; without arguments the names of all.
 *
 *   node attacks_work.mjs [GROUP NAME]
 */
import { readdirSync } from "node:fs";

const groups = {};
for (const file of readdirSync(new URL("attacks/", import.meta.url)).sort()) {
  const { group, attacks } = await import(new URL(`attacks/${file}`, import.meta.url));
  groups[group] = attacks;
}

const [group, name] = process.argv.slice(2);
if (group === undefined) {
  console.log(JSON.stringify(Object.fromEntries(Object.entries(groups).map(([key, attacks]) => [key, Object.keys(attacks)]))));
} else {
  const { EpitomeError } = await import("epitome");
  let ended;
  try {
    await groups[group][name]();
    ended = { end: "answer" };
  } catch (error) {
    const own = error instanceof EpitomeError || error?.told === true;
    ended = { end: own ? "error" : "breaks", code: error?.code, message: own ? error.message : (error?.stack ?? String(error)) };
  }
  console.log(JSON.stringify({ ...ended, mebibytes: Math.round(process.resourceUsage().maxRSS / 1024) }));
  process.exit(0);
}
