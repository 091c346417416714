/** States that are saved and gone back to, on the disk of the machine, as the server does it. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { optionsOn } from "../../../test/support/archivist-desk.ts";
import {
  ALICE,
  BOB,
  batchesFrom,
  hashOfLine,
  MARKET,
  mustDo,
  order,
  SEGMENT_BYTES,
} from "../../../test/support/service-desk.ts";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { settle } from "../../../test/support/virtual-time.ts";
import { Archivist } from "../../archivist/archivist.ts";
import { verify } from "../../audit/verify.ts";
import { decodeCommands } from "../../engine/codec.ts";
import { HistoryStore } from "../../history/history-store.ts";
import { openLmdbShelf } from "../../history/lmdb-shelf.ts";
import { MemoryShelf } from "../../history/memory-shelf.ts";
import { openFileLog } from "../../log/file/file-log.ts";
import { listSnapshots } from "../../log/file/snapshot-files.ts";
import { hexHashOf } from "../../log/hash.ts";
import { realDisk } from "../../log/real-disk.ts";
import { systemAlarm } from "../../log/segment/segment-supply.ts";
import { inlineSegmentMaker } from "../../log/segment/segments.ts";
import { systemTime } from "../../service/clock.ts";
import type { Line } from "../../service/line.ts";
import { openExchange } from "../../service/open-exchange.ts";
import { SAVED_MAX } from "../state-name.ts";
import { StateRefused } from "../state-refused.ts";
import { checkKeys } from "./check-keys.ts";
import { prepareLoad, prepareReset } from "./prepare-log.ts";
import { listStates, readState, removeState } from "./saved-state.ts";
import { saveState } from "./state-keeper.ts";
import { completeSwap } from "./swap.ts";

async function open(directory: string): Promise<Line> {
  const disk = realDisk(directory);
  const { line } = await openExchange({
    disk,
    segmentMaker: inlineSegmentMaker(disk),
    segmentBytes: SEGMENT_BYTES,
    time: systemTime,
    alarm: systemAlarm,
    acceptsClockBehind: true,
    onBroken: (reason) => {
      throw reason;
    },
    report: () => undefined,
  });
  return line;
}

/** A market on a new directory; its archive is kept up by nobody, so it is said to be complete. */
async function openMarket() {
  const directory = temporaryDirectory();
  const line = await open(directory);
  for (const command of MARKET) await mustDo(line, command);
  const save = (name: string) =>
    saveState({ directory, line, archived: () => line.state.position }, name);
  return { directory, line, save };
}

/** As the server does it: closed, prepared, swapped, opened. */
async function load(directory: string, line: Line, name: string): Promise<Line> {
  await line.stop();
  const state = readState(directory, name);
  await prepareLoad(directory, { name, state, request: 77, end: line.end });
  completeSwap(directory);
  return await open(directory);
}

test("SANDBOX-STATE-2 a loaded state is the saved one, and its log begins by naming it", async () => {
  const { directory, line, save } = await openMarket();
  await mustDo(line, order(ALICE, "sell 1 @ 100", "rests"));
  const saved = await save("monday");
  const hash = hashOfLine(line);
  await mustDo(line, order(BOB, "buy 1 @ 100", "takes"));
  await line.stop();
  const before = fingerprint(directory);

  const loaded = await load(directory, line, "monday");

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

/** What was written: the hash of every segment that holds anything. */
function fingerprint(directory: string): string[] {
  const log = join(directory, "log");
  return readdirSync(log)
    .map((name) => readFileSync(join(log, name)))
    .filter((bytes) => bytes.some((byte) => byte !== 0))
    .map((bytes) => hexHashOf([bytes]));
}

test("SANDBOX-STATE-2 a state is loaded as often as one likes, restarts and snapshots between", async () => {
  const { directory, line, save } = await openMarket();
  await save("start");
  let present = line;
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
  const { directory, line, save } = await openMarket();
  const { position } = await save("start");
  let present = await load(directory, line, "start");
  const disk = realDisk(directory);
  const history = new HistoryStore(new MemoryShelf());
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

  const shelf = openLmdbShelf(join(directory, "saved", "monday", "history"), "read");
  const store = new HistoryStore(shelf);
  expect(store.position).toBe(position);
  await store.close();
});

test("SANDBOX-STATE-1 what comes while a state is saved waits, and is done after it", async () => {
  const { directory, line } = await openMarket();
  const position = line.state.position;
  let archived = position;
  let asked = 0;
  // Complete when it is asked for, and behind once the line is held.
  const ask = () => {
    asked += 1;
    if (asked === 2) archived = 0;
    return archived;
  };
  const saving = saveState({ directory, line, archived: ask }, "monday");
  while (asked < 2) await settle();
  const waiting = line.submit(order(ALICE, "sell 1 @ 100", "waits"));
  expect(line.state.position).toBe(position);
  archived = position;

  const saved = await saving;
  const submitted = await waiting;

  expect(saved.position).toBe(position);
  expect(submitted).toMatchObject({ kind: "done", outcome: { ok: true } });
  expect(readState(directory, "monday").snapshot.cursor.position).toBe(position);
  await line.stop();
});

test("SANDBOX-STATE-1 names are short and good for files, none is overwritten", async () => {
  const { line, directory, save } = await openMarket();
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
  await line.stop();
});

test("SANDBOX-STATE-1 CORE-BOUND-1 there are at most 100 saved states", async () => {
  const { directory, line, save } = await openMarket();
  for (let n = 1; n < SAVED_MAX; n++) {
    mkdirSync(join(directory, "saved", `s-${n}`), { recursive: true });
  }
  await save("the-last");

  await expect(save("one-more")).rejects.toMatchObject({ reason: "too_many_states" });
  await line.stop();
});

test("SANDBOX-STATE-3 a damaged state is found before anything is given up for it", async () => {
  const { directory, line, save } = await openMarket();
  await save("monday");
  const folder = join(directory, "saved", "monday", "snapshots");
  const [name = ""] = readdirSync(folder);
  const bytes = readFileSync(join(folder, name));
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  writeFileSync(join(folder, name), bytes);

  expect(() => readState(directory, "monday")).toThrow(StateRefused);
  await line.stop();
});

test("SANDBOX-STATE-3 a damaged or missing history, and keys that do not open, are found as well", async () => {
  const { directory, line, save } = await openMarket();
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
  await line.stop();
});

test("SANDBOX-STATE-1 a line that is stopping, or held by another, saves nothing and hangs nobody", async () => {
  const { directory, line, save } = await openMarket();
  const [first, second] = await Promise.allSettled([save("a"), save("b")]);
  expect(first.status).toBe("fulfilled");
  expect(second).toMatchObject({ status: "rejected", reason: { reason: "not_now" } });

  await line.stop();
  await expect(save("c")).rejects.toMatchObject({ reason: "not_now" });
  expect(listStates(directory)).toEqual(["a"]);
});

test("SANDBOX-STATE-5 a reset leaves an empty log, and the old one in the past", async () => {
  const { directory, line } = await openMarket();
  await line.stop();

  await prepareReset(directory, { end: line.end, timeMs: Date.now() });
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
  expect(past.end.position).toBe(line.end.position);
});
