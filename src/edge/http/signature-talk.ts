/**
 * What a sandbox says about a signature that is wrong: the exact string of which the right one would
 * have been made. Never the secret, never the right signature: a client that has the secret can make
 * it, and no other client may learn it. Rule USER-REFUSE-4.
 */
import type { SigningClaim } from "../auth/keys.ts";
import type { SignedText } from "../auth/signature.ts";

/** A longer body is cut, and so is a longer line of the request. */
const BODY_BYTES_SHOWN = 512;
const HEAD_BYTES_SHOWN = 2_048;

const WELL_FORMED = /^[0-9a-fA-F]{64}$/;

export function signatureTalk({
  signature,
  texts,
}: Pick<SigningClaim, "signature" | "texts">): string {
  const strings = texts.map((text) => `"${shown(text)}"`).join(", or without the query ");
  const form = WELL_FORMED.test(signature) ? [] : ["X-CH-SIGN is not 64 hex digits."];
  const how = `X-CH-SIGN is the HMAC-SHA256, with the key's secret, of ${strings}.`;
  return [...form, how].join(" ");
}

function shown({ head, body }: SignedText): string {
  const line = cut(Buffer.from(head, "latin1"), HEAD_BYTES_SHOWN);
  return line + cut(body, BODY_BYTES_SHOWN);
}

function cut(bytes: Uint8Array, most: number): string {
  const text = withEscapes(Buffer.from(bytes.subarray(0, most)).toString("utf8"));
  return bytes.length <= most ? text : `${text}... (and ${bytes.length - most} more bytes)`;
}

/** Control and formatting characters, which a terminal would obey or hide, are written as escapes. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]/gu;

function withEscapes(text: string): string {
  return text.replace(UNPRINTABLE, (character) => {
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
}
