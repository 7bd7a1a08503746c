/** Bytes as callers and caches give them. */

/** Whether `value` is bytes, made in this realm or in another one, as test runners have them. */
export function isBytes(value: unknown): value is ArrayBuffer | ArrayBufferView {
  return ArrayBuffer.isView(value) || Object.prototype.toString.call(value) === "[object ArrayBuffer]";
}

/** The bytes of `file`, as an array of this realm. */
export function bytesOf(file: ArrayBuffer | ArrayBufferView): Uint8Array<ArrayBuffer> {
  if (!ArrayBuffer.isView(file)) return new Uint8Array(file);
  return new Uint8Array(file.buffer as ArrayBuffer, file.byteOffset, file.byteLength);
}
