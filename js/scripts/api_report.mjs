/**
 * Writes the public types of the entries, docs/api/ENTRY.api.md, as API Extractor finds them in the
 * staged package (dist/package): what changes there changes for users. Needs js/tools.
 *
 *   npm run api             writes
 *   npm run api -- check    fails if what is written differs
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const staged = fileURLToPath(new URL("../../dist/package/", import.meta.url));
const goal = new URL("../../docs/api/", import.meta.url);
const require = createRequire(new URL("../tools/", import.meta.url));
const { Extractor, ExtractorConfig } = require("@microsoft/api-extractor");

/** The entries that have types of their own. */
const ENTRIES = ["index", "worker", "measures"];

const OPTIONS = {
  target: "ES2022", lib: ["ES2023", "ESNext.Disposable", "DOM"], module: "NodeNext", moduleResolution: "NodeNext", types: [], strict: true,
};

/** Everything is public; classes have bases and options parts that have no name of their own outside. */
const UNTOLD = Object.fromEntries(
  ["ae-missing-release-tag", "ae-undocumented", "ae-forgotten-export"].map((name) => [name, { logLevel: "none" }]),
);

/** The report of an entry. */
async function reportOf(entry, folder) {
  const reports = join(folder, "reports");
  await mkdir(reports, { recursive: true });
  const config = ExtractorConfig.prepare({
    configObject: {
      projectFolder: staged,
      mainEntryPointFilePath: join(staged, "dist", `${entry}.d.ts`),
      compiler: { overrideTsconfig: { compilerOptions: OPTIONS, files: [`dist/${entry}.d.ts`] } },
      apiReport: { enabled: true, reportFileName: `${entry}.api.md`, reportFolder: reports, reportTempFolder: folder },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      newlineKind: "lf",
      messages: {
        compilerMessageReporting: { default: { logLevel: "error" } },
        extractorMessageReporting: { default: { logLevel: "error" }, ...UNTOLD },
        tsdocMessageReporting: { default: { logLevel: "none" } },
      },
    },
    configObjectFullPath: undefined,
    packageJson: { name: "epitome", version: "0.0.0" },
    packageJsonFullPath: join(staged, "package.json"),
  });
  const messages = [];
  const { succeeded } = Extractor.invoke(config, {
    localBuild: true,
    messageCallback: (message) => {
      if (message.logLevel === "error" || message.logLevel === "warning") messages.push(message.text);
      message.handled = true;
    },
  });
  if (!succeeded) throw new Error(`${entry}: ${messages.join("\n")}`);
  return await readFile(join(reports, `${entry}.api.md`), "utf8");
}

const folder = await mkdtemp(join(tmpdir(), "epitome-api-"));
try {
  for (const entry of ENTRIES) {
    const report = await reportOf(entry, folder);
    const file = new URL(`${entry}.api.md`, goal);
    if (process.argv[2] !== "check") {
      await mkdir(goal, { recursive: true });
      await writeFile(file, report);
    } else if ((await readFile(file, "utf8").catch(() => "")) !== report) {
      console.error(`docs/api/${entry}.api.md is not what the types are: run ./build.sh pack, and npm run api in js/`);
      process.exitCode = 1;
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
