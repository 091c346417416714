/** A replica follows the log: the same state again, checked at every batch, from any snapshot. */

import { beforeAll, expect, test } from "vitest";
import { answersOf, busyDesk, cursorsOf } from "../../../test/support/busy-log.ts";
import {
  ALICE,
  batchesOf,
  deposit,
  draftBehind,
  hashOfSequencer,
  MARKET,
  order,
  type SequencerDesk,
} from "../../../test/support/service-desk.ts";
import { SimulatedDisk } from "../../../test/support/simulated-disk.ts";
import { viewOf } from "../../../test/support/wallet-view.ts";
import { decodeCommands } from "../../core/engine/codec.ts";
import type { ExchangeEvent } from "../../core/engine/events.ts";
import { brokenInvariants } from "../../core/engine/invariants/invariants.ts";
import { memoryLog } from "../../log/file/memory-log.ts";
import { readSnapshot, type Snapshot, writeSnapshot } from "../../log/file/snapshot-files.ts";
import { type Batch, type BatchDraft, type Cursor, GENESIS, type Log } from "../../log/log.ts";
import { stateHashOf } from "../../tools/audit/verify.ts";
import { DigestDiffers, digestOf, Replica } from "./replay.ts";
import { restore } from "./restore.ts";

let desk: SequencerDesk;
let batches: Batch[];

beforeAll(async () => {
  desk = await busyDesk(1_500);
  batches = batchesOf(desk.log);
});

/** The replica as a snapshot that went to a disk and came back. */
function throughSnapshot(replica: Replica): Snapshot {
  const disk = new SimulatedDisk();
  const { state, cursor } = replica;
  const head = { cursor, timeMs: state.timeMs, digest: digestOf(state) };
  const { name, stateHash } = writeSnapshot(disk, head, replica.write());
  const read = readSnapshot(disk, name);
  if (!read.ok) throw new Error(read.damaged);
  expect(Buffer.from(stateHash).toString("hex")).toBe(stateHashOf(replica));
  return read.snapshot;
}

/** A cursor without its hash, which is a Buffer here and an array there. */
function placeOf({ position, segment, offset }: Cursor) {
  return { position, segment, offset };
}

function replayedTo(index: number): Replica {
  const replica = Replica.start(undefined);
  for (const batch of batches.slice(0, index)) replica.follow(batch);
  return replica;
}

test("a replica that is led keeps nothing for the witness of what it follows", () => {
  const [first, second, third] = batches as [Batch, Batch, Batch];
  const alone = witnessed(Replica.start(undefined));
  for (const batch of [first, second, third]) alone.replica.follow(batch);
  const led = witnessed(Replica.start(undefined));

  led.replica.follow(first);
  for (const command of decodeCommands(second.payload, second.count)) {
    led.replica.apply(command, second.timeMs);
  }
  led.replica.follow(third);

  const { seen } = alone;
  expect(led.seen).toEqual([...seen.slice(0, first.count), ...seen.slice(-third.count)]);
});

/** The events of each command that it followed, as they were handed over. */
function witnessed(replica: Replica) {
  const seen: (readonly ExchangeEvent[])[] = [];
  replica.witness = { meets: () => undefined, leaves: (_, events) => void seen.push(events) };
  return { replica, seen };
}

test("CORE-REPLAY-1 the recorded commands give the live state again, hash for hash", () => {
  const replica = restore(desk.log, undefined);

  expect(desk.sequencer.state.position).toBeGreaterThan(1_500);
  expect(batches.length).toBeGreaterThan(500);
  expect(desk.sequencer.state.orders.tradeIdLast).toBeGreaterThan(100);
  expect(stateHashOf(replica)).toBe(hashOfSequencer(desk.sequencer));
  expect(answersOf(replica)).toEqual(answersOf(desk.sequencer));
  expect(replica.cursor).toEqual(desk.log.end);
});

test.each([1, 20, 200, 400, 500])(
  "LOG-SNAP-1 a snapshot after batch %i and the tail equal the replay of all, also loaded backwards",
  (index) => {
    const snapshot = throughSnapshot(replayedTo(index));
    const whole = hashOfSequencer(desk.sequencer);

    for (const direction of ["forward", "backward"] as const) {
      const replica = Replica.start(snapshot, new Set(), { direction });
      expect(stateHashOf(replica)).toBe(Buffer.from(snapshot.stateHash).toString("hex"));
      for (const batch of batches.slice(index)) replica.follow(batch);
      expect(stateHashOf(replica), direction).toBe(whole);
      expect(brokenInvariants(replica.state)).toEqual([]);
    }
  },
);

test("LOG-SNAP-1 whatever may be asked of an exchange, a loaded snapshot answers the same", () => {
  for (const index of [100, 300, batches.length]) {
    const replica = replayedTo(index);
    const loaded = Replica.start(throughSnapshot(replica));

    expect(answersOf(loaded)).toEqual(answersOf(replica));
    expect(loaded.cursor).toMatchObject(placeOf(replica.cursor));
  }
});

test("LOG-SNAP-1 a chain of snapshots, each made from the one before, ends the same", () => {
  let replica = Replica.start(undefined);
  batches.forEach((batch, index) => {
    replica.follow(batch);
    if (index % 37 === 0) replica = Replica.start(throughSnapshot(replica));
  });

  expect(stateHashOf(replica)).toBe(hashOfSequencer(desk.sequencer));
  expect(answersOf(replica)).toEqual(answersOf(desk.sequencer));
});

test("LOG-SNAP-1 an empty replica survives a snapshot, too", () => {
  const replica = Replica.start(undefined);

  const loaded = Replica.start(throughSnapshot(replica));

  expect(stateHashOf(loaded)).toBe(stateHashOf(replica));
  expect(loaded.cursor).toEqual(GENESIS);
});

/** A log in memory with the market in it, and more batches behind. */
async function logWith(more: (replica: Replica) => BatchDraft): Promise<Log> {
  const log = memoryLog();
  log.claim(1);
  const replica = Replica.start(undefined);
  const add = async (draft: BatchDraft) => {
    expect(await log.append(log.end.position + 1, 1, draft)).toBe("durable");
  };
  await add(draftBehind(replica, MARKET, { timeMs: 1_000 }));
  for (const batch of log.read(GENESIS)) replica.follow(batch);
  await add(more(replica));
  return log;
}

const SOUND = [deposit(ALICE, "d")];
const TAMPERED: Readonly<Record<string, (draft: BatchDraft) => Partial<BatchDraft>>> = {
  "another low half": ({ digest }) => ({ digest: { ...digest, low: (digest.low ^ 1) >>> 0 } }),
  "another high half": ({ digest }) => ({ digest: { ...digest, high: (digest.high ^ 1) >>> 0 } }),
  "the digest of an earlier position": ({ digestPosition }) => ({
    digestPosition: digestPosition - 1,
  }),
  "the digest of a position to come": ({ digestPosition }) => ({
    digestPosition: digestPosition + 1,
  }),
};

test.each(Object.entries(TAMPERED))(
  "LOG-DIGEST-1 a replica that meets %s throws DigestDiffers before it applies anything",
  async (_, tamper) => {
    for (const commands of [SOUND, []]) {
      const log = await logWith((replica) => {
        const draft = draftBehind(replica, commands);
        return { ...draft, ...tamper(draft) };
      });
      const [first, second] = batchesOf(log);
      const replica = Replica.start(undefined);
      replica.follow(first as Batch);
      const before = stateHashOf(replica);

      expect(() => replica.follow(second as Batch)).toThrow(DigestDiffers);
      expect(() => restore(log, undefined)).toThrow(`position ${MARKET.length}`);
      expect(stateHashOf(replica)).toBe(before);
    }
  },
);

test("LOG-DIGEST-1 a sound batch behind the same market is followed", async () => {
  const log = await logWith((replica) => draftBehind(replica, SOUND));

  expect(restore(log, undefined).state.position).toBe(MARKET.length + 1);
});

test("LOG-DIGEST-1 a state that differs in one unit of money is found at the next batch", async () => {
  const log = await logWith((replica) => {
    const wallet = viewOf(replica.state.ledger, "spot", 1, 1);
    wallet.free -= 1n;
    replica.follow({
      ...draftBehind(replica, [order(ALICE, "sell 1 @ 100")]),
      firstPosition: 0,
      epoch: 1,
      after: GENESIS,
    });
    return draftBehind(replica, []);
  });

  expect(() => restore(log, undefined)).toThrow(DigestDiffers);
});

test("LOG-DIGEST-1 every batch of a busy log carries the digest of the position before it", () => {
  const replica = Replica.start(undefined);
  for (const batch of batches) {
    expect(batch.digestPosition).toBe(replica.state.position);
    expect(batch.digest).toEqual(digestOf(replica.state));
    replica.follow(batch);
  }
  expect(cursorsOf(desk.log, GENESIS)).toHaveLength(batches.length);
});
