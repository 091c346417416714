/** Which indicators the chart shows: volume, and a few averages with their periods. The browser keeps the choice. */
import { type Live, LiveValue } from "../../exchange/live.ts";
import { keep, readKept } from "../../parts/kept.ts";

export type AverageKind = "ma" | "ema";

export interface Average {
  readonly kind: AverageKind;
  /** In candles. */
  readonly period: number;
}

export interface ChosenIndicators {
  readonly hasVolume: boolean;
  readonly averages: readonly Average[];
}

/** So many have a colour of their own. */
export const AVERAGES_MAX = 4;
export const PERIOD_MAX = 500;
const KEPT = "indicators";
const AT_FIRST: ChosenIndicators = { hasVolume: true, averages: [] };

/** `MA 20` */
export function nameOfAverage({ kind, period }: Average): string {
  return `${kind.toUpperCase()} ${period}`;
}

/** Undefined for what is no period: a whole number of candles that can be looked back on. */
export function readPeriod(text: string): number | undefined {
  const period = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0;
  return period >= 1 && period <= PERIOD_MAX ? period : undefined;
}

/** `volume ma20 ema50`; what another version wrote, or somebody by hand, is passed over. */
export function parseIndicators(text: string): ChosenIndicators {
  const words = text.split(" ");
  const averages = words.flatMap((word): Average[] => {
    const [, kind, digits = ""] = /^(ma|ema)(\d+)$/.exec(word) ?? [];
    const period = readPeriod(digits);
    return (kind === "ma" || kind === "ema") && period !== undefined ? [{ kind, period }] : [];
  });
  return averages.reduce(addAverage, { hasVolume: words.includes("volume"), averages: [] });
}

export function formatIndicators({ hasVolume, averages }: ChosenIndicators): string {
  const words = averages.map(({ kind, period }) => `${kind}${period}`);
  return (hasVolume ? ["volume", ...words] : words).join(" ");
}

/** The same when it is there already, or there are as many as can be told apart. */
export function addAverage(chosen: ChosenIndicators, average: Average): ChosenIndicators {
  const { averages } = chosen;
  const isThere = averages.some((one) => nameOfAverage(one) === nameOfAverage(average));
  if (isThere || averages.length >= AVERAGES_MAX) return chosen;
  return { ...chosen, averages: [...averages, average] };
}

const kept = readKept(KEPT);
const current = new LiveValue(kept === undefined ? AT_FIRST : parseIndicators(kept));

export const chosenIndicators: Live<ChosenIndicators> = current;

export function chooseIndicators(next: ChosenIndicators): void {
  keep(KEPT, formatIndicators(next));
  current.set(next);
}
