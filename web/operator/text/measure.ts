/** Figures of the machine as people read them: rates, times, lengths of time, sizes. Never money. */
import { groupThousands, MINUS } from "../../look/figures.ts";

const NONE = "–";
const UNITS = [
  ["d", 86_400],
  ["h", 3_600],
  ["min", 60],
  ["s", 1],
] as const;

/** `2 d 3 h`: the two largest units that count. */
export function lengthOf(seconds: number | undefined): string {
  if (seconds === undefined) return NONE;
  let rest = Math.max(0, Math.floor(seconds));
  const parts: string[] = [];
  for (const [unit, size] of UNITS) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0 || parts.length > 0) parts.push(count > 0 ? `${count} ${unit}` : "");
  }
  return parts.slice(0, 2).filter(Boolean).join(" ") || "0 s";
}

/** Three digits that count: 0.25, 12.3, 1,234. */
export function figureOf(value: number | undefined): string {
  if (value === undefined || !Number.isFinite(value)) return NONE;
  if (Math.abs(value) >= 100) return whole(Math.round(value));
  const text = value.toPrecision(3);
  return text.includes(".") && !text.includes("e") ? text.replace(/\.?0+$/, "") : text;
}

function whole(value: number): string {
  const [sign, digits] = value < 0 ? [MINUS, -value] : ["", value];
  return `${sign}${groupThousands(`${digits}`)}`;
}

export function millisecondsOf(seconds: number | undefined): string {
  return seconds === undefined ? NONE : `${figureOf(seconds * 1_000)} ms`;
}

const SIZES = ["B", "KiB", "MiB", "GiB", "TiB"];

export function sizeOf(bytes: number | undefined): string {
  if (bytes === undefined) return NONE;
  const step = Math.min(SIZES.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  return `${figureOf(bytes / 1024 ** step)} ${SIZES[step]}`;
}

/** In UTC, to the second: what stands in the logs, too. */
export function momentOf(timeMs: number): string {
  return new Date(timeMs).toISOString().replace("T", " ").replace(/\.\d+/, "");
}
