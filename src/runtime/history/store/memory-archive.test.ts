/** The archive of an exchange in this process: complete when asked, bounded, and never in the way. */
import { expect, test } from "vitest";
import { Desk } from "../../../../test/support/desk.ts";
import type { PageQuery } from "../history.ts";
import { UnarchivedRecords } from "../unarchived-records.ts";
import { MemoryArchive } from "./memory-archive.ts";
import { MemoryStore } from "./memory-store.ts";

const PAGE: PageQuery = {
  kind: "order",
  area: "spot",
  user: 1,
  market: 1,
  fromId: 0,
  limit: 1_000,
};

/** So many orders that were placed and cancelled, told to an archive of a largest size. */
function archiveOf(count: number, keyValues: MemoryStore, isFull = false) {
  const desk = new Desk({ alice: { USDT: "1000" } });
  const archive = new MemoryArchive({
    keyValues,
    isFull,
    unarchived: new UnarchivedRecords(),
    write: () => "a row",
    position: () => desk.state.position,
  });
  for (let order = 1; order <= count; order++) {
    desk.order("alice", "buy 1 @ 1");
    desk.must({ type: "CancelByOperator", order, request: 0 });
    for (const event of desk.events) archive.note(event);
  }
  return archive;
}

test("HIST-OWN-1 a page has everything that ended so far", async () => {
  const archive = archiveOf(40, new MemoryStore(1_000));

  const count = await archive.ask(PAGE, 0, ({ rows }) => rows.length);

  expect(count).toBe(40);
});

test("HIST-BOUND-1 CORE-BOUND-1 a full key-value store refuses pages, and nothing is thrown at the sequencer", async () => {
  const archive = archiveOf(40, new MemoryStore(20));

  expect(await archive.ask(PAGE, 0, ({ rows }) => rows.length)).toBeUndefined();
  expect(() => archive.settle()).not.toThrow();
});

test("HIST-BOUND-1 SANDBOX-FORK-1 an archive that goes on from a full one is full, whatever room there is: it would claim to be whole", async () => {
  const full = new MemoryStore(20);
  const before = archiveOf(40, full);
  before.settle();

  const after = archiveOf(1, full.copy(), before.isFull);

  expect(before.isFull).toBe(true);
  expect(await after.ask(PAGE, 0, ({ rows }) => rows.length)).toBeUndefined();
});
