/**
 * The service in few words: the commands of a small market (alice and bob, BTC and USDT), a sequencer
 * on a log whose appends the test lets through, and an exchange on a simulated disk.
 */

import { expect } from "vitest";
import { ByteWriter } from "../../src/core/base/records/bytes.ts";
import { PAIR_DEFAULTS } from "../../src/core/engine/catalogue/catalogue.ts";
import { type Command, decodeCommands, encodeCommand } from "../../src/core/engine/codec.ts";
import type { ExchangeEvent } from "../../src/core/engine/events.ts";
import { inspectTouched } from "../../src/core/engine/invariants/tripwire.ts";
import { RULES } from "../../src/core/engine/rule-versions.ts";
import type { Disk } from "../../src/log/disk.ts";
import { openFileLog } from "../../src/log/file/file-log.ts";
import { memoryLog } from "../../src/log/file/memory-log.ts";
import { ChainReader } from "../../src/log/file/read-chain.ts";
import {
  type Appended,
  type Batch,
  type BatchDraft,
  type Cursor,
  GENESIS,
  type Log,
} from "../../src/log/log.ts";
import { realDisk } from "../../src/log/real-disk.ts";
import { inlineSegmentMaker } from "../../src/log/segment/segments.ts";
import { UnarchivedRecords } from "../../src/runtime/history/unarchived-records.ts";
import { EPOCH } from "../../src/runtime/replica/open-log.ts";
import { digestOf, Replica } from "../../src/runtime/replica/replay.ts";
import { chooseSnapshot, restore } from "../../src/runtime/replica/restore.ts";
import type { Submitted } from "../../src/runtime/replica/submission.ts";
import { type OpenOptions, openExchange } from "../../src/runtime/sequencer/open-exchange.ts";
import { Sequencer } from "../../src/runtime/sequencer/sequencer.ts";
import { OPENING_MS } from "./desk.ts";
import type { SimulatedDisk } from "./simulated-disk.ts";
import { hashOfSequencer } from "./state-hash.ts";
import { VirtualTime } from "./virtual-time.ts";

export { hashOfSequencer, OPENING_MS };
export const HOUR_MS = 3_600_000;
export const ALICE = 1;
export const BOB = 2;
const UNITS = 100_000_000n;
/** Small, so that a test sees many segments. */
export const SEGMENT_BYTES = 16 * 1024;

/** What makes an empty directory a market with two users who own something. */
export const MARKET: readonly Command[] = [
  { type: "OpenDirectory", kind: "sandbox", format: 1, rules: RULES },
  { type: "AddAsset", name: "BTC", scale: 8, request: 0 },
  { type: "AddAsset", name: "USDT", scale: 8, request: 0 },
  {
    type: "AddPair",
    ...PAIR_DEFAULTS,
    name: "BTCUSDT",
    base: 1,
    quote: 2,
    pricePrecision: 2,
    quantityPrecision: 4,
    openOrdersMax: 100_000,
    request: 0,
  },
  ...user(ALICE, "alice"),
  ...user(BOB, "bob"),
];

function user(id: number, name: string): Command[] {
  const sealedSecret = Uint8Array.of(1, 2, 3);
  const key = { user: id, apiKey: `key-${id}`, sealedSecret, mayTrade: true, addresses: [] };
  return [
    { type: "AddUser", name, request: 0 },
    { type: "AddKey", ...key, request: 0 },
    deposit(id, `first-${id}-1`, 1),
    deposit(id, `first-${id}-2`, 2),
  ];
}

/** A million of an asset, unless told. */
export function deposit(user: number, id: string, asset = 2, amount = 1_000_000n * UNITS): Command {
  return { type: "Deposit", id, user, asset, amount, request: 0 };
}

/** `order(ALICE, "buy 0.5 @ 100", "my-id")` */
export function order(user: number, words: string, clientId = ""): Command {
  const [side, quantity = "", , price = ""] = words.split(" ");
  return {
    type: "PlaceOrder",
    user,
    key: user,
    request: 0,
    pair: 1,
    side: side === "buy" ? "buy" : "sell",
    kind: price === "" ? "market" : "limit",
    quantity,
    price,
    clientId,
  };
}

export function cancel(user: number, order: number): Command {
  return { type: "CancelOrder", user, key: user, request: 0, pair: 1, order, clientId: "" };
}

/** What was handed to a held log. */
export interface Handed {
  readonly timeMs: number;
  readonly count: number;
  readonly bytes: number;
  readonly commands: readonly Command[];
}

/** A log in memory that answers an append when the test says so. */
export class HeldLog implements Log {
  isShortOfSpace = false;
  /** LOG-PG-3: what is held is in doubt. */
  isInDoubt = false;
  isHolding = false;
  readonly handed: Handed[] = [];
  readonly #log = memoryLog();
  #answer: ((appended: Appended | Error) => void) | undefined;

  constructor() {
    this.#log.claim(EPOCH);
  }

  get end(): Cursor {
    return this.#log.end;
  }

  get lastBatch(): Uint8Array {
    return this.#log.lastBatch;
  }

  get lastTimeMs(): number {
    return this.#log.lastTimeMs;
  }

  get endsEmpty(): boolean {
    return this.#log.endsEmpty;
  }

  get isOutstanding(): boolean {
    return this.#answer !== undefined;
  }

  claim(epoch: number): boolean {
    return this.#log.claim(epoch);
  }

  append(expectedPosition: number, epoch: number, draft: BatchDraft): Promise<Appended> {
    expect(this.isOutstanding, "one append is outstanding at a time").toBe(false);
    const payload = draft.payload.slice();
    const commands = [...decodeCommands(payload, draft.count)];
    const { timeMs, count } = draft;
    this.handed.push({ timeMs, count, bytes: payload.length, commands });
    if (!this.isHolding) return this.#log.append(expectedPosition, epoch, draft);
    return new Promise((resolve, reject) => {
      this.#answer = (appended) => {
        this.#answer = undefined;
        const isSame = Buffer.compare(draft.payload, payload) === 0;
        expect(isSame, "the payload does not change on its way").toBe(true);
        if (appended instanceof Error) reject(appended);
        else if (appended !== "durable") resolve(appended);
        else resolve(this.#log.append(expectedPosition, epoch, draft));
      };
    });
  }

  giveUp(): void {
    this.#answer?.("unknown");
  }

  /** Lets the outstanding append end, and waits until the sequencer has dealt with it. */
  async release(appended: Appended | Error = "durable"): Promise<void> {
    expect(this.isOutstanding, "an append is outstanding").toBe(true);
    this.#answer?.(appended);
    await new Promise((resolve) => setImmediate(resolve));
  }

  read(from: Cursor): Iterable<Batch> {
    return this.#log.read(from);
  }

  close(): void {
    this.#log.close();
  }
}

/** A sequencer on a held log, on virtual time, with everything written down that comes out of it. */
export class SequencerDesk {
  readonly time = new VirtualTime(OPENING_MS);
  readonly log = new HeldLog();
  readonly sequencer: Sequencer;
  readonly broken: unknown[] = [];
  readonly events: ExchangeEvent[] = [];
  readonly unarchived = new UnarchivedRecords();

  constructor() {
    const replica = Replica.start(undefined);
    replica.unarchived = this.unarchived;
    this.sequencer = new Sequencer({
      log: this.log,
      epoch: EPOCH,
      replica,
      now: () => this.time.wallMs(),
      timer: this.time.timer,
      onBroken: (reason) => this.broken.push(reason),
      inspect: inspectTouched,
    });
    this.sequencer.onEvent((event) => this.events.push(event));
  }

  /** A sequencer whose market is open and whose log is closed; from now on appends are held. */
  static async open(): Promise<SequencerDesk> {
    const desk = new SequencerDesk();
    for (const command of MARKET) await mustDo(desk.sequencer, command);
    await desk.time.pass(1_000);
    desk.log.handed.length = 0;
    desk.events.length = 0;
    desk.log.isHolding = true;
    return desk;
  }

  /** Submits, and tells what has been answered so far. */
  submit(command: Command, notAfterMs?: number): Answered {
    return answered(this.sequencer.submit(command, notAfterMs));
  }

  /** The state that a replay of the log gives. */
  replayed(): Replica {
    return restore(this.log, undefined);
  }
}

/** What a request has been answered, once it has. */
export interface Answered {
  readonly promise: Promise<Submitted>;
  submitted: Submitted | undefined;
}

export function answered(promise: Promise<Submitted>): Answered {
  const answer: Answered = { promise, submitted: undefined };
  void promise.then((submitted) => {
    answer.submitted = submitted;
  });
  return answer;
}

/** Submits what has to be accepted; the answer. */
export async function mustDo(sequencer: Sequencer, command: Command): Promise<unknown> {
  const submitted = await sequencer.submit(command);
  expect(submitted).toMatchObject({ kind: "done", outcome: { ok: true } });
  return submitted.kind === "done" && submitted.outcome.ok ? submitted.outcome.answer : undefined;
}

/** Draft of a batch of commands behind a state. */
export function draftBehind(
  { state }: { state: Sequencer["state"] },
  commands: readonly Command[],
  changes: Partial<BatchDraft> = {},
): BatchDraft {
  const out = new ByteWriter();
  for (const command of commands) encodeCommand(out, command);
  return {
    timeMs: state.timeMs,
    count: commands.length,
    digestPosition: state.position,
    digest: digestOf(state),
    payload: out.view(),
    ...changes,
  };
}

/** An exchange on a disk, and what it reported. */
export interface OpenedExchange {
  readonly sequencer: Sequencer;
  readonly clock: Awaited<ReturnType<typeof openExchange>>["clock"];
  readonly unarchived: UnarchivedRecords;
  readonly reports: string[];
  readonly broken: unknown[];
  readonly time: VirtualTime;
}

export async function openOn(
  disk: Disk,
  time = new VirtualTime(OPENING_MS),
  changes: Partial<OpenOptions> = {},
): Promise<OpenedExchange> {
  const reports: string[] = [];
  const broken: unknown[] = [];
  const { sequencer, clock, unarchived } = await openExchange({
    disk,
    segmentMaker: inlineSegmentMaker(disk),
    segmentBytes: SEGMENT_BYTES,
    time,
    timer: time.timer,
    acceptsClockBehind: false,
    onBroken: (reason) => broken.push(reason),
    report: (sentence) => reports.push(sentence),
    ...changes,
  });
  return { sequencer, clock, unarchived, reports, broken, time };
}

/** An open market on a new directory. */
export async function openMarketOn(disk: Disk, time?: VirtualTime) {
  const exchange = await openOn(disk, time);
  for (const command of MARKET) await mustDo(exchange.sequencer, command);
  return exchange;
}

/** Some orders that rest and some that trade, one batch each. */
export async function trade(sequencer: Sequencer, count: number, name = "o"): Promise<void> {
  for (let i = 0; i < count; i++) {
    const isBuy = i % 3 !== 0;
    const words = `${isBuy ? "buy" : "sell"} 0.${1 + (i % 7)} @ ${100 + ((i * 5) % 11)}`;
    await mustDo(sequencer, order(i % 2 === 0 ? ALICE : BOB, words, `${name}-${i}`));
  }
}

/** Appends batches by hand to a directory that no server has open. */
export async function appendByHand(
  disk: SimulatedDisk,
  make: (replica: Replica) => BatchDraft,
): Promise<void> {
  const log = await openFileLog({ disk, segmentBytes: SEGMENT_BYTES });
  const replica = restore(log, undefined);
  log.claim(EPOCH);
  const draft = make(replica);
  expect(await log.append(log.end.position + 1, EPOCH, draft)).toBe("durable");
  log.close();
}

/** Every batch of a log, from the beginning. */
export function batchesOf(log: Pick<Log, "read">): Batch[] {
  return [...log.read(GENESIS)];
}

/** Every batch of a directory on the disk of the machine, from its newest snapshot on. */
export function batchesFrom(directory: string): Batch[] {
  const disk = realDisk(directory);
  const { snapshot } = chooseSnapshot(disk);
  const reader = new ChainReader(disk, snapshot?.cursor ?? GENESIS);
  const batches: Batch[] = [];
  for (let next = reader.next(); next && "after" in next; next = reader.next()) batches.push(next);
  reader.close();
  return batches;
}

/** The client ids of the orders in a log, in order. */
export function clientIdsIn(log: Log): string[] {
  return batchesOf(log).flatMap((batch) =>
    [...decodeCommands(batch.payload, batch.count)].flatMap((command) =>
      command.type === "PlaceOrder" ? [command.clientId] : [],
    ),
  );
}

/** The kinds of what has been answered so far. */
export function kindsOf(answers: readonly Answered[]): (string | undefined)[] {
  return answers.map(({ submitted }) => submitted?.kind);
}
