/**
 * Times every single command of a whole exchange: `node longest-child.mjs JSON`. What holds the
 * loop is the command and the views that follow its events, so both are in a time. Answers the
 * slow ones with their number, so that rounds can be laid over each other, and how much of each
 * was garbage collection.
 */
import { PerformanceObserver, performance } from "node:perf_hooks";
import { setImmediate } from "node:timers/promises";
import { loaderOf } from "./built.mjs";
import { Market } from "./market.mjs";

const SLOW_MS = 0.5;
const BATCH = 64;

async function main() {
  const task = JSON.parse(process.argv[2] ?? "{}");
  console.log(JSON.stringify(await longest(task)));
}

async function longest(task) {
  const load = loaderOf(task.dist);
  const { PAIR_DEFAULTS: pairDefaults } = await load("core/engine/catalogue/catalogue.js");
  const { FORMAT: format } = await load("core/engine/directory.js");
  const { RULES: rules } = await load("core/engine/catalogue/rule-changes.js");
  const market = new Market(task);
  const timer = await timerOf(load, market);
  const pauses = watchCollector();
  for (const command of market.opening({ format, rules, pairDefaults })) timer.run(command);
  for (let i = 0; i < task.commands; i++) timer.run(market.next());
  if (market.halted) timer.run(market.haltOrResume());

  const side = ordersOf(timer.state, 1).filter((order) => order.side === "buy");
  const sweep = timer.run(market.market(1, "sell", lotsOf(side)));
  const delisted = ordersOf(timer.state, 2).length;
  const delist = timer.run({ type: "DelistPair", pair: 2, request: 0 });
  await setImmediate();
  const slow = timer.slow.map((span) => ({ ...span, pausedMs: pausedIn(span, pauses()) }));
  const { refused, count } = timer;
  return { slow, sweep, swept: side.length, delist, delisted, refused, count };
}

/** Applies commands one by one and remembers those that took long. */
async function timerOf(load, market) {
  const { apply } = await load("core/engine/engine.js");
  const { emptyState } = await load("core/engine/state.js");
  const { Views } = await load("core/views/views.js");
  const state = emptyState();
  const views = new Views();
  const timer = { state, slow: [], refused: 0, count: 0, run };
  function run(command) {
    const index = timer.count++;
    if (index % BATCH === 0) market.timeMs++;
    const context = { timeMs: market.timeMs, events: [] };
    const begin = performance.now();
    const outcome = apply(state, command, context);
    for (const event of context.events) views.fold(event);
    const end = performance.now();
    for (const event of context.events) market.fold(event);
    if (!outcome.ok) timer.refused++;
    const events = context.events.length;
    if (end - begin > SLOW_MS) timer.slow.push({ index, type: command.type, begin, end, events });
    return index;
  }
  return timer;
}

/** The pauses of the garbage collector, as they were observed. */
function watchCollector() {
  const pauses = [];
  const take = (list) => {
    for (const { startTime, duration } of list.getEntries()) {
      pauses.push({ begin: startTime, end: startTime + duration });
    }
  };
  const observer = new PerformanceObserver(take);
  observer.observe({ entryTypes: ["gc"] });
  return () => {
    take({ getEntries: () => observer.takeRecords() });
    return pauses;
  };
}

function pausedIn({ begin, end }, pauses) {
  const overlap = (pause) => Math.min(pause.end, end) - Math.max(pause.begin, begin);
  return pauses.reduce((sum, pause) => sum + Math.max(0, overlap(pause)), 0);
}

function ordersOf({ orders }, pair) {
  return orders.byId.sorted().filter((order) => (order.market ?? order.pair) === pair);
}

function lotsOf(orders) {
  return orders.reduce((sum, { remaining }) => sum + remaining, 0);
}

await main();
