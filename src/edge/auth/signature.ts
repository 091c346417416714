/**
 * HMAC-SHA256 from pads made once per key: the two blocks that depend on the secret alone are
 * prepared, so a request costs two plain hashes. Signatures are compared in constant time and in
 * either case of letters. Digests are strings: a Buffer of its own for each costs more than the
 * hash it holds.
 */
import { hash, timingSafeEqual } from "node:crypto";

const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;

/** A secret, ready to sign with. */
export interface Pads {
  readonly inner: Buffer;
  /** The outer block, with room behind it for the inner digest. */
  readonly outer: Buffer;
}

export function padsOf(secret: string): Pads {
  const written = Buffer.from(secret, "utf8");
  const key = written.length > BLOCK_BYTES ? hash("sha256", written, "buffer") : written;
  const inner = Buffer.alloc(BLOCK_BYTES, 0x36);
  const outer = Buffer.alloc(BLOCK_BYTES + DIGEST_BYTES, 0x5c);
  for (const [at, byte] of key.entries()) {
    inner[at] = byte ^ 0x36;
    outer[at] = byte ^ 0x5c;
  }
  return { inner, outer };
}

/** What is signed: the parts as they came, `head` in front of the raw body. */
export interface SignedText {
  readonly head: string;
  readonly body: Uint8Array;
}

const NO_BODY = new Uint8Array(0);

/** `body` is the raw bytes received and counts for a POST only. */
export function signedText(
  ts: string,
  method: string,
  target: string,
  body: Uint8Array,
): SignedText {
  return { head: ts + method + target, body: method === "POST" ? body : NO_BODY };
}

/** In hex, small letters. */
export function digestOf({ inner, outer }: Pads, { head, body }: SignedText): string {
  // Headers and targets arrive as latin1, one character for each byte.
  const message = Buffer.allocUnsafe(BLOCK_BYTES + head.length + body.length);
  message.set(inner, 0);
  message.write(head, BLOCK_BYTES, "latin1");
  message.set(body, BLOCK_BYTES + head.length);
  outer.write(hash("sha256", message, "binary"), BLOCK_BYTES, "latin1");
  return hash("sha256", outer, "hex");
}

const SIGNATURE = /^[0-9a-fA-F]{64}$/;
const NO_SIGNATURE = "0".repeat(64);

/** Buffers for the two texts that are compared; a comparison is over before the next begins. */
const right = Buffer.alloc(NO_SIGNATURE.length);
const claimed = Buffer.alloc(NO_SIGNATURE.length);

/** Does the same work for every input, so that its time tells nothing. */
export function isSignature(pads: Pads, text: SignedText, given: string): boolean {
  const isWellFormed = SIGNATURE.test(given);
  claimed.write(isWellFormed ? given.toLowerCase() : NO_SIGNATURE, "latin1");
  right.write(digestOf(pads, text), "latin1");
  return timingSafeEqual(right, claimed) && isWellFormed;
}
