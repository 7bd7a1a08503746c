/**
 * Downloads kept in a folder. Default: `EPITOME_CACHE` if it is set, else
 * `epitome` in the user's cache folder (`%LOCALAPPDATA%`, `~/Library/Caches`,
 * `$XDG_CACHE_HOME` or `~/.cache`).
 */
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import type { KeptFiles } from "./cache.js";

function defaultFolder(): string {
  const { env, platform } = process;
  if (env["EPITOME_CACHE"]) return env["EPITOME_CACHE"];
  if (platform === "win32" && env["LOCALAPPDATA"]) return join(env["LOCALAPPDATA"], "epitome");
  if (platform === "darwin") return join(homedir(), "Library", "Caches", "epitome");
  return join(env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "epitome");
}

/** The names of what is kept, whole or still being written. */
const OWN = /^(sha256|manifest|repository)-/u;

export class FolderCache implements KeptFiles {
  #place: string | undefined;

  constructor(folder: string | undefined) {
    this.#place = folder;
  }

  /** Looked for with the first download: Deno lets a program ask for the home folder or not. */
  get #folder(): string {
    return (this.#place ??= defaultFolder());
  }

  #file(key: string): string {
    return join(this.#folder, encodeURIComponent(key));
  }

  async get(key: string): Promise<Uint8Array | undefined> {
    try {
      const file = this.#file(key);
      // A pipe or a device that lies there would be read without end.
      return (await stat(file)).isFile() ? await readFile(file) : undefined;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
      throw error;
    }
  }

  /** Writes beside the goal and renames, so that no reader sees half a file. */
  async set(key: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const goal = this.#file(key);
    const draft = `${goal}.${process.pid}.${Math.random().toString(36).slice(2)}`;
    try {
      await writeFile(draft, bytes);
      await rename(draft, goal);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  async delete(key: string): Promise<void> {
    await rm(this.#file(key), { force: true });
  }

  async clear(): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    const own = names.filter((name) => OWN.test(name));
    await Promise.all(own.map((name) => rm(join(this.#folder, name), { force: true })));
  }
}
