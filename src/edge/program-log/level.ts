/** How loud the program's log is; each level includes those behind it. */

export const LEVELS = ["trace", "debug", "info", "warn", "error", "fatal"] as const;

export type Level = (typeof LEVELS)[number];

export function parseLevel(word: string): Level | undefined {
  return LEVELS.find((level) => level === word);
}
