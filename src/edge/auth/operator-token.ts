/**
 * The operator's credential: a token in a file of the data directory. A user who may read the
 * directory may run the exchange; no other can show the token. Beside it lies another one that
 * opens the metrics only, to be given away. A sandbox may be given one more by its environment.
 * Rules OPER-API-2, OPER-API-6, OPER-API-9.
 */
import { hash, randomBytes, timingSafeEqual } from "node:crypto";
import type { PrivateFiles } from "./private-files.ts";

export const OPERATOR_TOKEN_NAME = "operator-token";
export const METRICS_TOKEN_NAME = "metrics-token";

const TOKEN_BYTES = 32;
const TOKEN = /^[0-9a-f]{64}$/;

/** As the log's filter hides them, whatever line they came into (USER-LOG-2). */
const GIVEN = /^[0-9a-fA-F]{32,128}$/;
/** Of 32 digits that are drawn, 8 or more differ but for one time in ten millions. */
const DIGITS_MIN = 8;

/** OPER-API-9: whether a token that was given has the shape of one that was drawn. */
export function isSoundToken(token: string): boolean {
  return GIVEN.test(token) && new Set(token.toLowerCase()).size >= DIGITS_MIN;
}

/** The token's file is there but not as it was written. The message is for people. */
export class TokenError extends Error {
  override readonly name = "TokenError";
}

/** OPER-API-2 */
export function operatorToken(files: PrivateFiles): string {
  return tokenIn(files, OPERATOR_TOKEN_NAME);
}

/** OPER-API-6 */
export function metricsToken(files: PrivateFiles): string {
  return tokenIn(files, METRICS_TOKEN_NAME);
}

/** Made at the first start, and the same at every later one. */
function tokenIn(files: PrivateFiles, name: string): string {
  if (!files.read(name)) {
    const written = `${randomBytes(TOKEN_BYTES).toString("hex")}\n`;
    files.create(name, Buffer.from(written));
  }
  const token = findToken(files, name);
  if (token !== undefined) return token;
  const remedy = "remove it, and a start makes a new one";
  throw new TokenError(`The file ${name} does not hold 64 hex digits; ${remedy}.`);
}

/** The operator's token as it is written, if there is a sound one. */
export function findOperatorToken(files: Pick<PrivateFiles, "read">): string | undefined {
  return findToken(files, OPERATOR_TOKEN_NAME);
}

function findToken(files: Pick<PrivateFiles, "read">, name: string): string | undefined {
  const written = Buffer.from(files.read(name) ?? "")
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
