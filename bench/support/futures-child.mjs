/**
 * Futures at size: `node futures-child.mjs JSON`. Many positions, long and short, half of them
 * isolated and half cross, linear and inverse, at leverages from 2 to 20; then ticks that ruin
 * no account, each timed, and a funding settlement; then futures commands beside spot commands of the
 * same kind.
 */
import { performance } from "node:perf_hooks";
import { loaderOf } from "./built.mjs";
import { byTurns } from "./by-turns.mjs";
import { randomFrom } from "./workload.mjs";

const HOUR_MS = 3_600_000;
const SWEEP_MS = 300;
const START_MS = 472_224 * HOUR_MS;
const BTC = 1;
const USDT = 2;
const WHALE = 1;
const PRICE = 50_000;
const UNIT = 10n ** 8n;
const PRICE_TEXT = "50000";
const LINEAR = 1;
const INVERSE = 2;

async function main() {
  const task = JSON.parse(process.argv[2] ?? "{}");
  const exchange = await openExchange(task);
  const found =
    task.measure === "tripwire" ? await tripwire(exchange, task) : measure(exchange, task);
  console.log(JSON.stringify(found));
}

async function openExchange({ dist, positions }) {
  const load = loaderOf(dist);
  const { apply } = await load("core/engine/engine.js");
  const { emptyState } = await load("core/engine/state.js");
  const { PAIR_DEFAULTS } = await load("core/engine/catalogue/catalogue.js");
  const { CONTRACT_DEFAULTS } = await load("core/engine/catalogue/contract.js");
  const { FORMAT } = await load("core/engine/directory.js");
  const { RULES } = await load("core/engine/catalogue/rule-changes.js");
  const state = emptyState();
  const exchange = { state, timeMs: START_MS, run };
  function run(command) {
    const events = [];
    const outcome = apply(state, command, { timeMs: exchange.timeMs, events });
    if (!outcome.ok) throw new Error(`${command.type}: ${outcome.reason}`);
    return events;
  }
  run({ type: "OpenDirectory", kind: "sandbox", format: FORMAT, rules: RULES });
  for (const name of ["BTC", "USDT"]) run({ type: "AddAsset", name, scale: 8, request: 0 });
  const pair = { name: "BTCUSDT", base: BTC, quote: USDT, pricePrecision: 2, quantityPrecision: 4 };
  run({ type: "AddPair", ...PAIR_DEFAULTS, ...pair, openOrdersMax: 1_000_000, request: 0 });
  list(exchange, CONTRACT_DEFAULTS);
  for (let user = 1; user <= positions + 1; user++) addUser(exchange, user);
  second(exchange, PRICE);
  const random = randomFrom(1);
  for (let user = 2; user <= positions + 1; user++) open(exchange, user, random());
  return exchange;
}

function list({ run }, defaults) {
  const plenty = 10n ** 30n;
  const rules = {
    ...defaults,
    base: BTC,
    pricePrecision: 1,
    marketMoneyMax: plenty,
    limitMoneyMax: plenty,
    limitVolumeMax: Number.MAX_SAFE_INTEGER,
    ordersMax: 1_000_000,
    maxFeeRate: 40_000,
    impactNotional: 25_000n * UNIT,
    request: 0,
  };
  const tiers = (first) => [
    { valueMax: first, leverageMax: 100, maintenanceRate: 400_000 },
    { valueMax: first * 10n, leverageMax: 50, maintenanceRate: 1_000_000 },
    { valueMax: plenty, leverageMax: 20, maintenanceRate: 2_500_000 },
  ];
  const linear = { name: "E-BTC-USDT", kind: "linear", multiplier: 1n, multiplierDecimals: 4 };
  const inverse = { name: "E-BTC-USD", kind: "inverse", multiplier: 10n, multiplierDecimals: 0 };
  run({ type: "AddContract", ...rules, ...linear, tiers: tiers(50_000n * UNIT) });
  run({ type: "AddContract", ...rules, ...inverse, tiers: tiers((UNIT * 27n) / 20n) });
}

function addUser({ run }, user) {
  const key = { apiKey: `key${user}`, sealedSecret: new Uint8Array(48), mayTrade: true };
  run({ type: "AddUser", name: `user${user}`, request: 0 });
  run({ type: "AddKey", user, ...key, addresses: [], request: 0 });
  for (const [asset, amount] of [
    [USDT, 20_000n * UNIT],
    [BTC, UNIT],
  ]) {
    const sum = user === WHALE ? 10n ** 20n : amount;
    run({ type: "Deposit", id: `${asset}:${user}`, user, asset, amount: 2n * sum, request: 0 });
    run({ type: "Transfer", ...by(user), from: "spot", to: "futures", asset, amount: sum });
  }
}

/** One position against the whale: by turns long and short, linear and inverse, isolated and cross. */
function open({ run }, user, chance) {
  const contract = user % 4 < 2 ? LINEAR : INVERSE;
  const mode = user % 8 < 4 ? "isolated" : "cross";
  const side = user % 2 === 0 ? "buy" : "sell";
  const leverage = 2 + Math.floor(chance * 18);
  // Of a cross account the whole is behind it: as much is opened as makes the same leverage.
  const lots = contract === LINEAR ? 400 * leverage : 500 * leverage;
  const size = mode === "isolated" ? lots : lots * 4;
  run({
    type: "SetLeverage",
    ...by(user),
    contract,
    leverage: mode === "isolated" ? leverage : 20,
  });
  run(
    order(WHALE, {
      contract,
      side: side === "buy" ? "sell" : "buy",
      lots: `${size}`,
      mode: "cross",
    }),
  );
  run(order(user, { contract, side, lots: `${size}`, mode }));
}

/** Written out: a command is made for every order that is measured, and must not be what costs. */
function order(user, { contract, side, lots, mode, action = "open", price = PRICE_TEXT }) {
  return {
    type: "PlaceFuturesOrder",
    user,
    key: user,
    request: 0,
    contract,
    side,
    kind: "limit",
    action,
    mode,
    timeInForce: "gtc",
    trigger: "none",
    quantity: lots,
    price,
    triggerPrice: "",
    clientId: "",
  };
}

function by(user) {
  return { user, key: user, request: 0 };
}

/** The index speaks; the next second strikes. Only the second is measured. */
function speak(exchange, price) {
  exchange.timeMs += 1_000;
  const units = BigInt(Math.round(price * 100)) * 10n ** 16n;
  const source = { source: "feed", weight: 1, price: units };
  exchange.run({ type: "SetIndex", asset: BTC, ...source, request: 0 });
}

function strike({ run, timeMs }) {
  return run({ type: "SecondTick", secondMs: timeMs - (timeMs % 1_000) });
}

function second(exchange, price) {
  speak(exchange, price);
  return strike(exchange);
}

function measure(exchange, { ticks, orders }) {
  const { futures } = exchange.state;
  const held = [...futures.positions.all()].length;
  quoteAbove(exchange);
  globalThis.gc?.();
  // The collector goes on sweeping in other threads, and whatever allocates may wait for it.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, SWEEP_MS);
  second(exchange, PRICE);
  const tick = timed(exchange, prices(ticks));
  second(exchange, PRICE);
  const [gap] = timed(exchange, [PRICE * 0.97]);
  second(exchange, PRICE);
  const funding = fund(exchange);
  second(exchange, PRICE);
  return { held, tick, gap, funding, ...paces(exchange, orders) };
}

/** The whale bids above the index: longs pay. */
function quoteAbove({ run }) {
  for (const contract of [LINEAR, INVERSE]) {
    const bid = { contract, side: "buy", lots: "50000", mode: "cross", price: "50100" };
    run(order(WHALE, bid));
    run(order(WHALE, { ...bid, side: "sell", price: "50200" }));
  }
}

/** Small steps, as a feed makes them, and now and then a gap of one percent. */
function prices(count) {
  const random = randomFrom(2);
  let price = PRICE;
  return Array.from({ length: count }, (_, at) => {
    const step = at % 50 === 49 ? 0.01 : 0.0005;
    const next = price * (1 + (random() - 0.5) * 2 * step);
    price = Math.min(Math.max(next, PRICE * 0.985), PRICE * 1.015);
    return price;
  });
}

function timed(exchange, steps) {
  return steps.map((price) => {
    speak(exchange, price);
    return heldBy(() => strike(exchange));
  });
}

/** In ms; a liquidation would be another measurement. */
function heldBy(run) {
  const begin = performance.now();
  const events = run();
  const ms = performance.now() - begin;
  if (events.some(({ type }) => type === "FuturesLiquidated")) throw new Error("liquidated");
  return ms;
}

/** Eight hours, of which the last pays. */
function fund(exchange) {
  const { state, run } = exchange;
  const times = [];
  for (let hours = 0; hours < 16; hours++) {
    const hourMs = state.hourMs + HOUR_MS;
    exchange.timeMs = Math.max(exchange.timeMs, hourMs);
    second(exchange, PRICE);
    const isFunding = hourMs % (8 * HOUR_MS) === 0;
    const ms = heldBy(() => run({ type: "HourTick", hourMs }));
    if (isFunding) times.push(ms);
  }
  if (state.futures.markets.some(({ fundingRate }) => fundingRate === 0))
    throw new Error("no funding");
  return Math.min(...times);
}

/** A command with a look of the tripwire after every `batch`, and without any. */
async function tripwire(exchange, { dist, batch, stretches, stretch }) {
  const { inspectTouched } = await loaderOf(dist)("core/engine/invariants/tripwire.js");
  const step = futuresStep(exchange);
  const { run } = exchange;
  let at = 0;
  let sent = 0;
  const looking = (command) => {
    run(command);
    if (++sent % batch === 0) inspectTouched(exchange.state);
  };
  return byTurns({
    stretches,
    commands: 4 * stretch,
    prepare: () => undefined,
    run(_, isWith) {
      exchange.run = isWith ? looking : run;
      for (let i = 0; i < stretch; i++) step(at++);
    },
  });
}

/** What a command costs, in us: of each four one rests, is cancelled, one rests and one takes it. */
function paces(exchange, orders) {
  const { state, run } = exchange;
  const count = state.users.users.length;
  const spot = (at) => {
    const one = 2 + (at % (count - 2));
    run(spotOrder(one, "buy", "45000"));
    const order = state.orders.orderIdLast;
    run({ type: "CancelOrder", user: one, key: one, request: 0, pair: 1, order, clientId: "" });
    run(spotOrder(one, "sell", "50000"));
    run(spotOrder(one + 1, "buy", "50000"));
  };
  return { spot: paceOf(spot, orders), futures: paceOf(futuresStep(exchange), orders) };
}

/** Four commands of futures. */
function futuresStep(exchange) {
  const { state } = exchange;
  const count = state.users.users.length;
  const low = { contract: LINEAR, side: "buy", lots: "1", mode: "isolated", price: "47500" };
  const bid = { ...low, price: "50150" };
  const ask = { ...bid, side: "sell" };
  return (at) => {
    // Every eighth is long in the linear contract and isolated, the one behind it short.
    const one = 8 * (1 + (at % Math.floor((count - 2) / 8)));
    exchange.run(order(one, low));
    const id = state.orders.orderIdLast;
    const name = { contract: LINEAR, order: id, clientId: "" };
    exchange.run({ type: "CancelFuturesOrder", user: one, key: one, request: 0, ...name });
    exchange.run(order(one, bid));
    exchange.run(order(one + 1, ask));
  };
}

function spotOrder(user, side, price) {
  return {
    type: "PlaceOrder",
    user,
    key: user,
    request: 0,
    pair: 1,
    side,
    kind: "limit",
    quantity: "0.0001",
    price,
    clientId: "",
  };
}

function paceOf(step, orders) {
  for (let at = 0; at < orders; at++) step(at);
  const before = process.cpuUsage();
  for (let at = 0; at < orders; at++) step(at);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / orders / 4;
}

await main();
