/**
 * What every strategy here has: a client, looks at the market at even times, and a profit and loss at its
 * end. Ctrl+C ends the looks, and what comes behind them is done all the same.
 */
import { begin } from "../surroundings.mjs";
import { LedClock, WallClock } from "./clocks.ts";
import { holdingsOf, sayProfit } from "./profit.ts";

const HOUR_MS = 3_600_000;
const { BOURSE_OPERATOR_URL = "" } = process.env;
/** How long it runs, how many seconds lie between two looks, and who leads the clock. */
const FLAGS = { hours: "1", step: "60", operator: BOURSE_OPERATOR_URL };

/** The flags of the strategy come with what they are unless told. */
export async function strategy<F extends string>(own: Readonly<Record<F, string>>) {
  const flags = Object.entries<string>({ ...FLAGS, ...own }).map(([name, text]) => {
    return [name, { type: "string" as const, default: text }] as const;
  });
  const { client, values } = begin(Object.fromEntries(flags));
  const told = values as unknown as Record<keyof typeof FLAGS | F, string>;
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort());
  const clock =
    told.operator === "" ? new WallClock(stop.signal) : new LedClock(told.operator, values.keys);
  const before = await holdingsOf(client);

  /** One look after the other, the first at once. */
  async function* looks(): AsyncGenerator<void> {
    await clock.begin();
    const [stepMs, untilMs] = [Number(told.step) * 1_000, Number(told.hours) * HOUR_MS];
    try {
      for (let passedMs = 0; passedMs < untilMs && !stop.signal.aborted; passedMs += stepMs) {
        yield;
        await clock.pass(stepMs);
      }
    } finally {
      await clock.end();
    }
  }

  return { client, told, looks, sayProfit: () => sayProfit(client, before) };
}
