/** The site: the Markdown pages of the repository where they lie, with a search. */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitepress";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** The pages beside those of docs/ and the models' cards. */
const ALONE = ["README", "ARCHITECTURE", "CHANGELOG", "CONTRIBUTING", "SECURITY", "THREAT_MODEL"];
const PACKAGES = ["js/README", "python/README", "models/recipes/README"];

/** What is left out: another page has its address. */
const LEFT_OUT = ["docs/api/README.md"];

/** The title of a page: its first heading. */
const title = (path) => readFileSync(join(root, path), "utf8").match(/^# (.*)$/mu)?.[1].replaceAll("`", "") ?? path;
const entry = (path) => ({ text: title(path), link: `/${path.replace(/(README|index)?\.md$/u, "")}` });

/** The pages of a folder, in the order of their names, its README first. */
const folder = (text, path) => ({
  text,
  collapsed: true,
  items: readdirSync(join(root, path))
    .filter((name) => name.endsWith(".md") && !LEFT_OUT.includes(`${path}/${name}`))
    .sort((a, b) => Number(b === "README.md") - Number(a === "README.md") || (a < b ? -1 : 1))
    .map((name) => entry(`${path}/${name}`)),
});

const cards = readdirSync(join(root, "models")).filter((name) => existsSync(join(root, "models", name, "CARD.md")));
const isPage = (path) =>
  /^docs\/(?!site\/).*\.md$/u.test(path) ||
  /^models\/[^/]+\/CARD\.md$/u.test(path) ||
  [...ALONE, ...PACKAGES].includes(path.replace(/\.md$/u, ""));

/** Links to files of the repository that are no pages become their text: the site holds pages alone. */
function withoutFiles(markdown) {
  markdown.core.ruler.push("files", (state) => {
    const from = state.env.relativePath ?? "";
    for (const { children } of state.tokens) {
      let dropped = false;
      for (const token of children ?? []) {
        if (token.type === "link_open") {
          const [path] = decodeURI(token.attrGet("href")).split("#");
          const at = normalize(join(dirname(from), path)).replace(/\/$/u, "");
          const kept = path === "" || /^[a-z]+:/u.test(path) || isPage(at) || isPage(`${at}/README.md`);
          dropped = !kept;
        }
        if (dropped && /^link_(open|close)$/u.test(token.type)) {
          dropped = token.type === "link_open";
          Object.assign(token, { type: "text", tag: "", content: "", nesting: 0 });
        }
      }
    }
  });
}

/** Pages lie outside of this folder: what they import of packages is looked for here. */
const packages = {
  name: "packages-of-the-site",
  enforce: "pre",
  resolveId(id, from, options) {
    if (!/^(vue|vitepress)(\/|$)/u.test(id) || from === undefined || from.includes("node_modules")) return undefined;
    return this.resolve(id, join(root, "docs/site/package.json"), { ...options, skipSelf: true });
  },
};

export default defineConfig({
  title: "Epitome",
  description: "Tells whether a summary says what its document says, and writes summaries.",
  srcDir: root,
  srcExclude: ["**/node_modules/**", "{dist,target,fuzz,.tools,.github,www,tests,bindings,benches,examples,kernels,src}/**", "docs/site/**",
    "js/{dist,tools,tests,models}/**", "python/{src,tests,benches}/**", "models/recipes/*/**", "CODE_OF_CONDUCT.md", ...LEFT_OUT],
  outDir: join(root, "dist/docs"),
  cacheDir: join(root, "docs/site/.vitepress/cache"),
  rewrites: (path) => path.replace(/(^|\/)README\.md$/u, "$1index.md"),
  cleanUrls: false,
  markdown: { config: withoutFiles, html: true },
  vite: {
    server: { fs: { allow: [root] } },
    plugins: [packages],
    build: { chunkSizeWarningLimit: 4000 },
  },
  themeConfig: {
    outline: [2, 3],
    search: { provider: "local" },
    nav: [
      { text: "Guides", link: "/docs/guides/" },
      { text: "Package", link: "/js/" },
      { text: "Reference", link: "/docs/api/" },
      { text: "Results", link: "/docs/results/quality" },
    ],
    sidebar: [
      { text: "Start", items: [entry("README.md"), ...PACKAGES.map((name) => entry(`${name}.md`))] },
      folder("Guides", "docs/guides"),
      folder("Reference", "docs/api"),
      folder("Results", "docs/results"),
      folder("Decisions", "docs/decisions"),
      folder("Experiments", "docs/experiments"),
      { text: "Models", collapsed: true, items: cards.map((name) => ({ text: name, link: `/models/${name}/CARD` })) },
      { text: "Project", collapsed: true, items: ALONE.slice(1).map((name) => entry(`${name}.md`)) },
    ],
  },
});
