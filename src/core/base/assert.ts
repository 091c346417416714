/**
 * The line between a refusal and a bug. A refusal is a value (outcome.ts); a bug is a `Fault`, and
 * a process that met one stops before it acknowledges anything (architecture: promises).
 */

/** A broken invariant of our own. Never caught to go on, only to stop in order. */
export class Fault extends Error {
  override readonly name = "Fault";
}

/** Throws a `Fault` with the sentence that should have been true. So short that V8 puts it in the place of every call. */
export function assert(condition: boolean, sentence: string): asserts condition {
  if (!condition) fail(sentence);
}

function fail(sentence: string): never {
  throw new Fault(`broken: ${sentence}`);
}

/** The value, which is known to be there. */
export function present<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Fault(`missing: ${what}`);
  return value;
}
