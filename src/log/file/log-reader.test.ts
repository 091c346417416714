/** A reader in another process that follows the appends. */
import { expect, test } from "vitest";
import {
  append,
  draft,
  EPOCH,
  numberedTexts,
  openLog,
  textOf,
  textsOf,
} from "../../../test/support/log-desk.ts";
import { SimulatedDisk } from "../../../test/support/simulated-disk.ts";
import { GENESIS } from "../log.ts";
import { LogReader } from "./log-reader.ts";
import { LogCorrupt } from "./read-chain.ts";

test("a reader follows the appends across segments and misses nothing", async () => {
  const disk = new SimulatedDisk();
  const log = await openLog({ disk });
  const reader = new LogReader(disk, GENESIS);
  const seen: string[] = [];
  const texts = numberedTexts(23);

  for (const [index, text] of texts.entries()) {
    await append(log, text);
    if (index % 3 === 0) seen.push(...[...reader.readTo(log.end.position)].map(textOf));
  }
  seen.push(...[...reader.readTo(log.end.position)].map(textOf));

  expect(seen).toEqual(texts);
  expect(reader.cursor).toEqual(log.end);
});

test("a reader does not look beyond the durable position, at a batch that is half written", async () => {
  const tasks: (() => void)[] = [];
  const disk = new SimulatedDisk({ schedule: (task) => void tasks.push(task) });
  const log = await openLog({ disk });
  const first = log.append(1, EPOCH, draft("one"));
  tasks.shift()?.();
  await first;
  const reader = new LogReader(disk, GENESIS);

  const second = log.append(2, EPOCH, draft("two"));
  disk.sectorsOf("log/00000001.log").write(log.end.offset + 40, new Uint8Array(20));

  expect([...reader.readTo(1)].map(textOf)).toEqual(["one"]);
  expect([...reader.readTo(1)]).toEqual([]);
  tasks.shift()?.();
  expect(await second).toBe("durable");
  expect(() => [...reader.readTo(2)]).toThrow(LogCorrupt);
});

test("a reader that stops early goes on with the next batch", async () => {
  const disk = new SimulatedDisk();
  const log = await openLog({ disk });
  for (const text of ["one", "two", "three"]) await append(log, text);
  const reader = new LogReader(disk, GENESIS);

  for (const batch of reader.readTo(3)) {
    expect(textOf(batch)).toBe("one");
    break;
  }

  expect([...reader.readTo(3)].map(textOf)).toEqual(["two", "three"]);
});

test("an empty batch is read together with what follows it", async () => {
  const disk = new SimulatedDisk();
  const log = await openLog({ disk });
  const reader = new LogReader(disk, GENESIS);
  await append(log, "one");
  await append(log, "", 0);

  expect([...reader.readTo(1)].map(textOf)).toEqual(["one"]);
  await append(log, "two");
  expect([...reader.readTo(2)].map(textOf)).toEqual(["", "two"]);
  expect(textsOf(log, reader.cursor)).toEqual([]);
});

test("a durable position that the log does not have is corruption", async () => {
  const disk = new SimulatedDisk();
  const log = await openLog({ disk });
  await append(log, "one");

  expect(() => [...new LogReader(disk, GENESIS).readTo(2)]).toThrow("expected position 2");
});
