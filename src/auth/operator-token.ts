/**
 * The operator's credential: a token in a file of the data directory. Whoever may read the
 * directory may run the exchange; nobody else can show the token. Rule USER-OPER-2.
 */
import { hash, randomBytes, timingSafeEqual } from "node:crypto";
import type { PrivateFiles } from "./private-files.ts";

export const OPERATOR_TOKEN_NAME = "operator-token";

const TOKEN_BYTES = 32;
const TOKEN = /^[0-9a-f]{64}$/;

/** The token's file is there but not as it was written. The message is for people. */
export class TokenError extends Error {
  override readonly name = "TokenError";
}

/** USER-OPER-2: made at the first start, and the same at every later one. */
export function operatorToken(files: PrivateFiles): string {
  if (!files.read(OPERATOR_TOKEN_NAME)) {
    const written = `${randomBytes(TOKEN_BYTES).toString("hex")}\n`;
    files.create(OPERATOR_TOKEN_NAME, Buffer.from(written));
  }
  const token = findOperatorToken(files);
  if (token !== undefined) return token;
  const remedy = "remove it, and a start makes a new one";
  throw new TokenError(`The file ${OPERATOR_TOKEN_NAME} does not hold 64 hex digits; ${remedy}.`);
}

/** The token as it is written, if there is a sound one. */
export function findOperatorToken(files: Pick<PrivateFiles, "read">): string | undefined {
  const written = Buffer.from(files.read(OPERATOR_TOKEN_NAME) ?? "")
    .toString("latin1")
    .trim();
  return TOKEN.test(written) ? written : undefined;
}

const BEARER = /^Bearer +([^ ]+)$/i;

/** Whether an Authorization header shows the token. The time it takes says nothing about it. */
export function isBearerOf(token: string, authorization: string): boolean {
  const shown = BEARER.exec(authorization)?.[1] ?? "";
  // The digests are as long as each other, whatever was sent.
  return timingSafeEqual(hash("sha256", shown, "buffer"), hash("sha256", token, "buffer"));
}
