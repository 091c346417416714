/**
 * A log that has seen everything: trades over days, every kind of order and end, batches, cancels,
 * freezes, halts, fees, missed hours. Replays and snapshots of it have something to get wrong.
 */
import { PAIR_DEFAULTS } from "../../src/engine/catalogue/catalogue.ts";
import type { Command } from "../../src/engine/codec.ts";
import type { Log } from "../../src/log/log.ts";
import type { Replica } from "../../src/service/replay.ts";
import { INTERVALS } from "../../src/views/interval.ts";
import { seededRandom } from "./random.ts";
import { ALICE, BOB, HOUR_MS, LineDesk, order } from "./service-desk.ts";

const PAIRS = 2;

/** Its log holds about `count` commands; the desk is the live exchange at its end. */
export async function busyDesk(count: number, seed = 1): Promise<LineDesk> {
  const random = seededRandom(seed);
  const desk = await LineDesk.open();
  desk.log.isHolding = false;
  await desk.submit(secondPair()).promise;
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

function anyCommand(random: () => number, i: number, { line }: LineDesk): Command {
  const below = (limit: number) => Math.floor(random() * limit);
  const user = random() < 0.5 ? ALICE : BOB;
  const by = { user, key: user, request: i, pair: 1 + below(PAIRS) };
  const anOrder = 1 + below(line.state.orders.orderIdLast + 2);
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
    () => ({ type: random() < 0.5 ? "FreezeUser" : "UnfreezeUser", user, request: i }),
    () => ({ type: random() < 0.4 ? "HaltPair" : "ResumePair", pair: by.pair, request: i }),
  ];
  const kind = kinds[below(25)];
  return kind ? kind() : ({ ...order(user, limit, clientId), ...by } as Command);
}

function asked(words: string, clientId: string) {
  const { side, kind, quantity, price } = order(ALICE, words) as Command & { type: "PlaceOrder" };
  return { side, kind, quantity, price, clientId };
}

/** Everything that anybody could ask of a replica, as plain values. */
export function answersOf({ state, views }: Pick<Replica, "state" | "views">) {
  const { orders, users, catalogue, ledger, movements, prices } = state;
  const span = { nowMs: state.timeMs, limit: 300 };
  return {
    head: { ...state, ...NOTHING_ELSE, digest: [...state.digest] },
    counters: [orders.orderIdLast, orders.tradeIdLast],
    open: orders.byId.sorted().map(plainOrder),
    users: users.users,
    keys: users.keys.map((key) => ({ ...key, sealedSecret: [...key.sealedSecret] })),
    assets: catalogue.assets,
    pairs: catalogue.pairs,
    wallets: ledger.spot.map((row) => row.filter((w) => w && w.free + w.locked > 0n)),
    houses: ledger.houses,
    movements: [...movements.byId.values()],
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
  books: null,
  prices: null,
  purses: null,
};

function plainOrder(order: object): object {
  return { ...order, level: null, before: null, behind: null, older: null, newer: null };
}

/** The cursors between the batches of a log, oldest first. */
export function cursorsOf(log: Pick<Log, "read">, start: Parameters<Log["read"]>[0]) {
  return [...log.read(start)].map(({ after }) => after);
}
