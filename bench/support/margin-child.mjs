/**
 * Margin at size: `node margin-child.mjs JSON`. Many accounts that owe something, half of them long
 * and half short, at levels spread over everything that may be borrowed; then index prices and hours
 * that ruin no account, each timed; then margin orders beside spot orders of the same kind.
 */
import { performance } from "node:perf_hooks";
import { loaderOf } from "./built.mjs";
import { randomFrom } from "./workload.mjs";

const HOUR_MS = 3_600_000;
const START_MS = 472_222 * HOUR_MS;
const BTC = 1;
const USDT = 2;
const WHALE = 1;
const PRICE = 50_000;
const UNIT = 10n ** 8n;

async function main() {
  const task = JSON.parse(process.argv[2] ?? "{}");
  const exchange = await openExchange(task);
  console.log(JSON.stringify(measure(exchange, task)));
}

async function openExchange({ dist, accounts }) {
  const load = loaderOf(dist);
  const { apply } = await load("core/engine/engine.js");
  const { emptyState } = await load("core/engine/state.js");
  const { PAIR_DEFAULTS } = await load("core/engine/catalogue/catalogue.js");
  const { FORMAT } = await load("core/engine/directory.js");
  const { RULES } = await load("core/engine/catalogue/rule-changes.js");
  const state = emptyState();
  const exchange = { state, timeMs: START_MS, events: 0, run };
  function run(command) {
    const events = [];
    const outcome = apply(state, command, { timeMs: exchange.timeMs, events });
    if (!outcome.ok) throw new Error(`${command.type}: ${outcome.reason}`);
    return events;
  }
  run({ type: "OpenDirectory", kind: "sandbox", format: FORMAT, rules: RULES });
  for (const name of ["BTC", "USDT"]) run({ type: "AddAsset", name, scale: 8, request: 0 });
  const pair = { name: "BTCUSDT", base: BTC, quote: USDT, pricePrecision: 2, quantityPrecision: 6 };
  const rules = { ...PAIR_DEFAULTS, makerRate: 0, takerRate: 0, isMarginEnabled: true };
  run({ type: "AddPair", ...rules, ...pair, openOrdersMax: 1_000_000, request: 0 });
  lend(exchange);
  for (let user = 1; user <= accounts + 1; user++) addUser(exchange, user);
  tick(exchange, PRICE);
  const random = randomFrom(1);
  for (let user = 2; user <= accounts + 1; user++) borrow(exchange, user, random());
  return exchange;
}

function lend({ run }) {
  for (const asset of [BTC, USDT]) {
    const amount = 10n ** 20n;
    run({ type: "FillFund", id: `pool${asset}`, fund: "loan_pool", asset, amount, request: 0 });
    run({ type: "SetLoanTerms", asset, hourlyRate: 8_333_333, cap: amount, request: 0 });
  }
}

function addUser({ run }, user) {
  const key = { apiKey: `key${user}`, sealedSecret: new Uint8Array(48), mayTrade: true };
  run({ type: "AddUser", name: `user${user}`, request: 0 });
  run({ type: "AddKey", user, ...key, addresses: [], request: 0 });
  const amount = user === WHALE ? 10n ** 20n : 20_000n * UNIT;
  run({ type: "Deposit", id: `in${user}`, user, asset: USDT, amount, request: 0 });
  if (user === WHALE) run({ type: "Deposit", id: "btc", user, asset: BTC, amount, request: 0 });
}

/** Long or short with 10,000 USDT and a loan of 0.4 to 1.95 times as much. */
function borrow({ run }, user, chance) {
  const amount = 10_000n * UNIT;
  run({ type: "Transfer", ...by(user), from: "spot", to: "margin", asset: USDT, amount });
  const isLong = user % 2 === 0;
  const loan = 10_000 * (0.4 + 1.55 * chance);
  const lots = (isLong ? 10_000 + loan : loan) / PRICE;
  run({ type: "PlaceOrder", ...by(WHALE), ...asked(isLong ? "sell" : "buy", lots, PRICE) });
  run({ type: "PlaceMarginOrder", ...by(user), ...asked(isLong ? "buy" : "sell", lots, PRICE) });
}

function by(user) {
  return { user, key: user, request: 0 };
}

function asked(side, quantity, price) {
  const order = { pair: 1, side, kind: "limit", clientId: "" };
  return { ...order, quantity: quantity.toFixed(6), price: price.toFixed(2) };
}

function tick({ run }, price) {
  const units = BigInt(Math.round(price * 100)) * 10n ** 16n;
  const source = { source: "feed", weight: 1, price: units };
  return run({ type: "SetIndex", asset: BTC, ...source, request: 0 });
}

function measure(exchange, { ticks, hours, orders }) {
  const owing = [...exchange.state.margin.accounts.values()].filter(
    (one) => one?.debts.length > 0,
  ).length;
  const price = (at) => {
    exchange.timeMs += 1_000;
    return tick(exchange, at);
  };
  const hour = () => {
    const hourMs = exchange.state.hourMs + HOUR_MS;
    exchange.timeMs = Math.max(exchange.timeMs, hourMs);
    return exchange.run({ type: "HourTick", hourMs });
  };
  globalThis.gc?.();
  // The first command after a forced collection pays for it, and is not measured.
  price(PRICE);
  const index = timed(prices(ticks), price);
  price(PRICE);
  const [gap] = timed([PRICE * 0.88], price);
  price(PRICE);
  const fall = timed(fallOf(100), price);
  price(PRICE);
  const hourly = timed(Array.from({ length: hours }), hour);
  price(PRICE);
  const spot = pace(exchange, orders, "");
  return { owing, index, fall, gap, hour: hourly, spot, margin: pace(exchange, orders, "Margin") };
}

/** Twelve percent down in so many seconds. */
function fallOf(seconds) {
  return Array.from({ length: seconds }, (_, at) => PRICE * (1 - (0.12 * (at + 1)) / seconds));
}

/** Small steps, as a feed makes them, and now and then a gap of one percent. */
function prices(count) {
  const random = randomFrom(2);
  let price = PRICE;
  return Array.from({ length: count }, (_, at) => {
    const step = at % 50 === 49 ? 0.01 : 0.0005;
    const next = price * (1 + (random() - 0.5) * 2 * step);
    price = Math.min(Math.max(next, PRICE * 0.97), PRICE * 1.03);
    return price;
  });
}

/** The time of each step in ms; a liquidation would be another measurement. */
function timed(steps, run) {
  return steps.map((step) => {
    const begin = performance.now();
    const events = run(step);
    const ms = performance.now() - begin;
    if (events.some(({ type }) => type.startsWith("Liquidation"))) throw new Error("liquidated");
    return ms;
  });
}

/** What one order and its cancel cost, of accounts that owe something, in us. */
function pace(exchange, orders, area) {
  const users = exchange.state.users.users.length;
  const step = (at) => {
    const user = 2 + (at % (users - 1));
    exchange.run({
      type: `Place${area}Order`,
      ...by(user),
      ...asked("buy", 0.000_02, PRICE * 0.9),
    });
    const order = exchange.state.orders.orderIdLast;
    const name = { pair: 1, order, clientId: "" };
    exchange.run({ type: `Cancel${area}Order`, ...by(user), ...name });
  };
  for (let at = 0; at < orders; at++) step(at);
  const before = process.cpuUsage();
  for (let at = 0; at < orders; at++) step(at);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / orders / 2;
}

await main();
