/**
 * A follower in a process of its own, `node follower-child.mjs JSON`: what an order costs it when it is fed the durable batches of
 * a log, as a gateway is. It has views and the records that the archive may lack, and the archive is a few batches behind.
 */
import { loaderOf } from "./built.mjs";
import { commandOf } from "./contenders.mjs";
import { openingCommands } from "./service.mjs";
import { Workload } from "./workload.mjs";

/** How many batches the archive is behind. */
const ARCHIVED_BEHIND = 64;
const MID = 30_000;
const START_MS = 1_700_000_000_000;
/** Some four commands in a millisecond of engine time. */
const BATCH_MS = 16;
const LOG_BYTES_MAX = 2 ** 20;

async function main() {
  const task = JSON.parse(process.argv[2] ?? "{}");
  const load = loaderOf(task.dist);
  const { batches, bytesOf } = await leader(load);
  await bytesOf(await openingCommands(load, task.users), task.batch);
  const next = task.orders === "mix" ? await mixed(task, bytesOf) : trades(task);
  const commands = (count) => Array.from({ length: count }, next);
  await bytesOf(commands(task.warmUp), task.batch);
  const follower = await openFollower(load);
  for (const bytes of batches.splice(0)) follower(bytes);
  await bytesOf(commands(task.commands), task.batch);
  globalThis.gc?.();

  const before = process.cpuUsage();
  for (const bytes of batches) follower(bytes);
  const { user, system } = process.cpuUsage(before);
  console.log(JSON.stringify({ us: (user + system) / task.commands }));
}

/** A sequencer over a log in memory, and the bytes of its batches. */
async function leader(load) {
  const { Sequencer } = await load("runtime/sequencer/sequencer.js");
  const { Replica } = await load("runtime/replica/replay.js");
  const { memoryLog } = await load("log/file/memory-log.js");
  const { inspectTouched } = await load("core/engine/invariants/tripwire.js");
  const log = memoryLog({ bytesMax: LOG_BYTES_MAX });
  log.claim(1);
  let timeMs = START_MS;
  const sequencer = new Sequencer({
    log,
    epoch: 1,
    replica: Replica.start(undefined),
    now: () => timeMs,
    timer: () => () => undefined,
    onBroken: fail,
    inspect: inspectTouched,
  });
  const batches = [];
  sequencer.onBatch((bytes) => batches.push(bytes.slice()));
  const bytesOf = async (commands, batch) => {
    for (let at = 0; at < commands.length; at += batch) {
      timeMs += BATCH_MS;
      const submitted = await sequencer.submitAll(commands.slice(at, at + batch));
      const refused = submitted.find(({ kind, outcome }) => kind !== "done" || !outcome.ok);
      if (refused) fail(JSON.stringify(refused));
    }
  };
  return { batches, bytesOf };
}

function fail(reason) {
  throw new Error(`not all was done: ${reason}`);
}

async function openFollower(load) {
  const { Follower } = await load("runtime/replica/follower.js");
  const { Replica } = await load("runtime/replica/replay.js");
  const { UnarchivedRecords } = await load("runtime/history/unarchived-records.js");
  const replica = Replica.start(undefined);
  const unarchived = new UnarchivedRecords();
  replica.unarchived = unarchived;
  const follower = new Follower(replica);
  const behind = [];
  return (bytes) => {
    follower.feed(bytes);
    behind.push(replica.state.position);
    if (behind.length > ARCHIVED_BEHIND) unarchived.archived(behind.shift());
  };
}

/** The book that the engine is measured with. */
async function mixed(task, bytesOf) {
  const workload = new Workload(task);
  const resting = Array.from({ length: task.resting }, () => commandOf(workload.rest()));
  await bytesOf(resting, task.batch);
  return () => commandOf(workload.next());
}

/** Of two orders the first rests and the second takes it, as over HTTP. */
function trades({ users }) {
  let serial = 0;
  return () => {
    const number = serial++;
    const user = 1 + (number % users);
    const side = number % 2 === 0 ? "buy" : "sell";
    const terms = { side, kind: "limit", quantity: "0.001", price: `${MID}` };
    return {
      type: "PlaceOrder",
      user,
      key: user,
      request: 0,
      pair: 1,
      ...terms,
      clientId: `f-${number}`,
    };
  };
}

await main();
