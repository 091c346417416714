/** Lines for people: columns that stand below each other, times and lengths of time in words. */

/** Every column as wide as its widest cell; the last cell of a row may be as long as it likes. */
export function align(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [at, cell] of row.slice(0, -1).entries()) {
      widths[at] = Math.max(widths[at] ?? 0, cell.length);
    }
  }
  return rows.map((row) =>
    row
      .map((cell, at) => (at === row.length - 1 ? cell : cell.padEnd(widths[at] ?? 0)))
      .join("  ")
      .trimEnd(),
  );
}

export function timeOf(timeMs: number): string {
  return new Date(timeMs).toISOString();
}

const SECOND_MS = 1_000;
const UNITS = [
  ["d", 86_400],
  ["h", 3_600],
  ["min", 60],
  ["s", 1],
] as const;

/** `2 d 3 h`: the two largest units that count. */
export function lengthOf(lengthMs: number): string {
  let rest = Math.floor(lengthMs / SECOND_MS);
  const parts = UNITS.map(([unit, seconds]) => {
    const count = Math.floor(rest / seconds);
    rest -= count * seconds;
    return { count, text: `${count} ${unit}` };
  });
  const first = parts.findIndex(({ count }) => count > 0);
  if (first < 0) return "0 s";
  const largest = parts.slice(first, first + 2).filter(({ count }) => count > 0);
  return largest.map(({ text }) => text).join(" ");
}

const MIB = 1024 ** 2;

/** `270.5 MiB` */
export function sizeOf(bytes: number): string {
  return `${(bytes / MIB).toFixed(1)} MiB`;
}
