/**
 * A follower in a process of its own, `node follower-child.mjs JSON`: what an order costs it when it is fed the durable batches of
 * a log, as a gateway is. It has views and the records that the archive may lack, and the archive is a few batches behind.
 */
import { loaderOf } from "./built.mjs";
import { commandOf } from "./contenders.mjs";
import { openMemorySequencer } from "./memory-sequencer.mjs";
import { openingCommands } from "./service.mjs";
import { Workload } from "./workload.mjs";

/** How many batches the archive is behind. */
const ARCHIVED_BEHIND = 64;
const MID = 30_000;

async function main() {
  const task = JSON.parse(process.argv[2] ?? "{}");
  const load = loaderOf(task.dist);
  const { batches, carryOut } = await leader(load);
  await carryOut(await openingCommands(load, task.users), task.batch);
  const next = task.orders === "mix" ? await mixed(task, carryOut) : trades(task);
  const commands = (count) => Array.from({ length: count }, next);
  await carryOut(commands(task.warmUp), task.batch);
  const follower = await openFollower(load);
  for (const bytes of batches.splice(0)) follower(bytes);
  await carryOut(commands(task.commands), task.batch);
  globalThis.gc?.();

  const before = process.cpuUsage();
  for (const bytes of batches) follower(bytes);
  const { user, system } = process.cpuUsage(before);
  console.log(JSON.stringify({ us: (user + system) / task.commands }));
}

/** What leads: it carries out commands, and keeps the bytes of its batches. */
async function leader(load) {
  const { sequencer, carryOut } = await openMemorySequencer(load, { keepsRecords: false });
  const batches = [];
  sequencer.onBatch((bytes) => batches.push(bytes.slice()));
  return { batches, carryOut };
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
async function mixed(task, carryOut) {
  const workload = new Workload(task);
  const resting = Array.from({ length: task.resting }, () => commandOf(workload.rest()));
  await carryOut(resting, task.batch);
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
