/**
 * What no line of the program's log may hold: API keys and secrets, signatures, the operator's token,
 * the master key. Fields of these names are left out by pino; and since a sentence or a stack may
 * quote something unexpected, every finished line is looked through once more. Rule USER-LOG-2.
 */

export const HIDDEN = "[hidden]";

const NAMES = [
  "apiKey",
  "secret",
  "sealedSecret",
  "signature",
  "token",
  "masterKey",
  "authorization",
  "x-ch-apikey",
  "x-ch-sign",
] as const;

/** As pino writes paths: the field itself, and the field of whatever stands one level deep. */
export const HIDDEN_PATHS: readonly string[] = NAMES.flatMap((name) => [
  `["${name}"]`,
  `*["${name}"]`,
]);

/** All that is drawn here is written so: keys with 32 hex digits, everything else with 64. */
const DRAWN = /[0-9a-fA-F]{32,}/g;
const BEARER = /\bBearer [^\s"\\]+/g;

export function hideSecrets(line: string): string {
  return line.replace(DRAWN, HIDDEN).replace(BEARER, `Bearer ${HIDDEN}`);
}
