/** Client ids for orders without one: drawn, so that no two orders ever have the same. */

/** The longest that a client id may be in every area. */
const LENGTH_MAX = 31;
const PREFIX = "auto-";
const BYTES = (LENGTH_MAX - PREFIX.length) / 2;

export function drawClientId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return PREFIX + Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
