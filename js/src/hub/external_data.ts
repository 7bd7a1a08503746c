/**
 * The files beside an ONNX file that hold its larger tensors. A tensor names
 * them in entries of two strings, key and value; of a model that keeps its
 * tensors within, the file holds no such entry.
 */
import { DataError } from "../errors.js";

/** The beginning of an entry: field 1, a string of 8 bytes, the key. */
const KEY = [0x0a, 8, ...new TextEncoder().encode("location")];

/** The tag of field 2, the value. */
const VALUE = 0x12;

/** The longest path of a file. */
const LONGEST = 255;

/**
 * The paths that the tensors of an ONNX file name, each once. Throws where one
 * leads out of the folder.
 */
export function externalData(at: string, onnx: Uint8Array): string[] {
  const found = new Set<string>();
  for (let place = onnx.indexOf(KEY[0]!); place >= 0; place = onnx.indexOf(KEY[0]!, place + 1)) {
    if (!KEY.every((byte, index) => onnx[place + index] === byte)) continue;
    const value = place + KEY.length;
    const length = onnx[value + 1] ?? 0;
    if (onnx[value] !== VALUE || length === 0 || length > LONGEST) continue;
    const start = length < 0x80 ? value + 2 : value + 3;
    const size = length < 0x80 ? length : (length & 0x7f) | ((onnx[value + 2] ?? 0) << 7);
    const path = new TextDecoder().decode(onnx.subarray(start, start + size));
    const names = path.split("/");
    if (names.some((name) => ["", ".", ".."].includes(name)) || /[\\:%?#\0]/u.test(path)) {
      throw new DataError(
        `${at}: it keeps tensors in ${JSON.stringify(path)}; external data must lie in its folder, by a path with forward slashes and without any of \\:%?#`,
        { code: "invalid-model" },
      );
    }
    found.add(path);
  }
  return [...found];
}
