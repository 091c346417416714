/**
 * The engines side by side, each behind the same three words: `commandFor` turns a step of the
 * workload into what the engine wants, before the clock starts; `apply` does it; `resting` counts
 * what is open, to prove that all did the same. A step that fails is an error of the benchmark.
 */
import { loaderOf } from "./built.mjs";
import { flat } from "./workload.mjs";

/** Commands of one batch share its time. One millisecond of engine time is four commands. */
const BATCH = 64;
const BATCH_MS = BATCH / 4;
const START_MS = 1_700_000_000_000;
const PRICE_DECIMALS = 2;
const QUANTITY_DECIMALS = 4;

/** @typedef {import("./workload.mjs").Op} Op */

export async function openContender(name, { users, dist }) {
  if (name === "bourse") return openBourse(dist, users);
  const { OrderBook } = await import(name);
  return openPeer(new OrderBook());
}

/** `nodejs-order-book` and its predecessor `hft-limit-order-book`: one interface. */
function openPeer(book) {
  let resting = 0;
  return {
    commandFor: ({ type, side, clientId, lots, ticks }) =>
      type === "cancel" ? clientId : { side, id: clientId, size: lots, price: ticks },
    apply(command) {
      if (typeof command === "string") {
        if (book.cancel(command) === undefined) throw new Error(`${command} is not open`);
        resting--;
        return;
      }
      const { err, done, partial } = book.limit(command);
      if (err !== null) throw err;
      // `done` holds every finished order, the taker among them.
      resting += partial?.id === command.id || done.length === 0 ? 1 : 0;
      resting -= done.filter(({ id }) => id !== command.id).length;
    },
    resting: () => resting,
  };
}

async function openBourse(dist, users) {
  const load = loaderOf(dist);
  const { apply } = await load("core/engine/engine.js");
  const { emptyState } = await load("core/engine/state.js");
  const state = emptyState();
  const sequencer = new Sequencer((command, context) => apply(state, command, context));
  await setUp(sequencer, load, users);
  return {
    state,
    load,
    commandFor: commandOf,
    apply: (command) => sequencer.apply(command),
    resting: () => state.orders.byId.size,
  };
}

/** What the service does around the engine: a time for each batch, a place for the events. */
class Sequencer {
  constructor(apply) {
    this.applyNext = apply;
    this.count = 0;
    this.events = new EventRing();
    this.context = { timeMs: START_MS, events: this.events };
  }

  apply(command) {
    if (this.count++ % BATCH === 0) {
      this.context = { timeMs: this.context.timeMs + BATCH_MS, events: this.events };
    }
    const outcome = this.applyNext(command, this.context);
    if (!outcome.ok) throw new Error(`${command.type}: ${outcome.reason}`);
    return outcome;
  }
}

/** Keeps the last events, so that none can be optimised away. */
class EventRing {
  constructor() {
    this.last = new Array(256).fill(undefined);
    this.count = 0;
  }

  push(event) {
    this.last[this.count++ & 255] = event;
  }
}

export async function setUp(sequencer, load, users) {
  const { PAIR_DEFAULTS } = await load("core/engine/catalogue/catalogue.js");
  const { FORMAT } = await load("core/engine/directory.js");
  const { RULES } = await load("core/engine/catalogue/rule-changes.js");
  sequencer.apply({ type: "OpenDirectory", kind: "sandbox", format: FORMAT, rules: RULES });
  sequencer.apply({ type: "AddAsset", name: "ETH", scale: 8, request: 0 });
  sequencer.apply({ type: "AddAsset", name: "USDT", scale: 8, request: 0 });
  sequencer.apply({
    type: "AddPair",
    name: "ETHUSDT",
    base: 1,
    quote: 2,
    pricePrecision: PRICE_DECIMALS,
    quantityPrecision: QUANTITY_DECIMALS,
    ...PAIR_DEFAULTS,
    openOrdersMax: 1_000_000,
    request: 0,
  });
  for (let user = 1; user <= users; user++) addTrader(sequencer, user);
}

function addTrader(sequencer, user) {
  sequencer.apply({ type: "AddUser", name: `user${user}`, request: 0 });
  sequencer.apply({
    type: "AddKey",
    user,
    apiKey: `key${user}`,
    sealedSecret: new Uint8Array(48),
    mayTrade: true,
    addresses: [],
    request: 0,
  });
  for (const asset of [1, 2]) {
    const id = `funds:${user}:${asset}`;
    sequencer.apply({ type: "Deposit", id, user, asset, amount: 10n ** 17n, request: 0 });
  }
}

/** A step as a command of ours. @param {Op} op */
export function commandOf(op) {
  return op.type === "place" ? placeOrder(op) : cancelOrder(op);
}

/** @param {Op} op */
function placeOrder({ id, user, side, ticks, lots, clientId }) {
  return {
    type: "PlaceOrder",
    user,
    key: user,
    request: id,
    pair: 1,
    side,
    kind: "limit",
    quantity: decimal(lots, QUANTITY_DECIMALS),
    price: decimal(ticks, PRICE_DECIMALS),
    clientId,
  };
}

/** Every other cancel names the order by its client id. @param {Op} op */
function cancelOrder({ id, user, clientId }) {
  const isById = id % 2 === 0;
  return {
    type: "CancelOrder",
    user,
    key: user,
    request: id,
    pair: 1,
    order: isById ? id : 0,
    clientId: isById ? "" : clientId,
  };
}

function decimal(steps, decimals) {
  const digits = String(steps).padStart(decimals + 1, "0");
  return flat(`${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`);
}
