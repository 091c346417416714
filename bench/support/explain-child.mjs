/**
 * Explanations on a directory with a long log: `node explain-child.mjs JSON`. One process writes the directory: orders on a pair
 * with client ids beside accounts that hold futures positions, a second's tick in between, and what an archivist makes of them.
 * Another asks, like a server's archivist: in slices, one explanation after the other.
 */
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { loaderOf } from "./built.mjs";
import { commandOf, setUp } from "./contenders.mjs";
import { Workload } from "./workload.mjs";

const MEASURES = { writeDirectory, explainAll };
const SECOND_MS = 1_000;
const START_MS = 472_224 * 3_600_000;
/** Orders of a second. */
const PER_SECOND = 100;
const BATCH_MAX = 8;
const FIRST_REQUEST = START_MS * 1_024;
const [PAIR_ASSET, COIN] = [1, 2];
const UNIT = 10n ** 8n;

async function main() {
  const task = JSON.parse(process.argv[2] ?? "{}");
  console.log(JSON.stringify(await MEASURES[task.measure](task)));
}

async function writeDirectory(task) {
  const load = loaderOf(task.dist);
  const { openFileLog } = await load("log/file/file-log.js");
  const { realDisk } = await load("log/real-disk.js");
  const disk = realDisk(task.directory);
  const log = await openFileLog({ disk });
  const { EPOCH } = await load("runtime/replica/open-log.js");
  log.claim(EPOCH);
  const append = await appenderOf(load, log, EPOCH);
  for (const batch of await batchesOf(load, task)) await append(batch);
  const end = log.end.position;
  log.close();
  const { openHistory } = await load("runtime/history/opening/open-history.js");
  const { Archivist } = await load("runtime/archivist/archivist.js");
  const { HISTORY_DIRECTORY } = await load("runtime/history/rows/key-value-store.js");
  const history = await openHistory(join(task.directory, HISTORY_DIRECTORY));
  const never = { snapshotEvery: 1e9, snapshotEveryMs: 1e15, keepsArchive: () => true };
  const ofSandbox = { snapshotEveryMs: 1e15, snapshotsKept: 100 };
  const archivist = new Archivist({ disk, history, ofSandbox, ...never }, 1);
  const before = process.cpuUsage();
  for (let left = task.snapshots; left > 0; left--) {
    archivist.advance(end - left * task.apart);
    archivist.takeSnapshot();
  }
  archivist.advance(end);
  const { user, system } = process.cpuUsage(before);
  await history.close();
  const lastOrder = archivist.state.orders.orderIdLast;
  return { position: end, lastOrder, archivistSeconds: (user + system) / 1e6 };
}

/** Appends a batch and applies it, as the sequencer does. */
async function appenderOf(load, log, epoch) {
  const { ByteWriter } = await load("core/base/records/bytes.js");
  const { encodeCommand } = await load("core/engine/codec.js");
  const { Replica, digestOf } = await load("runtime/replica/replay.js");
  const replica = Replica.start(undefined);
  const { state } = replica;
  const out = new ByteWriter();
  return async ({ timeMs, commands }) => {
    out.reset();
    for (const command of commands) encodeCommand(out, command);
    const digest = { digestPosition: state.position, digest: digestOf(state) };
    const draft = { timeMs, count: commands.length, ...digest, payload: out.view() };
    const appended = await log.append(state.position + 1, epoch, draft);
    if (appended !== "durable") throw new Error(`the append was ${appended}`);
    for (const command of commands) {
      const outcome = replica.apply(command, timeMs);
      if (!outcome.ok) throw new Error(`${command.type}: ${outcome.reason} ${outcome.needed}`);
    }
  };
}

async function batchesOf(load, task) {
  const opening = [];
  await setUp({ apply: (command) => opening.push(command) }, load, task.users);
  for (const command of await futuresCommands(load, task)) opening.push(command);
  const batches = [];
  let [timeMs, request] = [START_MS, FIRST_REQUEST];
  const add = (commands) => {
    for (let at = 0; at < commands.length; at += BATCH_MAX) {
      batches.push({ timeMs, commands: commands.slice(at, at + BATCH_MAX) });
    }
  };
  add(opening);
  const workload = new Workload(task);
  for (let count = 0; count < task.commands; ) {
    timeMs += SECOND_MS;
    add([
      { type: "SetIndex", asset: PAIR_ASSET, ...speech(workload), request: 0 },
      { type: "SecondTick", secondMs: timeMs },
    ]);
    const orders = [];
    for (; orders.length < PER_SECOND && count < task.commands; count++) {
      const op = count < task.resting ? workload.rest() : workload.next();
      // Ids of the workload are not those of the engine: a cancel names its order by client id.
      const command = { ...commandOf(op), request: ++request };
      orders.push(
        command.type === "CancelOrder" ? { ...command, order: 0, clientId: op.clientId } : command,
      );
    }
    add(orders);
  }
  return batches;
}

function speech(workload) {
  const price = BigInt(3_000_000 + workload.draw(300)) * 10n ** 15n;
  return { source: "feed", weight: 1, price };
}

/** Half of the accounts are long and half short, all at one price. */
async function futuresCommands(load, { positions }) {
  const { CONTRACT_DEFAULTS } = await load("core/engine/catalogue/contract.js");
  const plenty = 10n ** 30n;
  const tiers = [
    { valueMax: 50_000n * UNIT, leverageMax: 100, maintenanceRate: 400_000 },
    { valueMax: 500_000n * UNIT, leverageMax: 50, maintenanceRate: 1_000_000 },
    { valueMax: plenty, leverageMax: 20, maintenanceRate: 2_500_000 },
  ];
  const rules = {
    marketMoneyMax: plenty,
    limitMoneyMax: plenty,
    limitVolumeMax: Number.MAX_SAFE_INTEGER,
  };
  const name = { name: "E-ETH-USDT", kind: "linear", multiplier: 1n, multiplierDecimals: 4 };
  const bounds = { ordersMax: 1_000_000, impactNotional: 25_000n * UNIT };
  const terms = {
    base: PAIR_ASSET,
    pricePrecision: 1,
    maxFeeRate: 40_000,
    ...rules,
    ...name,
    ...bounds,
  };
  const commands = [
    { type: "AddContract", ...CONTRACT_DEFAULTS, ...terms, tiers, request: 0 },
    {
      type: "SetIndex",
      asset: PAIR_ASSET,
      source: "feed",
      weight: 1,
      price: 3n * 10n ** 21n,
      request: 0,
    },
    { type: "SecondTick", secondMs: START_MS },
  ];
  for (let user = 1; user <= positions; user++) commands.push(...positionOf(user));
  return commands;
}

function positionOf(user) {
  const by = { user, key: user, request: 0 };
  const side = user % 2 === 0 ? "buy" : "sell";
  const amount = 10_000n * UNIT;
  return [
    { type: "Transfer", ...by, from: "spot", to: "futures", asset: COIN, amount },
    {
      ...{ type: "PlaceFuturesOrder", ...by, contract: 1, side, kind: "limit", action: "open" },
      ...{ mode: "cross", timeInForce: "gtc", trigger: "none", quantity: "100", price: "3000" },
      ...{ triggerPrice: "", clientId: "" },
    },
  ];
}

async function stateAtEnd(load, disk, position) {
  const { LogReader } = await load("log/file/log-reader.js");
  const { Replica } = await load("runtime/replica/replay.js");
  const { chooseSnapshot } = await load("runtime/replica/restore.js");
  const replica = Replica.start(chooseSnapshot(disk).snapshot);
  for (const batch of new LogReader(disk, replica.cursor).readTo(position)) replica.follow(batch);
  return replica.state;
}

async function explainAll(task) {
  const load = loaderOf(task.dist);
  const { realDisk } = await load("log/real-disk.js");
  const { openHistory } = await load("runtime/history/opening/open-history.js");
  const { HISTORY_DIRECTORY } = await load("runtime/history/rows/key-value-store.js");
  const { answer } = await load("tools/explain/answer.js");
  const history = await openHistory(join(task.directory, HISTORY_DIRECTORY), "read");
  const disk = realDisk(task.directory);
  const pace = {
    sliceMs: 5,
    limitMs: Number.POSITIVE_INFINITY,
    now: () => performance.now(),
    pause: () => new Promise((resolve) => setImmediate(resolve)),
  };
  const { directory, position: durablePosition } = task;
  // As the archivist has it: at the end of the log.
  const live = await stateAtEnd(load, disk, durablePosition);
  const told = {};
  for (let round = 0; round < task.rounds; round++) {
    for (const [what, id] of Object.entries(task.ids)) {
      const meter = { read: 0, replayed: 0, loaded: 0 };
      const asked = {
        disk,
        history,
        directory,
        durablePosition,
        pace,
        id,
        live: () => live,
        meter,
      };
      globalThis.gc?.();
      const begin = performance.now();
      const before = process.cpuUsage();
      const { found } = await answer(asked);
      const { user, system } = process.cpuUsage(before);
      const ms = performance.now() - begin;
      const cpuMs = (user + system) / 1_000;
      if (cpuMs < (told[what]?.cpuMs ?? Number.POSITIVE_INFINITY)) {
        told[what] = { found, ms, cpuMs, ...meter };
      }
    }
  }
  await history.close();
  return told;
}

await main();
