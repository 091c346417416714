/**
 * Events of margin in plain words, so that a story reads as one: `alice borrows 1800 USDT`,
 * `alice sells 0.2 @ 20000 on BTCUSDT`, `alice is liquidated`.
 */
import { present } from "../../src/core/base/assert.ts";
import type { ExchangeEvent } from "../../src/core/engine/events.ts";
import type { Traded } from "../../src/core/engine/spot/spot.ts";
import type { ExchangeState } from "../../src/core/engine/state.ts";
import { formatSteps, formatUnits } from "../../src/core/money/decimal.ts";

export function newsOf(state: ExchangeState, events: readonly ExchangeEvent[]): string[] {
  return events.flatMap((event) => {
    const words = wordsFor(state, event);
    return words === undefined ? [] : [words];
  });
}

function wordsFor(state: ExchangeState, event: ExchangeEvent): string | undefined {
  if (event.type === "Traded") return tradeOf(state, event);
  if (!("user" in event)) return undefined;
  const name = nameOf(state, event.user);
  switch (event.type) {
    case "MarginCalled":
      return `${name} is warned`;
    case "LiquidationBegan":
      return `${name} is liquidated`;
    case "LiquidationOver":
      return `${name} is through: ${event.end}`;
    case "Borrowed":
      return `${name} borrows ${amountOf(state, event.asset, event.amount)}`;
    case "Repaid":
      return `${name} repays ${amountOf(state, event.asset, event.interest + event.principal)}`;
    case "Insured":
      return `${name} gives ${amountOf(state, event.asset, event.amount)} to insurance`;
    case "LossCovered":
      return `${name} leaves ${amountOf(state, event.asset, event.principal)} unpaid`;
    default:
      return undefined;
  }
}

function nameOf({ users }: ExchangeState, user: number): string {
  return present(users.users[user - 1], "the user").name;
}

function amountOf({ catalogue }: ExchangeState, asset: number, units: bigint): string {
  const { name, scale } = present(catalogue.assets[asset - 1], "the asset");
  return `${formatUnits(units, scale)} ${name}`;
}

/** As the taker sees it. */
function tradeOf(state: ExchangeState, { pair: id, ticks, lots, ...trade }: Traded): string {
  const pair = present(state.catalogue.pairs[id - 1], "the pair");
  const quantity = formatSteps(lots, pair.quantityPrecision);
  const price = formatSteps(ticks, pair.pricePrecision);
  return `${nameOf(state, trade.takerUser)} ${trade.takerSide}s ${quantity} @ ${price} on ${pair.name}`;
}
