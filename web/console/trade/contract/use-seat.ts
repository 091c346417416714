/**
 * Leverage and margin mode of this user at a contract. The API tells them with a position and with an
 * order that ended, and has no question for the rest; so what was set here is kept by the browser, and
 * what nobody knows is set once more before the first order that opens.
 */
import { useEffect, useState } from "preact/hooks";
import type { ConsoleExchange, Market } from "../../exchange/exchange.ts";
import { keep, readKept } from "../../parts/kept.ts";
import { type SeatTerms, seatIn } from "./seat-terms.ts";

function keptName(apiKey: string, contract: string): string {
  return `seat.${apiKey.slice(0, 8)}.${contract}`;
}

export interface SeatStore {
  readonly learnt: Partial<SeatTerms>;
  learn(terms: Partial<SeatTerms>): void;
}

/** What is kept of this contract and key, and what the newest ended order tells. */
export function useSeat(exchange: ConsoleExchange, { name }: Market, apiKey: string): SeatStore {
  const kept = keptName(apiKey, name);
  const [learnt, setLearnt] = useState<Partial<SeatTerms>>({});
  const learn = (terms: Partial<SeatTerms>) => {
    setLearnt((before) => {
      const after = { ...before, ...terms };
      keep(kept, `${after.leverage ?? ""} ${after.mode ?? ""}`);
      return after;
    });
  };
  useEffect(() => {
    const known = apiKey === "" ? {} : seatIn(readKept(kept) ?? "");
    setLearnt(known);
    if (apiKey === "" || known.leverage !== undefined) return;
    let isCurrent = true;
    const ask = async () => {
      const [newest] = await exchange.client.value.futures.orderHistory({
        contractName: name,
        limit: 1,
      });
      if (!isCurrent || !newest) return;
      setLearnt((before) => ({
        mode: newest.positionType === 1 ? "cross" : "isolated",
        ...before,
      }));
    };
    // Without an answer the default is shown, and set before the first order.
    ask().catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [exchange, kept]);
  return { learnt, learn };
}
