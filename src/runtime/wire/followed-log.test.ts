import { expect, test } from "vitest";
import {
  ALICE,
  BOB,
  deposit,
  hashOfSequencer,
  order,
  SequencerDesk,
} from "../../../test/support/service-desk.ts";
import { ByteReader, ByteWriter } from "../../core/base/records/bytes.ts";
import type { Batch } from "../../log/log.ts";
import { UnarchivedRecords } from "../history/unarchived-records.ts";
import { Follower } from "../replica/follower.ts";
import { Replica } from "../replica/replay.ts";
import { type TouchedUser, TouchedUsers } from "../replica/touched-users.ts";
import { FollowedLog, type FollowedLogOptions } from "./followed-log.ts";
import { TO_CORE } from "./frames.ts";

/** A core whose log is read, and a follower at its beginning. */
class Desk {
  readonly core: SequencerDesk;
  readonly follower = new Follower(Replica.start(undefined));
  /** What was told, in its order. */
  readonly told: string[] = [];
  readonly ends: unknown[] = [];
  readonly log: FollowedLog;

  private constructor(core: SequencerDesk, changes: Partial<FollowedLogOptions>) {
    this.core = core;
    this.log = new FollowedLog({
      follower: this.follower,
      unarchived: new UnarchivedRecords(),
      touched: new TouchedUsers(),
      witness: {
        meets: ({ type }) => void this.told.push(`meets ${type}`),
        leaves: (outcome) => void this.told.push(`ok ${outcome?.ok}`),
      },
      core: { send: (kind, write) => void this.told.push(readSent(kind, write)) },
      readOn: (from, _until, follow) => [...core.log.read(from)].forEach(follow),
      onApplied: ({ count }) => void this.told.push(`applied ${count}`),
      onFed: ({ count }) => void this.told.push(`fed ${count}`),
      onEnd: (reason) => void this.ends.push(reason),
      ...changes,
    });
  }

  static async open(changes: Partial<FollowedLogOptions> = {}): Promise<Desk> {
    const core = await SequencerDesk.open();
    core.log.isHolding = false;
    return new Desk(core, changes);
  }

  /** One that has read all there is. */
  static async following(changes: Partial<FollowedLogOptions> = {}): Promise<Desk> {
    const desk = await Desk.open(changes);
    await desk.log.readTo(desk.core.sequencer.end);
    desk.told.length = 0;
    return desk;
  }

  /** The bytes of a batch that the core has just made durable. */
  async next(): Promise<Uint8Array> {
    await this.core.sequencer.submit(deposit(ALICE, `${this.core.sequencer.state.position}`));
    return this.core.log.lastBatch.slice();
  }
}

function readSent(kind: number, write: (out: ByteWriter) => void): string {
  const out = new ByteWriter();
  write(out);
  expect(kind).toBe(TO_CORE.DIFFERS);
  return `differs: ${new ByteReader(out.view().slice()).text()}`;
}

test("FOLLOW-FEED-2 what it is not fed it reads from where it is, and applies every batch of it", async () => {
  const batches: Batch[] = [];
  const desk = await Desk.open({ onApplied: (batch) => void batches.push(batch) });
  const { end } = desk.core.sequencer;

  await desk.log.readTo(end);

  expect(desk.log.cursor).toEqual(end);
  expect(batches.at(-1)?.after).toEqual(end);
  expect(hashOfSequencer({ state: desk.follower.state, views: desk.follower.replica.views })).toBe(
    hashOfSequencer(desk.core.sequencer),
  );
});

test("FOLLOW-FEED-1 a batch that is fed is applied, then those who wait hear of it, then it goes on", async () => {
  const desk = await Desk.following();

  desk.log.feed(await desk.next());

  expect(desk.told).toEqual(["meets Deposit", "ok true", "applied 1", "fed 1"]);
  expect(desk.log.cursor).toEqual(desk.core.sequencer.end);
});

test("HIST-OWN-1 a trade goes to the records that the archive may lack, and whose money moved is told", async () => {
  const [unarchived, touched] = [new UnarchivedRecords(), new TouchedUsers()];
  const users = new Set<TouchedUser>();
  touched.listen((user) => void users.add(user));
  const desk = await Desk.open({ unarchived, touched });
  const { sequencer } = desk.core;
  await sequencer.submitAll([order(ALICE, "sell 0.5 @ 100"), order(BOB, "buy 0.5 @ 100")]);

  await desk.log.readTo(sequencer.end);

  const trades = { kind: "trade", area: "spot", market: 1, limit: 10, fromId: 0 } as const;
  expect(unarchived.find({ ...trades, user: BOB }, 0)).toHaveLength(1);
  expect([...users]).toEqual(expect.arrayContaining([ALICE, BOB]));
});

test("LOG-DIGEST-1 what does not continue the log is told to the core, and nothing is applied any more", async () => {
  const desk = await Desk.following();
  const [first, second] = [await desk.next(), await desk.next()];

  desk.log.feed(second);
  desk.log.feed(first);

  expect(desk.told).toEqual([expect.stringMatching(/^differs: behind position/)]);
  expect(desk.ends).toHaveLength(1);
  expect(desk.follower.isHalted).toBe(true);
});

test("FOLLOW-FEED-2 what cannot be read ends the follower, and says nothing against the core's state", async () => {
  const failure = new Error("moved away");
  const desk = await Desk.open({ readOn: () => Promise.reject(failure) });

  await desk.log.readTo(desk.core.sequencer.end);

  expect(desk.ends).toEqual([failure]);
  expect(desk.told).toEqual([]);
  expect(desk.follower.isHalted).toBe(false);
});
