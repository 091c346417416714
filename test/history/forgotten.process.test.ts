/** HIST-FORGET-1 with the real archivist: the built program, on a directory that is two days old. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { realDisk } from "../../src/log/real-disk.ts";
import type { FromArchivist } from "../../src/runtime/archivist/archivist-process.ts";
import { HISTORY_DIRECTORY } from "../../src/runtime/history/rows/key-value-store.ts";
import { HistoryStore } from "../../src/runtime/history/store/history-store.ts";
import { openLmdbStore } from "../../src/runtime/history/store/lmdb-store.ts";
import { ALICE, BOB, deposit, mustDo, openMarketOn, order } from "../support/service-desk.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const ENTRY = join(import.meta.dirname, "../../dist/archivist.js");
const DAY_MS = 86_400_000;

/** alice and bob trade on each of two days, with two days between. */
async function twoDaysOld(directory: string): Promise<number> {
  const { sequencer, time } = await openMarketOn(realDisk(directory));
  for (const day of ["first", "second"]) {
    await mustDo(sequencer, order(ALICE, "sell 1 @ 100"));
    await mustDo(sequencer, order(BOB, "buy 1 @ 100"));
    await mustDo(sequencer, deposit(ALICE, day));
    await time.pass(2 * DAY_MS);
    // The disk is real and its writes take their own time: meanwhile they are overdue (LOG-DUR-2).
    await sequencer.catchUp();
  }
  await mustDo(sequencer, order(ALICE, "sell 1 @ 100"));
  await mustDo(sequencer, order(BOB, "buy 1 @ 100"));
  await sequencer.stop();
  return sequencer.state.position;
}

/** Follows the log to its end once; how many records of alice and of bob are left. */
async function followed(directory: string, position: number, traders: string): Promise<number[]> {
  const child = fork(ENTRY, [`${process.pid}`, directory, "500000", "info", traders], {
    serialization: "advanced",
    stdio: "ignore",
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const archived = new Promise<void>((resolve) => {
    child.on("message", ({ type }: FromArchivist) => type === "archived" && resolve());
  });
  child.send({ type: "durable", position });
  await archived;
  const ended = once(child, "exit");
  child.disconnect();
  await ended;
  const keyValues = openLmdbStore(join(directory, HISTORY_DIRECTORY), "read");
  const users = [...new HistoryStore(keyValues).all()].map(({ record }) => record.user);
  await keyValues.close();
  return [ALICE, BOB].map((user) => users.filter((one) => one === user).length);
}

test("HIST-FORGET-1 the archivist forgets the traders that the server names, and no others", async () => {
  const directory = temporaryDirectory();
  const position = await twoDaysOld(directory);

  expect(await followed(directory, position, "")).toEqual([13, 11]);
  expect(await followed(directory, position, "bob")).toEqual([13, 3]);
});
