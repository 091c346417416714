/**
 * Asks the exchange for its time while a contract is shown: only that tells whether its clock runs, since a market in
 * which nothing happens is silent either way. The index has the engine's time; `/time` has that of requests.
 */
import { useEffect } from "preact/hooks";
import type { ConsoleExchange } from "../../exchange/exchange.ts";
import { exchangeClock } from "../../exchange/exchange-clock.ts";

/** Between two answers that are compared for the first time, or after a leap. */
const SOON_MS = 1_100;
const EVERY_MS = 5_000;

export function useClockReadings({ client, status }: ConsoleExchange, contractName: string): void {
  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const next = (delayMs: number) => {
      if (!isOver) timer = setTimeout(() => void read(), delayMs);
    };
    const read = async () => {
      // A page that nobody looks at, or that has no connection, asks nothing.
      if (document.hidden || status.value !== "open") return next(EVERY_MS);
      try {
        const { time } = await client.value.futures.index({ contractName });
        next(exchangeClock.take(time) ? EVERY_MS : SOON_MS);
      } catch {
        next(EVERY_MS);
      }
    };
    void read();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [client, status, contractName]);
}
