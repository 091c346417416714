/**
 * A line of the log for people: the time, the level when it is above info, the sentence, and what
 * else is known. What the program says to the user who started it stands without all that.
 */

/** The fields that every line has, or that are not shown as they are. */
interface Line {
  readonly level: string;
  readonly time: string;
  readonly msg: string;
  readonly process?: string;
  /** Said to the user who started the program. */
  readonly isWelcome?: boolean;
  readonly err?: { readonly stack?: string };
}

const QUIET = new Set(["trace", "debug", "info"]);

/** The line for people; a text that is no line of the log stays as it is. */
export function readableLine(written: string): string {
  const line = parse(written);
  if (line === undefined) return written;
  const { level, time, msg, process, isWelcome, err, ...facts } = line;
  if (isWelcome) return msg;
  const loudness = QUIET.has(level) ? [] : [level.toUpperCase()];
  const pairs = Object.entries(facts).map(([name, value]) => `${name}=${shown(value)}`);
  const first = [time, ...loudness, msg, ...pairs].join(" ");
  return printable(err?.stack === undefined ? first : `${first}\n${err.stack}`);
}

/** Text from a request must not move the cursor. */
function printable(text: string): string {
  return text.replace(/[^\P{C}\n]/gu, (character) => {
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
}

function parse(written: string): (Line & Readonly<Record<string, unknown>>) | undefined {
  if (!written.startsWith('{"level":')) return undefined;
  try {
    return JSON.parse(written);
  } catch {
    return undefined;
  }
}

function shown(value: unknown): string {
  return typeof value === "string" && !value.includes(" ") ? value : JSON.stringify(value);
}
