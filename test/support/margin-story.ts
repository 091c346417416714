/**
 * Margin stories told by dice: four assets of very different scales, five borrowers, and a dealer
 * on whose book they trade and into which they are sold. A step is a few small numbers; what it
 * means is worked out from the state it meets, so nearly every step does something.
 */

import fc from "fast-check";
import { present } from "../../src/core/base/assert.ts";
import type { Pair } from "../../src/core/engine/catalogue/catalogue.ts";
import { rulesFor } from "../../src/core/engine/catalogue/lending.ts";
import type { Command } from "../../src/core/engine/codec.ts";
import { HOUR_MS } from "../../src/core/engine/directory.ts";
import { freeOf } from "../../src/core/engine/ledger/ledger.ts";
import { holdingsOf, VALUE_ONE, worthOf } from "../../src/core/engine/margin/valuation.ts";
import { indexPriceOf, OPERATOR } from "../../src/core/engine/prices/index-prices.ts";
import { openOrdersOf } from "../../src/core/engine/read/orders.ts";
import type { OrderRequest } from "../../src/core/engine/spot/spot.ts";
import type { ExchangeState } from "../../src/core/engine/state.ts";
import { formatSteps, formatUnits } from "../../src/core/money/decimal.ts";
import { MarginDesk } from "./margin-desk.ts";

/** The likelier ones stand more often. */
const DEEDS = [
  ...["index", "index", "index", "feed", "feed", "withdraw index", "quiet", "hour", "hours"],
  ...["borrow", "borrow", "borrow", "borrow", "close", "close", "cancel"],
  ...["deal", "deal", "deal", "deal", "deal", "move in", "move out", "repay"],
  ...["rules", "terms", "fees", "halt", "freeze"],
] as const;

export interface Step {
  readonly deed: (typeof DEEDS)[number];
  readonly who: number;
  readonly where: number;
  /** 0 to 999: how much, how far, which side. */
  readonly dial: number;
}

export const step: fc.Arbitrary<Step> = fc.record({
  deed: fc.constantFrom(...DEEDS),
  who: fc.nat(4),
  where: fc.nat(3),
  dial: fc.nat(999),
});

const BORROWERS = ["ann", "bea", "cat", "dan", "eli"];
const DEALER = "dealer";
const ASSETS = ["BTC", "ETH", "DOG", "USDT"];
const PAIRS = ["BTCUSDT", "ETHUSDT", "ETHBTC", "DOGUSDT"];
const OPENING_PRICES = { BTC: "20000", ETH: "1500", DOG: "2" };
const FINEST = 10n ** 18n;

/** The exchange at which every story begins. DOG has no source: it follows its trades. */
export function openingDesk(): MarginDesk {
  const own = { BTC: "0.01", ETH: "0.1", DOG: "50", USDT: "2000" };
  const balances = Object.fromEntries(BORROWERS.map((name) => [name, own]));
  const rules = { isMarginEnabled: true, takerRate: 200_000 } as const;
  const desk = new MarginDesk(balances, {
    scales: { ETH: 18, DOG: 0, USDT: 6 },
    rules: { selfTrade: "none", takerRate: 100_000, makerRate: -10_000 },
  });
  desk.addPair({ name: "ETHUSDT", ...rules, quantityPrecision: 3 }, "ETH", "USDT");
  desk.addPair({ name: "ETHBTC", ...rules, pricePrecision: 5, quantityPrecision: 3 }, "ETH", "BTC");
  desk.addPair({ name: "DOGUSDT", ...rules, quantityPrecision: 0 }, "DOG", "USDT");
  desk.addUser(DEALER);
  for (const asset of ASSETS) {
    desk.deposit(DEALER, `1000000000 ${asset}`);
    for (const name of BORROWERS) desk.deposit(name, `300 ${asset}`);
    desk.lend(`10000000 ${asset}`, "0.0005");
  }
  for (const [asset, price] of Object.entries(OPENING_PRICES)) desk.index(asset, price);
  desk.withdrawIndex("DOG");
  return desk;
}

export interface Timed {
  readonly command: Command;
  readonly timeMs: number;
}

/** What a step is in this state, and when it happens. */
export function commandOf(state: ExchangeState, step: Step): Timed {
  const { deed, dial } = step;
  if (deed === "hour") return hourOf(state, 1);
  if (deed === "hours") return hourOf(state, dial % 60);
  const laterMs = deed === "quiet" ? dial * 15 : 1;
  return { command: deedOf(state, step), timeMs: state.timeMs + laterMs };
}

/** The next hour ticks, when it is due or so many hours late. */
function hourOf({ timeMs, hourMs }: ExchangeState, count: number): Timed {
  const command: Command = { type: "HourTick", hourMs: hourMs + HOUR_MS };
  return { command, timeMs: Math.max(timeMs, hourMs + count * HOUR_MS) };
}

function deedOf(state: ExchangeState, step: Step): Command {
  switch (step.deed) {
    case "borrow":
    case "close":
      return borrowerOrderOf(state, step);
    case "deal":
      return dealOf(state, step);
    case "cancel":
      return cancelOf(state, step);
    case "move in":
    case "move out":
    case "repay":
      return moneyDeedOf(state, step);
    case "index":
    case "feed":
    case "withdraw index":
      return priceDeedOf(state, step);
    default:
      return operatorDeedOf(state, step);
  }
}

function operatorDeedOf(state: ExchangeState, step: Step): Command {
  const { deed, where, dial } = step;
  const pair = where + 1;
  switch (deed) {
    case "rules":
      return { type: "SetMarginRules", ...rulesFor(2 + (dial % 5)), request: 0 };
    case "terms": {
      const hourlyRate = dial * 3_000_000;
      return { type: "SetLoanTerms", asset: pair, hourlyRate, cap: 10n ** 26n, request: 0 };
    }
    case "fees":
      return { type: "SetFees", pair, makerRate: 0, takerRate: dial * 2_000, request: 0 };
    case "freeze": {
      const [frozen] = state.users.frozen;
      if (frozen !== undefined) return { type: "UnfreezeUser", user: frozen, request: 0 };
      return { type: "FreezeUser", user: userOf(state, step), request: 0 };
    }
    default: {
      const halted = state.catalogue.pairs.find(({ status }) => status === "halted");
      if (halted) return { type: "ResumePair", pair: halted.id, request: 0 };
      return { type: "HaltPair", pair, request: 0 };
    }
  }
}

function priceDeedOf(state: ExchangeState, { deed, where, dial }: Step): Command {
  const asset = assetNamed(state, ASSETS[where % 2] ?? "");
  const source = deed === "feed" || dial % 2 === 0 ? "feed" : OPERATOR;
  if (deed === "withdraw index") return { type: "WithdrawIndex", asset, source, request: 0 };
  const before = indexPriceOf(state, asset) || 1000n * FINEST;
  const thousandths = dial < 100 ? 450 : 700 + Math.floor(dial * 0.62); // Now and then a crash.
  const price = (before * BigInt(thousandths)) / 1000n || 1n;
  return { type: "SetIndex", asset, source, weight: 1 + (dial % 3), price, request: 0 };
}

function assetNamed(state: ExchangeState, name: string): number {
  return present(state.catalogue.assetsByName.get(name), name).id;
}

function pairAt(state: ExchangeState, where: number): Pair {
  return present(state.catalogue.pairsByName.get(PAIRS[where] ?? ""), "a pair");
}

function userOf(state: ExchangeState, { who }: Pick<Step, "who">): number {
  return present(state.users.byName.get(BORROWERS[who] ?? ""), "a borrower").id;
}

/** The sender, with the first key. */
function by(state: ExchangeState, user: number) {
  return { user, key: state.users.keys.find((key) => key.user === user)?.id ?? 0, request: 0 };
}

function cancelOf(state: ExchangeState, step: Step): Command {
  const user = userOf(state, step);
  const orders = [...openOrdersOf(state.orders, { area: "margin", user })];
  const { id = 0, market: pair = 1 } = orders[step.dial % Math.max(orders.length, 1)] ?? {};
  return { type: "CancelMarginOrder", ...by(state, user), pair, order: id, clientId: "" };
}

function moneyDeedOf(state: ExchangeState, step: Step): Command {
  const { deed, where, dial } = step;
  const user = userOf(state, step);
  const asset = assetNamed(state, ASSETS[where] ?? "");
  const [from, to] =
    deed === "move in" ? (["spot", "margin"] as const) : (["margin", "spot"] as const);
  const free = freeOf(state.ledger, from, user, asset);
  const amount = (free * BigInt(dial)) / (deed === "move in" ? 20_000n : 1000n);
  if (deed === "repay") {
    return { type: "Repay", ...by(state, user), asset, amount: dial < 300 ? 0n : amount };
  }
  return { type: "Transfer", ...by(state, user), from, to, asset, amount };
}

/** The price of a pair by the index, so many hundredths off, in ticks. */
function ticksOf(state: ExchangeState, pair: Pair, off: number): bigint {
  const base = indexPriceOf(state, pair.base) || 2n * FINEST;
  const quote = indexPriceOf(state, pair.quote) || FINEST;
  const ticks = (base * 10n ** BigInt(pair.pricePrecision) * BigInt(100 + off)) / (quote * 100n);
  return ticks > 0n ? ticks : 1n;
}

/** How many lots are worth so many USDT. */
function lotsOf(state: ExchangeState, pair: Pair, value: bigint): bigint {
  const price = indexPriceOf(state, pair.base) || 2n * FINEST;
  return (value * 10n ** BigInt(pair.quantityPrecision) * FINEST) / price || 1n;
}

function limit(
  pair: Pair,
  side: OrderRequest["side"],
  { ticks, lots }: { ticks: bigint; lots: bigint },
): OrderRequest {
  return {
    side,
    kind: "limit",
    quantity: formatSteps(Number(lots), pair.quantityPrecision),
    price: formatSteps(Number(ticks), pair.pricePrecision),
    clientId: "",
  };
}

/** The dealer offers on both sides, thinly, as far as 12% from the index. */
function dealOf(state: ExchangeState, { where, dial }: Step): Command {
  const pair = pairAt(state, where);
  const lots = lotsOf(state, pair, BigInt(1 + dial));
  const items = [1, 3, 6, 9, 12].flatMap((off) => [
    limit(pair, "buy", { ticks: ticksOf(state, pair, -off), lots }),
    limit(pair, "sell", { ticks: ticksOf(state, pair, off), lots }),
  ]);
  const { id } = present(state.users.byName.get(DEALER), DEALER);
  return { type: "PlaceBatch", ...by(state, id), pair: pair.id, items };
}

/** Up to three times what the user has, near the index; a close takes some of what is offered. */
function borrowerOrderOf(state: ExchangeState, step: Step): Command {
  const { deed, where, dial } = step;
  const user = userOf(state, step);
  const pair = pairAt(state, where);
  const side = dial % 2 === 0 ? "buy" : "sell";
  const { assets, debt } = worthOf(holdingsOf(state, user));
  const times = deed === "borrow" ? 150 + (dial % 150) : dial % 150;
  const value = ((assets > debt ? assets - debt : 0n) * BigInt(times)) / (100n * VALUE_ONE);
  const off = side === "buy" ? (dial % 7) - 3 : 3 - (dial % 7);
  const size = { ticks: ticksOf(state, pair, off), lots: lotsOf(state, pair, value) };
  const asked = limit(pair, side, size);
  const type = "PlaceMarginOrder";
  if (deed === "borrow") return { type, ...by(state, user), pair: pair.id, ...asked };
  const decimals = pair.pricePrecision + pair.quantityPrecision;
  const quantity = side === "buy" ? formatUnits(size.lots * size.ticks, decimals) : asked.quantity;
  return { type, ...by(state, user), pair: pair.id, ...asked, kind: "market", quantity, price: "" };
}
