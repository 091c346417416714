/** States that are saved and gone back to, on the disk of the machine, as the server does it. */

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { optionsOn } from "../../../../test/support/archivist-desk.ts";
import {
  ALICE,
  BOB,
  batchesFrom,
  hashOfSequencer,
  MARKET,
  mustDo,
  order,
  SEGMENT_BYTES,
} from "../../../../test/support/service-desk.ts";
import { temporaryDirectory } from "../../../../test/support/temporary-directory.ts";
import { settle } from "../../../../test/support/virtual-time.ts";
import { decodeCommands } from "../../../core/engine/codec.ts";
import { openFileLog } from "../../../log/file/file-log.ts";
import { listSnapshots } from "../../../log/file/snapshot-files.ts";
import { hexHashOf } from "../../../log/hash.ts";
import { realDisk } from "../../../log/real-disk.ts";
import { inlineSegmentMaker } from "../../../log/segment/segments.ts";
import { systemTimer } from "../../../log/system-timer.ts";
import { Archivist } from "../../../runtime/archivist/archivist.ts";
import { HistoryStore } from "../../../runtime/history/store/history-store.ts";
import { openLmdbStore } from "../../../runtime/history/store/lmdb-store.ts";
import { MemoryStore } from "../../../runtime/history/store/memory-store.ts";
import { systemTime } from "../../../runtime/sequencer/clock.ts";
import { openExchange } from "../../../runtime/sequencer/open-exchange.ts";
import type { Sequencer } from "../../../runtime/sequencer/sequencer.ts";
import { verify } from "../../../tools/audit/verify.ts";
import { SAVED_MAX } from "../state-name.ts";
import { StateRefused } from "../state-refused.ts";
import { checkKeys } from "./check-keys.ts";
import { prepareLoad, prepareReset } from "./prepare-log.ts";
import { listStates, readState, removeState } from "./saved-state.ts";
import { saveState } from "./state-keeper.ts";
import { completeSwap } from "./swap.ts";

async function open(directory: string): Promise<Sequencer> {
  const disk = realDisk(directory);
  const { sequencer } = await openExchange({
    disk,
    segmentMaker: inlineSegmentMaker(disk),
    segmentBytes: SEGMENT_BYTES,
    time: systemTime,
    timer: systemTimer,
    acceptsClockBehind: true,
    onBroken: (reason) => {
      throw reason;
    },
    report: () => undefined,
  });
  return sequencer;
}

/** A market on a new directory; no archivist keeps its archive, so it is said to be complete. */
async function openMarket() {
  const directory = temporaryDirectory();
  const sequencer = await open(directory);
  for (const command of MARKET) await mustDo(sequencer, command);
  const save = (name: string) =>
    saveState({ directory, sequencer, archivedTo: async () => true }, name);
  return { directory, sequencer, save };
}

/** As the server does it: closed, prepared, swapped, opened. */
async function load(directory: string, sequencer: Sequencer, name: string): Promise<Sequencer> {
  await sequencer.stop();
  const state = readState(directory, name);
  await prepareLoad(directory, { name, state, request: 77, end: sequencer.end });
  completeSwap(directory);
  return await open(directory);
}

test("SANDBOX-STATE-2 a loaded state is the saved one, and its log begins by naming it", async () => {
  const { directory, sequencer, save } = await openMarket();
  await mustDo(sequencer, order(ALICE, "sell 1 @ 100", "rests"));
  const saved = await save("monday");
  const hash = hashOfSequencer(sequencer);
  await mustDo(sequencer, order(BOB, "buy 1 @ 100", "takes"));
  await sequencer.stop();
  const before = fingerprint(directory);

  const loaded = await load(directory, sequencer, "monday");

  const { snapshot } = readState(directory, "monday");
  expect(loaded.state.position).toBe(saved.position + 1);
  const [first] = batchesFrom(directory);
  expect(first && [...decodeCommands(first.payload, first.count)]).toEqual([
    {
      type: "LoadState",
      name: "monday",
      stateHash: new Uint8Array(snapshot.stateHash),
      request: 77,
    },
  ]);
  expect(Buffer.from(snapshot.stateHash).toString("hex")).toBe(hash);
  expect(loaded.state.orders.byId.size).toBe(1);
  expect(fingerprint(join(directory, "past", "000001"))).toEqual(before);
  await mustDo(loaded, order(BOB, "buy 1 @ 100", "takes-again"));
  await loaded.stop();
  expect((await verify(realDisk(directory))).position).toBe(saved.position + 2);
});

/** The fingerprint of a log: the hash of every segment that holds anything. */
function fingerprint(directory: string): string[] {
  const log = join(directory, "log");
  return readdirSync(log)
    .map((name) => readFileSync(join(log, name)))
    .filter((bytes) => bytes.some((byte) => byte !== 0))
    .map((bytes) => hexHashOf([bytes]));
}

test("SANDBOX-STATE-2 a state is loaded as often as one likes, restarts and snapshots between", async () => {
  const { directory, sequencer, save } = await openMarket();
  await save("start");
  let present = sequencer;
  for (let n = 0; n < 6; n++) {
    await mustDo(present, order(ALICE, "sell 1 @ 100", `o-${n}`));
    if (n % 2 === 1) {
      await present.stop();
      present = await open(directory);
    }
    present = await load(directory, present, "start");
    expect(present.state.orders.byId.size).toBe(0);
  }
  await present.stop();

  await verify(realDisk(directory));
});

test("SANDBOX-STATE-2 the state that a log begins at is kept for as long as its first segment", async () => {
  const { directory, sequencer, save } = await openMarket();
  const { position } = await save("start");
  let present = await load(directory, sequencer, "start");
  const disk = realDisk(directory);
  const history = new HistoryStore(new MemoryStore());
  history.add([], position);
  for (let n = 0; n < 4; n++) {
    await mustDo(present, order(ALICE, "sell 1 @ 100", `o-${n}`));
    await present.stop();
    const { position: end } = present.state;
    new Archivist({ ...optionsOn(disk), history }, end).finish(end);
    present = await open(directory);
  }
  await present.stop();

  const kept = listSnapshots(disk).map((name) => Number.parseInt(name, 10));
  expect(kept).toEqual([position, position + 4, position + 5]);
  expect((await verify(disk)).startedAt).toBe(listSnapshots(disk)[0]);
});

test("HIST-SNAP-1 the history of a saved state knows that it has everything up to there", async () => {
  const { directory, save } = await openMarket();

  const { position } = await save("monday");

  const keyValues = openLmdbStore(join(directory, "saved", "monday", "history"), "read");
  const store = new HistoryStore(keyValues);
  expect(store.position).toBe(position);
  await store.close();
});

/** An archive that comes to where it is asked to when the test says so; `asked` has what it was asked for. */
function archiveByHand() {
  const asked: { position: number; come: (hasCome: boolean) => void }[] = [];
  const archivedTo = (position: number) =>
    new Promise<boolean>((come) => void asked.push({ position, come }));
  return { asked, archivedTo };
}

test("SANDBOX-STATE-1 what comes while a state is saved waits, and is done after it", async () => {
  const { directory, sequencer } = await openMarket();
  const position = sequencer.state.position;
  const { asked, archivedTo } = archiveByHand();
  const saving = saveState({ directory, sequencer, archivedTo }, "monday");
  asked[0]?.come(true);
  // Behind once the sequencer is held.
  while (asked.length < 2) await settle();
  const waiting = sequencer.submit(order(ALICE, "sell 1 @ 100", "waits"));
  expect(sequencer.state.position).toBe(position);
  asked[1]?.come(true);

  const saved = await saving;
  const submitted = await waiting;

  expect(saved.position).toBe(position);
  expect(submitted).toMatchObject({ kind: "done", outcome: { ok: true } });
  expect(readState(directory, "monday").snapshot.cursor.position).toBe(position);
  await sequencer.stop();
});

test("SANDBOX-STATE-1 an archive that is slow while orders wait lets them go on, and is asked again", async () => {
  const { directory, sequencer } = await openMarket();
  const position = sequencer.state.position;
  const { asked, archivedTo } = archiveByHand();
  const saving = saveState({ directory, sequencer, archivedTo }, "monday");
  asked[0]?.come(true);
  while (asked.length < 2) await settle();
  const waiting = sequencer.submit(order(ALICE, "sell 1 @ 100", "waits"));
  asked[1]?.come(false);
  expect(await waiting).toMatchObject({ kind: "done", outcome: { ok: true } });
  asked[2]?.come(true);
  while (asked.length < 4) await settle();
  asked[3]?.come(true);

  expect(await saving).toMatchObject({ position: position + 1 });
  expect(asked.map((each) => each.position - position)).toEqual([0, 0, 0, 1]);
  await sequencer.stop();
});

test("SANDBOX-STATE-1 an archive that stays behind is told, and orders go on", async () => {
  const { directory, sequencer } = await openMarket();

  const saving = saveState({ directory, sequencer, archivedTo: async () => false }, "monday");

  await expect(saving).rejects.toMatchObject({ reason: "not_now", message: /archive is behind/ });
  await mustDo(sequencer, order(ALICE, "sell 1 @ 100", "goes-on"));
  expect(listStates(directory)).toEqual([]);
  await sequencer.stop();
});

test("SANDBOX-STATE-1 names are short and good for files, none is overwritten", async () => {
  const { sequencer, directory, save } = await openMarket();
  await save("a.b_c-1");

  for (const name of ["", ".", "..", "a/b", "a b", ".hidden", "x".repeat(65), "half.tmp", "é"]) {
    await expect(save(name), name).rejects.toMatchObject({ reason: "name_malformed" });
  }
  await expect(save("a.b_c-1")).rejects.toMatchObject({ reason: "state_exists" });
  for (const name of ["gone", "../a.b_c-1", ""]) {
    expect(() => readState(directory, name)).toThrow(StateRefused);
    expect(() => removeState(directory, name)).toThrow(StateRefused);
  }
  expect(listStates(directory)).toEqual(["a.b_c-1"]);
  removeState(directory, "a.b_c-1");
  expect(listStates(directory)).toEqual([]);
  await sequencer.stop();
});

test("SANDBOX-STATE-1 CORE-BOUND-1 there are at most 100 saved states", async () => {
  const { directory, sequencer, save } = await openMarket();
  for (let n = 1; n < SAVED_MAX; n++) {
    mkdirSync(join(directory, "saved", `s-${n}`), { recursive: true });
  }
  await save("the-last");

  await expect(save("one-more")).rejects.toMatchObject({ reason: "too_many_states" });
  await sequencer.stop();
});

test("SANDBOX-STATE-3 a damaged state is found before anything is given up for it", async () => {
  const { directory, sequencer, save } = await openMarket();
  await save("monday");
  const folder = join(directory, "saved", "monday", "snapshots");
  const [name = ""] = readdirSync(folder);
  const bytes = readFileSync(join(folder, name));
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  writeFileSync(join(folder, name), bytes);

  expect(() => readState(directory, "monday")).toThrow(StateRefused);
  await sequencer.stop();
});

test("SANDBOX-STATE-3 a damaged or missing history, and keys that do not open, are found as well", async () => {
  const { directory, sequencer, save } = await openMarket();
  await save("monday");
  const state = readState(directory, "monday");
  expect(() => checkKeys(state, new Uint8Array(32))).toThrow(StateRefused);

  const store = join(directory, "saved", "monday", "history", "data.mdb");
  const bytes = readFileSync(store);
  bytes[100] = (bytes[100] ?? 0) ^ 1;
  writeFileSync(store, bytes);
  expect(() => readState(directory, "monday")).toThrow("The saved state is damaged: its history.");
  rmSync(store);
  expect(() => readState(directory, "monday")).toThrow("The saved state is damaged: its history.");
  await sequencer.stop();
});

test("SANDBOX-STATE-1 a sequencer that is stopping, or held by another, saves nothing and no caller hangs", async () => {
  const { directory, sequencer, save } = await openMarket();
  const [first, second] = await Promise.allSettled([save("a"), save("b")]);
  expect(first.status).toBe("fulfilled");
  expect(second).toMatchObject({ status: "rejected", reason: { reason: "not_now" } });

  await sequencer.stop();
  await expect(save("c")).rejects.toMatchObject({ reason: "not_now" });
  expect(listStates(directory)).toEqual(["a"]);
});

test("SANDBOX-STATE-5 a reset leaves an empty log, and the old one in the past", async () => {
  const { directory, sequencer } = await openMarket();
  await sequencer.stop();

  await prepareReset(directory, { end: sequencer.end, timeMs: Date.now() });
  completeSwap(directory);
  const empty = await open(directory);

  expect(empty.state).toMatchObject({ kind: "sandbox", position: 1 });
  expect(empty.state.users.users).toEqual([]);
  await empty.stop();
  await verify(realDisk(directory));
  expect(existsSync(join(directory, "past", "000001", "log"))).toBe(true);
  const past = await openFileLog({
    disk: realDisk(join(directory, "past", "000001")),
    readOnly: true,
  });
  expect(past.end.position).toBe(sequencer.end.position);
});
