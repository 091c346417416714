/**
 * A follower without listeners, `node wire-load.mjs JSON`: hands orders to the core of a running server over its
 * socket, so many at a time, each lot when the one before is answered, for some seconds, and says what CPU the core
 * used for it. First it asks for the read index a few hundred times, one question after the other.
 */

import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { loaderOf } from "../support/built.mjs";
import { cpuSecondsOf } from "./process-cpu.mjs";

const QUESTIONS = 300;
const USERS = 200;
const MID = 30_000;

async function main() {
  const { dist, directory, pid, batch, seconds } = JSON.parse(process.argv[2] ?? "{}");
  const exchange = await follow(loaderOf(dist), directory);
  await exchange.caughtUp();
  const indexUs = await askIndex(exchange);
  const lots = lotsOf(exchange, batch);
  let orders = 0;
  const before = cpuSecondsOf(pid);
  const endMs = performance.now() + seconds * 1000;
  while (performance.now() < endMs) {
    const submitted = await exchange.submitAll(lots());
    const refused = submitted.find(({ kind, outcome }) => kind !== "done" || !outcome.ok);
    if (refused) throw new Error(`not all was done: ${JSON.stringify(refused)}`);
    orders += batch;
  }
  const coreUs = ((cpuSecondsOf(pid) - before) * 1e6) / orders;
  exchange.close();
  console.log(JSON.stringify({ orders, coreUs, indexUs }));
}

async function follow(load, directory) {
  const { FollowedExchange } = await load("runtime/wire/followed-exchange.js");
  const { openWire, SOCKET_NAME } = await load("runtime/wire/socket-wire.js");
  const { Follower } = await load("runtime/replica/follower.js");
  const { chooseSnapshot } = await load("runtime/replica/restore.js");
  const { Replica } = await load("runtime/replica/replay.js");
  const { readBetween } = await load("log/file/read-chain.js");
  const { realDisk } = await load("log/real-disk.js");
  const { systemTimer } = await load("log/system-timer.js");
  const { UnarchivedRecords } = await load("runtime/history/unarchived-records.js");
  const { TouchedUsers } = await load("runtime/replica/touched-users.js");
  const { VERSION } = await load("package/package.js");
  const disk = realDisk(directory);
  return new FollowedExchange({
    follower: new Follower(Replica.start(chooseSnapshot(disk).snapshot)),
    unarchived: new UnarchivedRecords(),
    touched: new TouchedUsers(),
    open: (listener) => openWire(join(directory, SOCKET_NAME), listener),
    readOn: (from, until, follow) => {
      for (const batch of readBetween(disk, from, until)) follow(batch);
    },
    program: VERSION,
    number: 0,
    now: () => Date.now(),
    clockwork: { now: () => performance.now(), timer: systemTimer, makeWay: setImmediate },
    onEnd: (reason) => {
      throw reason;
    },
    report: console.error,
  });
}

async function askIndex(exchange) {
  const times = [];
  for (let count = 0; count < QUESTIONS; count++) {
    const begin = performance.now();
    if (!(await exchange.current())) throw new Error("the core does not answer");
    times.push((performance.now() - begin) * 1000);
  }
  return times.sort((a, b) => a - b)[QUESTIONS >> 1];
}

/** Of two orders the first rests and the second takes it, as over HTTP. */
function lotsOf({ state }, batch) {
  const keys = state.users.keys.slice(0, USERS);
  let serial = 0;
  const next = () => {
    const number = serial++;
    const { user, id: key } = keys[number % keys.length];
    const order = {
      side: number % 2 === 0 ? "buy" : "sell",
      kind: "limit",
      quantity: "0.001",
      price: `${MID}`,
    };
    const clientId = `w-${process.pid}-${number}`;
    return { type: "PlaceOrder", user, key, request: 0, pair: 1, ...order, clientId };
  };
  return () => Array.from({ length: batch }, next);
}

await main();
