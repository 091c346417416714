/**
 * The one word of Node that the engine's files know: the reader of stored bytes. The page never reads
 * any, but the compiler follows the imports down to it.
 */
interface Buffer extends Uint8Array<ArrayBuffer> {
  toString(encoding: "latin1", start: number, end: number): string;
}
declare const Buffer: {
  from(bytes: ArrayBufferLike, offset: number, length: number): Buffer;
};
