/**
 * Serves a folder on this machine only: node serve.mjs DIR [PORT]
 *
 * Packs what is sent with Brotli or gzip, once for each file, and answers 304 where the browser has
 * it. Files with a digest in their name are kept for a year, all others for seconds.
 */
import { createReadStream } from "node:fs";
import { readFile, realpath, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; " +
  "connect-src 'self' https:; style-src 'self'; img-src 'self'; manifest-src 'self'";

/** The longest file that is packed, in bytes. */
const MOST_PACKED = 32_000_000;

/** How files are packed, the best way first. */
const PACKERS = [
  [
    "br",
    (bytes) =>
      promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } }),
  ],
  ["gzip", promisify(gzip)],
];

/**
 * How long other files are not asked for again, in seconds: what one module asks for early,
 * another finds in the browser's cache.
 */
const FRESH = 3;

/** Names with a digest, which say another thing never. */
const DIGESTED = /-[A-Z0-9]{8}\.js$/u;

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".webmanifest": "application/manifest+json",
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
    const tag = `"${found.size.toString(36)}-${Math.round(found.mtimeMs).toString(36)}-${found.ino.toString(36)}"`;
    return found.isFile() ? { file, size: found.size, tag } : undefined;
  } catch {
    return undefined;
  }
}

const packed = new Map(); // file, tag and way → promise of its bytes

/** The bytes of a file packed as the browser takes them; undefined if it takes none of the ways. */
async function pack({ file, size, tag }, accepted = "") {
  const [way, packer] = PACKERS.find(([name]) => accepted.includes(name)) ?? [];
  if (way === undefined || size > MOST_PACKED || size < 500 || /\.(?:png|webp)$/u.test(file))
    return undefined;
  const key = `${file} ${tag} ${way}`;
  if (!packed.has(key)) packed.set(key, readFile(file).then(packer));
  return { way, bytes: await packed.get(key) };
}

/** Serves `folder`; port 0 takes a free one. Gives the server and its URL. */
export async function serve(folder, port = 8017) {
  const root = await realpath(folder);
  const server = createServer(async (request, response) => {
    response.setHeader("Content-Security-Policy", POLICY);
    response.setHeader("X-Content-Type-Options", "nosniff");
    response.setHeader("Referrer-Policy", "no-referrer");
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
    response.setHeader(
      "Cache-Control",
      DIGESTED.test(found.file) ? "max-age=31536000, immutable" : `max-age=${FRESH}`,
    );
    response.setHeader("ETag", found.tag);
    response.setHeader("Vary", "Accept-Encoding");
    if (request.headers["if-none-match"] === found.tag) return response.writeHead(304).end();
    const small = await pack(found, request.headers["accept-encoding"]).catch(() => undefined);
    if (small !== undefined) response.setHeader("Content-Encoding", small.way);
    response.writeHead(200, {
      "Content-Type": TYPES[extname(found.file)] ?? "application/octet-stream",
      "Content-Length": small?.bytes.length ?? found.size,
    });
    if (request.method === "HEAD") return response.end();
    if (small !== undefined) return response.end(small.bytes);
    createReadStream(found.file)
      .on("error", () => response.destroy())
      .pipe(response);
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
