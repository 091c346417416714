/** One log for another, with a crash after any step. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryDirectory } from "../../../../test/support/temporary-directory.ts";
import { checkDataDirectory } from "../../../cli/offline.ts";
import { clearNext, completeSwap, isSwapPending, makeReady, PAST_MAX, stepsOf } from "./swap.ts";

const PARTS = ["log", "snapshots", "history", "archive"];

/** A folder with one file that names its owner. */
function put(directory: string, part: string, owner: string): void {
  mkdirSync(join(directory, part), { recursive: true });
  writeFileSync(join(directory, part, "owner"), owner);
}

function ownerOf(directory: string, part: string): string | undefined {
  const path = join(directory, part, "owner");
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

const ownersIn = (directory: string) => PARTS.map((part) => ownerOf(directory, part));

interface Case {
  readonly has: readonly string[];
  readonly brings: readonly string[];
}

const CASES: readonly Case[] = [
  { has: ["log", "snapshots", "history"], brings: ["log", "snapshots", "history"] },
  { has: ["log"], brings: ["log", "snapshots", "history"] },
  { has: ["log", "snapshots", "history", "archive"], brings: ["log"] },
];

function prepared({ has, brings }: Case): string {
  const directory = temporaryDirectory();
  for (const part of has) put(directory, part, "old");
  const next = clearNext(directory);
  for (const part of brings) put(next, part, "new");
  return directory;
}

test.each(CASES)(
  "SANDBOX-STATE-4 a crash after any step of the swap is completed by the next start: $has",
  ({ has, brings }) => {
    const count = stepsOf(readied({ has, brings })).length;
    for (let made = 0; made <= count; made++) {
      const directory = readied({ has, brings });
      for (const step of stepsOf(directory).slice(0, made)) step();

      completeSwap(directory);

      const past = join(directory, "past", "000001");
      const expected = (parts: readonly string[], owner: string) =>
        PARTS.map((part) => (parts.includes(part) ? owner : undefined));
      expect(ownersIn(directory), `after ${made}`).toEqual(expected(brings, "new"));
      expect(ownersIn(past), `after ${made}`).toEqual(expected(has, "old"));
      expect(existsSync(join(directory, "next"))).toBe(false);
    }
  },
);

function readied(which: Case): string {
  const directory = prepared(which);
  makeReady(directory);
  return directory;
}

test("SANDBOX-STATE-4 a swap that waits to be completed is told as such to offline commands", () => {
  const directory = prepared({ has: ["log"], brings: ["log"] });
  expect(isSwapPending(directory)).toBe(false);
  makeReady(directory);
  expect(isSwapPending(directory)).toBe(true);
  expect(() => checkDataDirectory(directory)).toThrow("start the server once to complete it");

  completeSwap(directory);

  expect(isSwapPending(directory)).toBe(false);
});

test("SANDBOX-STATE-4 what was not made ready is forgotten, and the old log stays", () => {
  const directory = prepared({ has: ["log", "history"], brings: ["log", "history"] });

  completeSwap(directory);
  completeSwap(directory);

  expect(ownersIn(directory)).toEqual(["old", undefined, "old", undefined]);
  expect(readdirSync(directory).sort()).toEqual(["history", "log"]);
});

test("SANDBOX-STATE-4 CORE-BOUND-1 of the past the newest logs are kept", () => {
  const directory = temporaryDirectory();
  put(directory, "log", "0");
  for (let n = 1; n <= PAST_MAX + 3; n++) {
    put(clearNext(directory), "log", `${n}`);
    makeReady(directory);
    completeSwap(directory);
  }

  const kept = readdirSync(join(directory, "past")).sort();
  expect(kept).toEqual(["000004", "000005", "000006", "000007"]);
  expect(kept.map((name) => ownerOf(join(directory, "past", name), "log"))).toEqual([
    "3",
    "4",
    "5",
    "6",
  ]);
  expect(ownerOf(directory, "log")).toBe("7");
});
