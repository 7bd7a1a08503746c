/** The page in Firefox: the sample, typing, correcting, a file, candidates. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { serve } from "../../www/serve.mjs";
import { hasFirefox, launchFirefox } from "./support/firefox.mjs";

const demo = fileURLToPath(new URL("../../dist/demo", import.meta.url));

test(
  "Firefox checks, marks, corrects, summarises and opens a file",
  { skip: !hasFirefox && "no Firefox: set FIREFOX", timeout: 300_000 },
  async () => {
    const { server, url } = await serve(demo, 0);
    const firefox = await launchFirefox();
    const marks = () => firefox.evaluate('[...CSS.highlights.get("wrong")].map(String)');
    try {
      await firefox.open(url);
      await firefox.until('document.querySelector("#summaries .card[data-verdict]") !== null');
      await firefox.until("document.documentElement.dataset.ready !== undefined");
      assert.match(
        await firefox.evaluate('document.querySelector("#summaries .words").textContent'),
        /^2 of 3 statements/u,
      );
      assert.deepEqual(await marks(), ["Fifteen"]);

      await firefox.click("#summaries textarea");
      await firefox.evaluate('document.querySelector("#summaries textarea").select()');
      await firefox.type("The bakery burned down on Tuesday.");
      await firefox.until(
        '/it says Monday, not Tuesday/u.test(document.querySelector("#summaries .words").textContent.replace(/[\\u2068\\u2069]/gu, ""))',
      );
      assert.deepEqual(await marks(), ["Tuesday"]);
      await firefox.click("#summaries .fix");
      await firefox.until(
        'document.querySelector("#summaries .card").dataset.verdict === "supported"',
      );
      assert.equal(
        await firefox.evaluate('document.querySelector("#summaries textarea").value'),
        "The bakery burned down on Monday.",
      );

      await firefox.click("#summarise");
      await firefox.until('document.querySelector("#candidates .card[data-verdict]") !== null');
      await firefox.evaluate(
        `(() => { const data = new DataTransfer(); data.items.add(new File(["# Line\\n\\nThe line opens in *May*.\\n\\n# Fares\\n\\nTwo crowns."], "a.md")); document.querySelector("footer").dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: data })); return true; })()`,
      );
      await firefox.until('document.getElementById("section-list")?.options.length === 3');
      assert.equal(
        await firefox.evaluate("document.documentElement.scrollWidth <= innerWidth"),
        true,
      );
    } finally {
      await firefox.close();
      server.closeAllConnections();
      server.close();
    }
  },
);
