/**
 * Decimal text and times as people read them. Everything here works on digits: no number of the
 * machine stands between what the service said and what is shown. Times are UTC, as is everything
 * that the exchange does by the clock (days of candles, funding).
 */
import { groupThousands, MINUS } from "../../look/figures.ts";
import { unitsAt } from "./exact.ts";

/** With exactly so many decimals, rounded, and with commas between thousands. */
export function formatDecimal(text: string, decimals: number): string {
  const units = unitsAt(text, decimals);
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, "0");
  const whole = groupThousands(digits.slice(0, digits.length - decimals));
  const fraction = decimals === 0 ? "" : `.${digits.slice(-decimals)}`;
  return `${units < 0n ? MINUS : ""}${whole}${fraction}`;
}

/** False for the zero that stands for a price where nothing has been traded yet. */
export function hasTraded(price: string | undefined): boolean {
  return price !== undefined && /[1-9]/.test(price);
}

/** A price, or a dash where there is none. */
export function formatTraded(price: string, decimals: number): string {
  return hasTraded(price) ? formatDecimal(price, decimals) : "–";
}

/** As it came, with commas: for amounts whose decimals differ. */
export function formatPlain(text: string): string {
  const [sign, body] = text.startsWith("-") ? [MINUS, text.slice(1)] : ["", text];
  const [whole = "", fraction] = body.split(".");
  return `${sign}${groupThousands(whole)}${fraction === undefined ? "" : `.${fraction}`}`;
}

const SUFFIXES = ["", "K", "M", "B", "T"] as const;

/** Four figures and a letter: 1.235M. For volumes, where the size of it is what matters. */
export function formatCompact(text: string): string {
  const [whole = ""] = text.replace("-", "").split(".");
  const thousands = Math.min(Math.floor((whole.length - 1) / 3), SUFFIXES.length - 1);
  if (thousands < 1) return formatDecimal(text, Math.max(0, 4 - whole.length));
  const shifted = shiftPoint(text, -3 * thousands);
  const [figures = ""] = shifted.replace("-", "").split(".");
  return `${formatDecimal(shifted, Math.max(0, 4 - figures.length))}${SUFFIXES[thousands]}`;
}

/** A share as percent, always with its sign: 0.0123 is +1.23%. */
export function formatPercent(share: string, decimals = 2): string {
  const percent = shiftPoint(share, 2);
  const units = unitsAt(percent, decimals);
  return `${units > 0n ? "+" : ""}${formatDecimal(percent, decimals)}%`;
}

/** The decimal times 10^places. */
export function shiftPoint(text: string, places: number): string {
  const [sign, body] = text.startsWith("-") ? ["-", text.slice(1)] : ["", text];
  const [whole = "", fraction = ""] = body.split(".");
  const point = whole.length + places;
  const digits = `${whole}${fraction}`;
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${digits}`;
  const padded = digits.padEnd(point, "0");
  const rest = padded.slice(point);
  return `${sign}${padded.slice(0, point)}${rest === "" ? "" : `.${rest}`}`;
}

/** 14:05:09 */
export function formatTime(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(11, 19);
}

/** 2026-03-01 */
export function formatDay(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}

/** 2026-03-01 14:05:09 */
export function formatMoment(timeMs: number): string {
  return `${formatDay(timeMs)} ${formatTime(timeMs)}`;
}

/** Of today the time, of this year day and minute, else the day: what tells moments of a list apart. */
export function formatMomentShort(timeMs: number, nowMs: number): string {
  const [day, today] = [formatDay(timeMs), formatDay(nowMs)];
  if (day === today) return formatTime(timeMs);
  return day.slice(0, 4) === today.slice(0, 4) ? formatMoment(timeMs).slice(5, 16) : day;
}
