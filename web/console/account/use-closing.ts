/**
 * Closing a position at market, and saying what it came to. The histories are asked only when the order
 * is placed, and beside it: however long they take, the next position can be closed meanwhile.
 */
import { useState } from "preact/hooks";
import { sayClosed } from "../exchange/account/alert-words.ts";
import type { ConsoleExchange } from "../exchange/exchange.ts";
import { titleOf } from "../exchange/market/markets.ts";
import { formatPlain } from "../text/format.ts";
import { useSubmission } from "../trade/form/use-submission.ts";
import type { ShownPosition } from "./position-columns.tsx";

interface Closed {
  readonly id: number;
  /** Unknown until the histories tell it, and of a position of which a part stays. */
  readonly result?: string | undefined;
}

/** Closing one, turning one over, and closing all, one behind the other. */
export function useClosing(exchange: ConsoleExchange) {
  const submission = useSubmission(exchange, { isStreamed: true });
  const [last, setLast] = useState<Closed>();
  const close = (position: ShownPosition) => {
    const { id } = position;
    submission.run(
      () => closeAtMarket(exchange, position),
      () => {
        setLast({ id });
        const tell = (result?: string) => setLast((now) => (now?.id === id ? { id, result } : now));
        // The order is placed: not to know what came of it is no refusal.
        resultOf(exchange, position).then(tell, () => {});
      },
    );
  };
  // What an earlier close came to is not what these do.
  const forget = () => setLast(undefined);
  const reverse = (position: ShownPosition) =>
    submission.run(() => reverseAtMarket(exchange, position), forget);
  const closeAll = (positions: readonly ShownPosition[]) =>
    submission.run(async () => {
      const said: string[] = [];
      for (const position of positions) said.push(await closeAtMarket(exchange, position));
      return said.join(". ");
    }, forget);
  const news = submission.done === undefined ? undefined : (last?.result ?? submission.done);
  return { close, reverse, closeAll, news, refusal: submission.refusal };
}

async function closeAtMarket(
  { sender }: ConsoleExchange,
  position: ShownPosition,
): Promise<string> {
  const { contractName, positionType, canCloseVolume } = position;
  const side = position.side === "BUY" ? "SELL" : "BUY";
  await sender.value.futures.createOrder({
    contractName,
    positionType,
    side,
    open: "CLOSE",
    type: "MARKET",
    volume: canCloseVolume,
  });
  return `Sent: close ${formatPlain(canCloseVolume)} contracts of ${titleIn(position)} at market`;
}

/** FUT-MARKET-2: what opens at market names a value, so as many contracts are opened again as that buys now. */
async function reverseAtMarket(
  exchange: ConsoleExchange,
  position: ShownPosition,
): Promise<string> {
  const { contractName, positionType, positionBalance, coin } = position;
  const side = position.side === "BUY" ? "SELL" : "BUY";
  const closed = await closeAtMarket(exchange, position);
  const order = { contractName, positionType, side, open: "OPEN", type: "MARKET" } as const;
  try {
    await exchange.sender.value.futures.createOrder({ ...order, volume: positionBalance });
  } catch (refusal) {
    const text = `${titleIn(position)} was closed, and not opened on the other side.`;
    exchange.note({ kind: "refusal", tone: "bad", text });
    throw refusal;
  }
  const what = side === "BUY" ? "long" : "short";
  return `${closed}; open a ${what} of ${formatPlain(positionBalance)} ${coin}`;
}

/** The position that was closed just now is among the newest of its contract. */
const NEWEST = 10;

async function resultOf(
  { client }: ConsoleExchange,
  { id, contractName, market }: ShownPosition,
): Promise<string | undefined> {
  const profits = await client.value.futures.profitHistory({ contractName, limit: NEWEST });
  const profit = profits.find(({ positionId }) => positionId === id);
  return profit && market && sayClosed(profit, market);
}

export function titleIn({ market, contractName }: ShownPosition): string {
  return market ? titleOf(market) : contractName;
}
