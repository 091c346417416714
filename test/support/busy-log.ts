/**
 * A log that has seen everything: trades over days, every kind of order and end, batches, cancels,
 * freezes, halts, fees, missed hours; loans, prices that leap, liquidations. Replays and snapshots
 * of it have something to get wrong.
 */

import { PAIR_DEFAULTS } from "../../src/core/engine/catalogue/catalogue.ts";
import type { Command } from "../../src/core/engine/codec.ts";
import { balancesIn } from "../../src/core/engine/ledger/ledger.ts";
import { rememberedMovements } from "../../src/core/engine/ledger/movements.ts";
import { indexPriceOf } from "../../src/core/engine/prices/index-prices.ts";
import { INTERVALS } from "../../src/core/views/interval.ts";
import type { Log } from "../../src/log/log.ts";
import type { Replica } from "../../src/runtime/replica/replay.ts";
import { seededRandom } from "./random.ts";
import { ALICE, BOB, HOUR_MS, order, SequencerDesk } from "./service-desk.ts";

const PAIRS = 2;

/** Its log holds about `count` commands; the desk is the live exchange at its end. */
export async function busyDesk(count: number, seed = 1): Promise<SequencerDesk> {
  const random = seededRandom(seed);
  const desk = await SequencerDesk.open();
  desk.log.isHolding = false;
  const opening = [secondPair(), ...lending(), ...ruin(28), ...ruin(40)];
  for (const command of opening) await desk.submit(command).promise;
  for (let i = 0; i < count; i++) {
    void desk.submit(anyCommand(random, i, desk));
    if (random() < 0.3) await desk.time.pass(Math.floor(random() * 2_000));
    if (random() < 0.01) await desk.time.pass(Math.floor(random() * 5 * HOUR_MS));
  }
  await desk.time.pass(1_500);
  return desk;
}

function secondPair(): Command {
  const precisions = { pricePrecision: 4, quantityPrecision: 2 };
  const rules = { ...PAIR_DEFAULTS, ...precisions, name: "USDTBTC", base: 2, quote: 1 };
  return { type: "AddPair", ...rules, request: 0 };
}

/** Both assets are lent, at a tenth of a percent by the hour. */
function lending(): Command[] {
  const request = 0;
  const terms = [1, 2].flatMap((asset): Command[] => [
    { type: "SetLoanTerms", asset, hourlyRate: 10 ** 9, cap: 10n ** 14n, request },
    { type: "FillFund", id: `p-${asset}`, fund: "loan_pool", asset, amount: 10n ** 14n, request },
  ]);
  return [{ type: "SetMarginPair", pair: 1, isMarginEnabled: true, request }, ...terms];
}

/** Alice buys with borrowed money, and the price falls by so many percent: alice is liquidated. */
function ruin(percent: number): Command[] {
  const by = { user: ALICE, key: ALICE, request: 0 };
  const priced = (price: number): Command => {
    const units = BigInt(price) * 10n ** 18n;
    return { type: "SetIndex", asset: 1, source: "operator", weight: 1, price: units, request: 0 };
  };
  const amount = 1_000n * 10n ** 8n;
  return [
    priced(100),
    { type: "Transfer", ...by, from: "spot", to: "margin", asset: 2, amount },
    order(BOB, "sell 29 @ 100"),
    { type: "PlaceMarginOrder", ...by, pair: 1, ...asked("buy 29 @ 100", "") },
    order(BOB, `buy 50 @ ${100 - percent}`),
    priced(100 - percent),
  ];
}

function anyCommand(random: () => number, i: number, desk: SequencerDesk): Command {
  const { sequencer } = desk;
  const below = (limit: number) => Math.floor(random() * limit);
  const user = random() < 0.5 ? ALICE : BOB;
  const by = { user, key: user, request: i, pair: 1 + below(PAIRS) };
  const anOrder = 1 + below(sequencer.state.orders.orderIdLast + 2);
  const clientId = random() < 0.5 ? `c-${i}` : "";
  const limit = `${random() < 0.5 ? "buy" : "sell"} 0.${1 + below(90)} @ ${95 + below(10)}`;
  const kinds: readonly (() => Command)[] = [
    () => ({ ...order(user, random() < 0.5 ? "buy 20" : "sell 0.3", clientId), ...by }) as Command,
    () => ({ type: "CancelOrder", ...by, order: anOrder, clientId: "" }),
    () => ({ type: "CancelBatch", ...by, orders: [anOrder, anOrder + 1] }),
    () => ({ type: "CancelByOperator", order: anOrder, request: i }),
    () => ({ type: "PlaceBatch", ...by, items: [asked(limit, clientId), asked("sell 9", "")] }),
    () => ({
      type: "Withdraw",
      id: `w-${i}`,
      user,
      asset: 1,
      amount: BigInt(below(1e9)),
      request: i,
    }),
    () => ({
      type: "SetFees",
      pair: by.pair,
      makerRate: below(1e5),
      takerRate: below(1e6),
      request: i,
    }),
    () => ({ type: random() < 0.3 ? "FreezeUser" : "UnfreezeUser", user, request: i }),
    () => ({ type: random() < 0.3 ? "HaltPair" : "ResumePair", pair: by.pair, request: i }),
  ];
  if (random() < 0.12) return anyOfMargin(random, i, desk);
  const kind = kinds[below(25)];
  return kind ? kind() : ({ ...order(user, limit, clientId), ...by } as Command);
}

/** Money in and out, orders larger than it, repayments, and prices that move by half. */
function anyOfMargin(random: () => number, i: number, { sequencer }: SequencerDesk): Command {
  const below = (limit: number) => Math.floor(random() * limit);
  const user = random() < 0.5 ? ALICE : BOB;
  const by = { user, key: user, request: i };
  const asset = 1 + below(2);
  const amount = BigInt(1 + below(10)) * (asset === 1 ? 10n ** 8n : 10n ** 10n);
  const limit = `${random() < 0.6 ? "buy" : "sell"} ${1 + below(20)} @ ${95 + below(10)}`;
  const anOrder = 1 + below(sequencer.state.orders.orderIdLast + 2);
  const price = BigInt(60 + below(80)) * 10n ** 18n;
  const kinds: readonly (() => Command)[] = [
    () => ({ type: "PlaceMarginOrder", ...by, pair: 1, ...asked(limit, "") }),
    () => ({ type: "PlaceMarginOrder", ...by, pair: 1, ...asked(`sell ${1 + below(9)}`, "") }),
    () => ({ type: "Transfer", ...by, from: "spot", to: "margin", asset, amount }),
    () => ({ type: "Transfer", ...by, from: "margin", to: "spot", asset, amount }),
    () => ({ type: "Repay", ...by, asset, amount: random() < 0.5 ? 0n : amount }),
    () => ({ type: "CancelMarginOrder", ...by, pair: 1, order: anOrder, clientId: "" }),
    () => ({ type: "SetIndex", asset: 1, source: "operator", weight: 1, price, request: i }),
  ];
  return (kinds[below(kinds.length)] as () => Command)();
}

function asked(words: string, clientId: string) {
  const { side, kind, quantity, price } = order(ALICE, words) as Command & { type: "PlaceOrder" };
  return { side, kind, quantity, price, clientId };
}

/** Everything that can be asked of a replica, as plain values. */
export function answersOf({ state, views }: Pick<Replica, "state" | "views">) {
  const { orders, users, catalogue, ledger, movements, prices, margin } = state;
  const span = { nowMs: state.timeMs, limit: 300 };
  return {
    head: {
      ...state,
      ...NOTHING_ELSE,
      stops: { ...state.stops, rows: null },
      digest: [...state.digest],
    },
    counters: [orders.orderIdLast, orders.tradeIdLast],
    open: orders.byId.sorted(),
    users: users.users,
    keys: users.keys.map((key) => ({ ...key, sealedSecret: [...key.sealedSecret] })),
    assets: catalogue.assets,
    pairs: catalogue.pairs,
    wallets: (["spot", "margin"] as const).map((area) =>
      [...balancesIn(ledger, area)].filter(({ free, locked }) => free + locked > 0n),
    ),
    houses: ledger.houses,
    pools: ledger.poolCapital,
    lending: [catalogue.loanTerms, catalogue.marginRules, margin.rateSums, margin.transferIdLast],
    accounts: [...margin.accounts.values()],
    liquidating: [...margin.liquidating].sort(),
    index: catalogue.assets.map(({ id }) => indexPriceOf(state, id)),
    movements: rememberedMovements(movements),
    prices: prices.last,
    pairViews: [1, PAIRS].map((pair) => ({
      trades: views.trades.newest(pair, 1_000),
      ticker: views.tickers.tickerOf(pair, state.timeMs),
      tomorrow: views.tickers.tickerOf(pair, state.timeMs + 20 * HOUR_MS),
      candles: INTERVALS.map((name) => views.candles.newest(pair, name, span)),
    })),
  };
}

/** What of a state is not its head. */
const NOTHING_ELSE = {
  users: null,
  catalogue: null,
  ledger: null,
  movements: null,
  orders: null,
  // Filled anew by each order.
  draft: null,
  books: null,
  prices: null,
  margin: null,
  settlementAccounts: null,
};

/** The cursors between the batches of a log, oldest first. */
export function cursorsOf(log: Pick<Log, "read">, start: Parameters<Log["read"]>[0]) {
  return [...log.read(start)].map(({ after }) => after);
}
