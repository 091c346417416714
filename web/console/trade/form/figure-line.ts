/** One estimate beneath an order: a name, a figure, what it is in. */
import { formatDecimal, formatPlain } from "../../text/format.ts";

export interface FigureLine {
  readonly name: string;
  /** Decimal text; undefined where it cannot be told, which is shown as a dash. */
  readonly value: string | undefined;
  /** What is shown instead of the dash. */
  readonly absent?: string;
  readonly unit: string;
  /** Rounded to so many decimals: prices that are finer than a tick. */
  readonly decimals?: number;
  readonly isAbout?: boolean;
  /** The price at which it is so, as it is shown, where it is not that of now. */
  readonly at?: string;
  readonly tone?: "up" | "down";
  /** What the figure means. */
  readonly title?: string;
}

/** As it stands beside its name: `about 1,500 USDT`. */
export function sayFigure({
  value,
  absent = "–",
  unit,
  isAbout,
  decimals,
  at,
}: Omit<FigureLine, "name" | "tone" | "title">) {
  if (value === undefined) return absent;
  const text = decimals === undefined ? formatPlain(value) : formatDecimal(value, decimals);
  const where = at === undefined ? "" : ` at ${at}`;
  const of = unit === "" ? "" : ` ${unit}`;
  return `${isAbout && value !== "0" ? "about " : ""}${text}${of}${where}`;
}
