/**
 * SHA-256, by the host's own implementation, or by the one below where a page
 * has none because its context is not secure, or where that fails (about 50 MB a second).
 */

/** The SHA-256 of `bytes` in hexadecimal. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = (await ofHost(bytes)) ?? compute(bytes);
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The digest by the host; undefined where it has none or fails. */
async function ofHost(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array | undefined> {
  try {
    const digest = await globalThis.crypto?.subtle?.digest("SHA-256", bytes);
    return digest?.byteLength === 32 ? new Uint8Array(digest) : undefined;
  } catch {
    return undefined;
  }
}

/** The first 32 bits of the fractional part of `root(prime)`, for the first `count` primes. */
function constants(count: number, root: (prime: number) => number): Uint32Array {
  const found = new Uint32Array(count);
  let filled = 0;
  for (let candidate = 2; filled < count; candidate += 1) {
    let prime = true;
    for (let divisor = 2; divisor * divisor <= candidate; divisor += 1) {
      if (candidate % divisor === 0) prime = false;
    }
    if (prime) found[filled++] = (root(candidate) % 1) * 2 ** 32;
  }
  return found;
}

/** FIPS 180-4, section 6.2. */
export function compute(bytes: Uint8Array): Uint8Array {
  const k = constants(64, Math.cbrt);
  const state = constants(8, Math.sqrt);
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, bytes.length << 3);
  const w = new Int32Array(64);
  const rotate = (x: number, by: number) => (x >>> by) | (x << (32 - by));
  for (let start = 0; start < padded.length; start += 64) {
    for (let t = 0; t < 16; t += 1) w[t] = view.getInt32(start + 4 * t);
    for (let t = 16; t < 64; t += 1) {
      const x = w[t - 15] as number;
      const y = w[t - 2] as number;
      const s0 = rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3);
      const s1 = rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10);
      w[t] = (w[t - 16] as number) + s0 + (w[t - 7] as number) + s1;
    }
    let [a, b, c, d, e, f, g, h] = state as unknown as [
      number, number, number, number, number, number, number, number,
    ];
    for (let t = 0; t < 64; t += 1) {
      const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (k[t] as number) + (w[t] as number)) | 0;
      const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + t1) | 0;
      d = c;
      c = b;
      b = a;
      a = (t1 + t2) | 0;
    }
    [a, b, c, d, e, f, g, h].forEach((value, i) => (state[i] = (state[i] as number) + value));
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => digest.setUint32(4 * i, word));
  return new Uint8Array(digest.buffer);
}
