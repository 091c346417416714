/** HIST-SEAL-3 on a disk: an old store is brought to this version beside its place, and what a crash leaves of that is no store. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeOldStore } from "../../../../test/history/old-store.ts";
import { endedEvent } from "../../../../test/support/order-event.ts";
import { temporaryDirectory } from "../../../../test/support/temporary-directory.ts";
import { someOrder } from "../../../../test/views/trade-tape.ts";
import { openLmdbStore } from "../store/lmdb-store.ts";
import { isOfBefore } from "../store/store-standing.ts";
import { openHistory } from "./open-history.ts";

const PAGE = { kind: "order", area: "spot", user: 1, market: 1, limit: 500, fromId: 0 } as const;

/** A directory whose history has 100 orders, as a version before left it. */
async function oldDirectory(): Promise<string> {
  const directory = temporaryDirectory();
  const keyValues = openLmdbStore(join(directory, "history"));
  const happened = Array.from({ length: 100 }, (_, at) => {
    const event = endedEvent(someOrder({ id: 100 - at }), { status: "canceled" }, at);
    return { event, position: at + 1 };
  });
  writeOldStore(keyValues, happened, { position: 100, grade: "linked" });
  await keyValues.close();
  return directory;
}

test("HIST-SEAL-3 opened to be written an old store is brought to this version once, over what a crash has left of that", async () => {
  const directory = await oldDirectory();
  const path = join(directory, "history");
  for (const draft of ["history.converted", "history.sorted"]) {
    mkdirSync(join(directory, draft));
    writeFileSync(join(directory, draft, "data.mdb"), "half of it");
  }
  const told: number[] = [];

  const store = await openHistory(path, "write", (done, total) => told.push(done / total));

  expect(store.find(PAGE).records).toHaveLength(100);
  expect(told.at(-1)).toBeGreaterThan(0.9);
  expect(readdirSync(directory)).toEqual(["history"]);
  await store.close();
  const again = await openHistory(path, "write", () => expect.fail("it is of this version"));
  expect(again.find(PAGE).records).toHaveLength(100);
  await again.close();
});

test("HIST-SEAL-3 a conversion that breaks off leaves the old store as it was, and is made again", async () => {
  const directory = await oldDirectory();
  const path = join(directory, "history");
  const before = readFileSync(join(path, "data.mdb"));

  const struck = openHistory(path, "write", () => {
    throw new Error("struck");
  });

  await expect(struck).rejects.toThrow("struck");
  expect(readFileSync(join(path, "data.mdb"))).toEqual(before);
  const store = await openHistory(path);
  expect(store.find(PAGE).records).toHaveLength(100);
  await store.close();
});

test("HIST-SEAL-3 opened to be read an old store is left as it is, and nothing stays behind", async () => {
  const directory = await oldDirectory();
  const path = join(directory, "history");
  const drafts = () => readdirSync(tmpdir()).filter((name) => name.startsWith("bourse-history-"));
  const before = drafts();

  const store = await openHistory(path, "read");

  expect(store.find(PAGE).records).toHaveLength(100);
  expect(() => store.add([], 101)).toThrow();
  await store.close();
  expect(drafts()).toEqual(before);
  expect(readdirSync(directory)).toEqual(["history"]);
  const keyValues = openLmdbStore(path, "read");
  expect(isOfBefore(keyValues)).toBe(true);
  await keyValues.close();
});
