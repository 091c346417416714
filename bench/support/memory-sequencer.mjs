/** A sequencer over a log in memory, whose time goes as the bench lets it: for what is measured of it and of those that follow it. */
export const START_MS = 1_700_000_000_000;
/** The engine time of a batch of 64: some four commands in a millisecond. */
export const BATCH_MS = 16;
const LOG_BYTES_MAX = 2 ** 20;

/** Answers the sequencer, and what carries out commands in batches of a size; each must be done. `keepsRecords` as a server does for its archivist. */
export async function openMemorySequencer(load, { keepsRecords }) {
  const { Sequencer } = await load("runtime/sequencer/sequencer.js");
  const { Replica } = await load("runtime/replica/replay.js");
  const { UnarchivedRecords } = await load("runtime/history/unarchived-records.js");
  const { memoryLog } = await load("log/file/memory-log.js");
  const { inspectTouched } = await load("core/engine/invariants/tripwire.js");
  const log = memoryLog({ bytesMax: LOG_BYTES_MAX });
  log.claim(1);
  let timeMs = START_MS;
  const replica = Replica.start(undefined);
  if (keepsRecords) replica.unarchived = new UnarchivedRecords();
  const { state, views, unarchived } = replica;
  const sequencer = new Sequencer({
    log,
    epoch: 1,
    replica,
    // What a commit takes that knew no replica here.
    ...{ state, views, unarchived },
    now: () => timeMs,
    timer: () => () => undefined,
    onBroken: fail,
    inspect: inspectTouched,
  });
  const carryOut = async (commands, batch) => {
    for (let at = 0; at < commands.length; at += batch) {
      timeMs += BATCH_MS;
      for (const submitted of await sequencer.submitAll(commands.slice(at, at + batch))) {
        if (submitted.kind !== "done" || !submitted.outcome.ok) fail(JSON.stringify(submitted));
      }
    }
  };
  return { sequencer, carryOut };
}

function fail(reason) {
  throw reason instanceof Error ? reason : new Error(`not all was done: ${reason}`);
}
