/**
 * Trades beside stops: `node stops-child.mjs JSON`, the result is JSON on stdout. "beside" does the same trades on two
 * exchanges by turns, one of which has stops that no price reaches, "legs" one that has order lists whose legs do not work,
 * "trailing" one that has stops that trail a price which goes up and down. "triggered" clocks one command that sets off all
 * stops there are, and demands that each has traded and that nothing is locked afterwards. "loaded" clocks the loading of a
 * snapshot with as many triggered stops as plain orders at one price, "killed" a FOK order that is one lot too large for a
 * book of so many orders.
 */
import { performance } from "node:perf_hooks";
import { loaderOf } from "./built.mjs";
import { byTurns } from "./by-turns.mjs";

const START_MS = 1_700_000_000_000;
const STOPPERS = 200;
/** SPOT-LIST-6: what a user may have open on a symbol. */
const LISTS_OF_USER = 20;
const LEGS = 2;
const MEASURES = { beside, legs, trailing, triggered, loaded, killed };

async function main() {
  const task = JSON.parse(process.argv[2] ?? "{}");
  console.log(JSON.stringify(await MEASURES[task.measure](task)));
}

/** An exchange with one pair, traders 1 and 2, and users with stops behind them. */
async function openMarket({ dist, users = STOPPERS }) {
  const load = loaderOf(dist);
  const { apply } = await load("core/engine/engine.js");
  const { emptyState } = await load("core/engine/state.js");
  const { PAIR_DEFAULTS } = await load("core/engine/catalogue/catalogue.js");
  const { FORMAT: format } = await load("core/engine/directory.js");
  const { RULES: rules } = await load("core/engine/catalogue/rule-changes.js");
  const state = emptyState();
  let timeMs = START_MS;
  const run = (command) => {
    const context = { timeMs: timeMs++, events: [] };
    const outcome = apply(state, command, context);
    if (!outcome.ok) throw new Error(`${command.type}: ${outcome.reason}`);
    return context.events;
  };
  run({ type: "OpenDirectory", kind: "sandbox", format, rules });
  for (const name of ["BTC", "USDT"]) run({ type: "AddAsset", name, scale: 8, request: 0 });
  const digits = { pricePrecision: 2, quantityPrecision: 4, openOrdersMax: 1_000_000 };
  const pair = { ...PAIR_DEFAULTS, ...digits, name: "BTCUSDT", base: 1, quote: 2 };
  run({ type: "AddPair", ...pair, request: 0 });
  for (let user = 1; user <= 2 + users; user++) {
    run({ type: "AddUser", name: `u${user}`, request: 0 });
    const key = { apiKey: `k${user}`, sealedSecret: Uint8Array.of(1), mayTrade: true };
    run({ type: "AddKey", user, ...key, addresses: [], request: 0 });
    for (const asset of [1, 2]) {
      const id = `in-${user}-${asset}`;
      run({ type: "Deposit", id, user, asset, amount: 10n ** 17n, request: 0 });
    }
  }
  return { state, run };
}

function order(user, side, price, more = {}) {
  const asked = { side, kind: price === "" ? "market" : "limit", quantity: "1", price, ...more };
  return { type: "PlaceOrder", user, key: user, request: 0, pair: 1, clientId: "", ...asked };
}

function stop(user, side, triggerPrice) {
  const instructions = { timeInForce: "gtc", selfTrade: undefined, triggerPrice };
  return order(user, side, "", { instructions, quantity: side === "buy" ? "100" : "1" });
}

/** A trade: an order that rests, and one that takes it. */
function trade(run, price = "100") {
  run(order(1, "sell", price));
  run(order(2, "buy", price));
}

async function beside(task) {
  return tradeBeside(task, (run) => {
    for (let at = 0; at < task.waiting; at++) {
      const user = 3 + (at % STOPPERS);
      const away = 1 + (at % 4_000) / 100;
      const isRise = at % 2 === 0;
      const price = (isRise ? 100 + away : 100 - away).toFixed(2);
      run(stop(user, isRise ? "buy" : "sell", price));
    }
  });
}

/** By turns lists whose legs are live, and lists whose legs wait for a first order. */
async function legs(task) {
  const lists = Math.ceil(task.waiting / LEGS);
  const users = Math.ceil(lists / LISTS_OF_USER);
  return tradeBeside({ ...task, users }, (run) => {
    for (let at = 0; at < lists; at++) run(list(3 + (at % users), at));
  });
}

function list(user, at) {
  const away = 1 + (at % 4_000) / 100;
  const legs = [
    order(user, "sell", (100 + away).toFixed(2)),
    stop(user, "sell", (100 - away).toFixed(2)),
  ];
  const first = order(user, "buy", (98 - away).toFixed(2));
  const orders = at % 2 === 0 ? legs : [first, ...legs];
  const items = orders.map(({ side, kind, quantity, price, instructions }) => {
    return { side, kind, quantity, price, clientId: "", instructions, extras: undefined };
  });
  const kind = at % 2 === 0 ? "oco" : "otoco";
  return {
    type: "PlaceOrderList",
    user,
    key: user,
    request: 0,
    pair: 1,
    kind,
    clientId: "",
    items,
  };
}

/** The price goes up by a tick with each trade, and down by 2% where it begins again: nothing is triggered, which would cost more. */
const MOVES = 200;
const movingPrice = (at) => (100 + (at % MOVES) / 100).toFixed(2);

/** They begin as the price falls, so that they have seen as many best prices as they can. */
async function trailing(task) {
  const fill = (run) => {
    for (let at = 0; at < task.waiting; at++) {
      if (at % (task.waiting / MOVES) === 0) {
        trade(run, movingPrice(MOVES - 1 - at / (task.waiting / MOVES)));
      }
      const side = at % 2 === 0 ? "sell" : "buy";
      const quantity = side === "buy" ? "100" : "1";
      run(
        order(3 + (at % STOPPERS), side, "", { quantity, trailing: { delta: 500 + (at % 1_500) } }),
      );
    }
  };
  return tradeBeside(task, fill, movingPrice);
}

async function tradeBeside(task, fill, priceAt = () => "100") {
  const [without, with_] = [await openMarket(task), await openMarket(task)];
  for (const { run } of [without, with_]) trade(run);
  fill(with_.run);
  return byTurns({
    stretches: task.stretches,
    commands: task.stretch,
    prepare: () => task.stretch,
    run(count, isWith) {
      const { run } = isWith ? with_ : without;
      for (let at = 0; at < count; at++) trade(run, priceAt(at));
    },
  });
}

/** All wait for 99, and enough is bid below for them to sell into. */
async function triggered(task) {
  const { state, run } = await openMarket(task);
  trade(run);
  for (let at = 0; at < task.waiting; at++) run(stop(3 + (at % STOPPERS), "sell", "99"));
  for (let at = 0; at < 100; at++) {
    const bid = order(2, "buy", (98 - at / 100).toFixed(2), { quantity: `${task.waiting / 100}` });
    run(bid);
  }
  run(order(2, "buy", "99"));
  globalThis.gc?.();

  const begin = performance.now();
  const events = run(order(1, "sell", "99"));
  const ms = performance.now() - begin;
  const filled = events.filter(({ type, status }) => type === "OrderEnded" && status === "filled");
  const waits = state.stops.byPair[0].waiting;
  const { wallets } = state.ledger;
  const locked = [...wallets.in("spot")].some((wallet) => wallets.locked(wallet) !== 0n);
  if (waits !== 0 || locked || filled.length < task.waiting) throw new Error("stops were lost");
  return { ms, usEach: (ms * 1000) / task.waiting };
}

/** Bids at 95 by turns: one that rests at once, and a stop that is set off when all have come. */
async function loaded(task) {
  const { state, run } = await openMarket(task);
  const { readSnapshot, writeSnapshot } = await loaderOf(task.dist)(
    "core/engine/snapshot/snapshot.js",
  );
  trade(run);
  const instructions = { timeInForce: "gtc", selfTrade: undefined, triggerPrice: "101" };
  for (let at = 0; at < task.waiting; at++) {
    run(order(3 + (at % STOPPERS), "buy", "95", { instructions }));
    run(order(3 + (at % STOPPERS), "buy", "95"));
  }
  run(order(1, "sell", "101"));
  run(order(2, "buy", "101"));
  const bytes = writeSnapshot(state).slice();
  globalThis.gc?.();

  const begin = performance.now();
  const { orders } = readSnapshot(bytes);
  const ms = performance.now() - begin;
  if (orders.byId.size !== 2 * task.waiting) throw new Error("orders were lost");
  return { ms };
}

async function killed(task) {
  const { run } = await openMarket(task);
  for (let at = 0; at < task.waiting; at++) {
    run(order(3 + (at % STOPPERS), "sell", (100 + (at % 1_000) / 100).toFixed(2)));
  }
  const instructions = { timeInForce: "fok", selfTrade: undefined, triggerPrice: "" };
  const kill = order(2, "buy", "120", { instructions, quantity: `${task.waiting + 1}` });
  const begin = performance.now();
  for (let at = 0; at < 100; at++) {
    const [ended] = run(kill);
    if (ended.reason !== "fill_or_kill") throw new Error("it was to be killed");
  }
  return { us: ((performance.now() - begin) * 1000) / 100 };
}

await main();
