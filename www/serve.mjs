/**
 * Serves a folder on this machine only: node serve.mjs DIR [PORT]
 */
import { createReadStream } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, sep } from "node:path";
import { pathToFileURL } from "node:url";

const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; " +
  "connect-src 'self'; style-src 'self'; img-src 'self'";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".wasm": "application/wasm",
  ".bin": "application/octet-stream",
  ".txt": "text/plain; charset=utf-8",
  ".md": "text/plain; charset=utf-8",
};

/** The file that a request names, or undefined if the folder has no such file. */
async function find(root, url) {
  try {
    const path = decodeURIComponent(new URL(`http://localhost${url}`).pathname);
    if (path.includes("\0") || path.includes("\\")) return undefined;
    let file = await realpath(join(root, path));
    if ((await stat(file)).isDirectory()) file = await realpath(join(file, "index.html"));
    if (!file.startsWith(root.endsWith(sep) ? root : root + sep)) return undefined; // links and ".." do not lead out
    const found = await stat(file);
    return found.isFile() ? { file, size: found.size } : undefined;
  } catch {
    return undefined;
  }
}

/** Serves `folder`; port 0 takes a free one. Gives the server and its URL. */
export async function serve(folder, port = 8017) {
  const root = await realpath(folder);
  const server = createServer(async (request, response) => {
    response.setHeader("Content-Security-Policy", POLICY);
    response.setHeader("X-Content-Type-Options", "nosniff");
    response.setHeader("Referrer-Policy", "no-referrer");
    response.setHeader("Cache-Control", "no-cache");
    const end = (status, text) => {
      response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8" });
      response.end(request.method === "HEAD" ? undefined : text);
    };
    if (request.method !== "GET" && request.method !== "HEAD") {
      response.setHeader("Allow", "GET, HEAD");
      return end(405, "Only GET and HEAD are served.\n");
    }
    const found = await find(root, request.url);
    if (!found) return end(404, "There is no such file.\n");
    response.writeHead(200, {
      "Content-Type": TYPES[extname(found.file)] ?? "application/octet-stream",
      "Content-Length": found.size,
    });
    if (request.method === "HEAD") return response.end();
    createReadStream(found.file).on("error", () => response.destroy()).pipe(response);
  });
  await new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return { server, url: `http://127.0.0.1:${server.address().port}/` };
}

if (process.argv[1] && import.meta.url === pathToFileURL(await realpath(process.argv[1])).href) {
  const [folder, given = "8017", ...rest] = process.argv.slice(2);
  const port = Number(given);
  if (!folder || rest.length > 0 || !Number.isInteger(port) || port < 0 || port > 65535) {
    console.error("Usage: node serve.mjs DIR [PORT]");
    process.exit(2);
  }
  try {
    console.log((await serve(folder, port)).url);
  } catch (error) {
    console.error(`serve: ${folder} on port ${port}: ${error.message}`);
    process.exit(1);
  }
}
