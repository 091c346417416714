/** Which indicators the chart shows: volume, and a few others with their periods. The browser keeps the choice. */
import { type Live, LiveValue } from "../../exchange/live.ts";
import { keep, readKept } from "../../parts/kept.ts";
import { MACD_PERIODS } from "./oscillators.ts";

export const INDICATOR_KINDS = ["ma", "ema", "bb", "rsi", "macd"] as const;
export type IndicatorKind = (typeof INDICATOR_KINDS)[number];

export interface Indicator {
  readonly kind: IndicatorKind;
  /** In candles. MACD has three of its own, of which this is the longest. */
  readonly period: number;
}

export interface ChosenIndicators {
  readonly hasVolume: boolean;
  readonly others: readonly Indicator[];
}

/** So many have a colour of their own. */
export const INDICATORS_MAX = 4;
export const PERIOD_MAX = 500;
const KEPT = "indicators";
const AT_FIRST: ChosenIndicators = { hasVolume: true, others: [] };

/** `MA 20`, `MACD 12 26 9` */
export function nameOfIndicator({ kind, period }: Indicator): string {
  const { fast, slow, signal } = MACD_PERIODS;
  const periods = kind === "macd" ? `${fast} ${slow} ${signal}` : `${period}`;
  return `${kind.toUpperCase()} ${periods}`;
}

/** Undefined for what is no period: a whole number of candles that can be looked back on. */
export function readPeriod(text: string): number | undefined {
  const period = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0;
  return period >= 1 && period <= PERIOD_MAX ? period : undefined;
}

/** `volume ma20 ema50`; what another version wrote, or somebody by hand, is passed over. */
export function parseIndicators(text: string): ChosenIndicators {
  const words = text.split(" ");
  const others = words.flatMap((word): Indicator[] => {
    const [, name, digits = ""] = /^([a-z]+)(\d+)$/.exec(word) ?? [];
    const kind = INDICATOR_KINDS.find((one) => one === name);
    const period = readPeriod(digits);
    return kind !== undefined && period !== undefined ? [indicatorOf(kind, period)] : [];
  });
  return others.reduce(addIndicator, { hasVolume: words.includes("volume"), others: [] });
}

/** The periods of MACD are always the same. */
export function indicatorOf(kind: IndicatorKind, period: number): Indicator {
  return { kind, period: kind === "macd" ? MACD_PERIODS.slow : period };
}

export function formatIndicators({ hasVolume, others }: ChosenIndicators): string {
  const words = others.map(({ kind, period }) => `${kind}${period}`);
  return (hasVolume ? ["volume", ...words] : words).join(" ");
}

/** The same when it is there already, or there are as many as can be told apart. */
export function addIndicator(chosen: ChosenIndicators, indicator: Indicator): ChosenIndicators {
  const { others } = chosen;
  const isThere = others.some((one) => nameOfIndicator(one) === nameOfIndicator(indicator));
  if (isThere || others.length >= INDICATORS_MAX) return chosen;
  return { ...chosen, others: [...others, indicator] };
}

const kept = readKept(KEPT);
const current = new LiveValue(kept === undefined ? AT_FIRST : parseIndicators(kept));

export const chosenIndicators: Live<ChosenIndicators> = current;

export function chooseIndicators(next: ChosenIndicators): void {
  keep(KEPT, formatIndicators(next));
  current.set(next);
}
