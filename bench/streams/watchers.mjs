/**
 * Many clients of the streams, `node watchers.mjs JSON`: they subscribe and say so, count from when they
 * are told to begin until they are told to end, and answer what they got. Others than the server are not
 * to slow it down: this process gives way to it.
 */
import { setPriority } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { apartFrom } from "../http/apart.mjs";
import { dialectOf, patternOf } from "./channels.mjs";
import { Watcher } from "./watcher.mjs";

/** So many open at a time. */
const OPENING = 50;
/** Each address may open 1,000 streams in 10 s; all of 127.0.0.0/8 is this machine. */
const CLIENTS_PER_ADDRESS = 100;
/** Of each pattern of a dialect one client reads everything. */
const SAMPLE_EVERY = 250;
const PATTERNS = 8;
const NICENESS = 5;
const QUIET_MS = 200;

/** The CPU that was used before it counted. */
let begun = process.cpuUsage();

async function main() {
  setPriority(NICENESS);
  const task = JSON.parse(process.argv[2] ?? "{}");
  const watchers = await apartFrom(task.apart ?? [], () => openAll(task));
  const words = { begin: () => begin(watchers), count: () => count(watchers) };
  process.on("message", (word) => {
    if (word === "leave") leave(watchers);
    else void whenQuiet(watchers).then(() => process.send?.(words[word]()));
  });
  process.send?.({ isReady: true });
}

async function openAll(task) {
  const watchers = [];
  for (let first = 0; first < task.clients; first += OPENING) {
    const more = Array.from({ length: Math.min(OPENING, task.clients - first) }, (_, index) =>
      open(task, first + index),
    );
    watchers.push(...more);
    await Promise.all(more.map((watcher) => watcher.subscribe()));
  }
  return watchers;
}

/** All that was sent has been read, also where the machine has better things to do. */
async function whenQuiet(watchers) {
  for (let before = -1; before !== bytesOf(watchers); await sleep(QUIET_MS)) {
    before = bytesOf(watchers);
  }
}

function open({ port }, client) {
  const number = Math.floor(client / CLIENTS_PER_ADDRESS);
  const localAddress = process.platform === "linux" ? `127.0.2.${1 + number}` : undefined;
  const isSample = client % SAMPLE_EVERY < PATTERNS;
  return new Watcher({
    port,
    localAddress,
    isSample,
    dialect: dialectOf(client),
    pattern: patternOf(client),
  });
}

/** What was so far does not count. */
function begin(watchers) {
  for (const watcher of watchers) {
    Object.assign(watcher, { frames: 0, bytes: 0 });
    Object.assign(watcher.check, { trades: new Map(), delays: [] });
  }
  begun = process.cpuUsage();
  return { hasBegun: true };
}

function count(watchers) {
  const { user, system } = process.cpuUsage(begun);
  const sum = (figure) => watchers.reduce((total, watcher) => total + figure(watcher), 0);
  const delays = Float64Array.from(watchers.flatMap(({ check }) => check.delays)).sort();
  return {
    cpu: (user + system) / 1e6,
    messages: sum(({ frames }) => frames),
    bytes: bytesOf(watchers),
    closed: sum(({ closed }) => (closed ? 1 : 0)),
    why: watchers.find(({ closed }) => closed)?.closed,
    gaps: sum(({ check }) => check.gaps),
    differing: differing(watchers),
    delayMs: { p50: delays[delays.length >> 1], p99: delays[Math.floor(delays.length * 0.99)] },
  };
}

function bytesOf(watchers) {
  return watchers.reduce((total, { bytes }) => total + bytes, 0);
}

function leave(watchers) {
  for (const watcher of watchers) watcher.close();
  process.disconnect();
}

/** Clients that watched the same and did not get as much, or do not stand at the same numbers. */
function differing(watchers) {
  const firsts = new Map();
  const trades = new Map();
  return watchers.filter((watcher) => {
    const { dialect, pattern, frames, check } = watcher;
    const key = `${dialect.name} ${pattern}`;
    const heads = dialect.name === "own" ? JSON.stringify([...check.heads].sort()) : "";
    const got = `${frames} ${heads}`;
    if (!firsts.has(key)) firsts.set(key, got);
    if (firsts.get(key) !== got) return true;
    return [...check.trades].some(([symbol, count]) => {
      if (!trades.has(symbol)) trades.set(symbol, count);
      return trades.get(symbol) !== count;
    });
  }).length;
}

await main();
