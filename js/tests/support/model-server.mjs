/**
 * A server for the files of an installed model that can fail in the ways that
 * networks do. `faults` maps a file's name to one of them.
 */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { basename, join } from "node:path";

/** Serves `folder`; gives its address, the faults to set, and what was asked for. */
export async function serveModel(folder) {
  const faults = new Map();
  const requests = [];
  const server = createServer(async (request, response) => {
    const name = basename(request.url);
    requests.push(name);
    const fault = faults.get(name) ?? faults.get("*");
    if (fault === "refuse") return void request.socket.destroy();
    if (fault === "unavailable") return void response.writeHead(503).end();
    const bytes = await readFile(join(folder, new URL(request.url, "http://localhost").pathname)).catch(() => undefined);
    if (fault === "missing" || bytes === undefined) return void response.writeHead(404).end();
    const half = bytes.length >> 1;
    if (fault === "break" || fault === "break once") {
      if (fault === "break once") faults.delete(name);
      response.writeHead(200, { "content-length": bytes.length });
      return void response.write(bytes.subarray(0, half), () => request.socket.destroy());
    }
    if (fault === "short") return void response.end(bytes.subarray(0, half)); // chunked: no length
    if (fault === "long") return void response.end(Buffer.concat([bytes, bytes]));
    if (fault === "hang") return void response.write(bytes.subarray(0, half));
    if (fault === "flip") {
      const flipped = Buffer.from(bytes);
      flipped[half] ^= 1;
      return void response.end(flipped);
    }
    response.end(bytes);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: (name) => new URL(`http://127.0.0.1:${server.address().port}/${name}`),
    faults,
    requests,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
