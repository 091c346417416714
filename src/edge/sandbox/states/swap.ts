/**
 * Puts a log that was prepared in `next/` into its place, and the present one into `past/`. A crash at
 * any step leaves a directory that a start completes: what is in `next/` counts only once its list is
 * on disk, and each step asks first whether it was made. Nothing that was written is changed; of the
 * past the newest few are kept. Rules SANDBOX-STATE-2, SANDBOX-STATE-4.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { SNAPSHOT_DIRECTORY } from "../../../log/file/snapshot-files.ts";
import { realDisk, syncDirectory } from "../../../log/real-disk.ts";
import { ARCHIVE_DIRECTORY, LOG_DIRECTORY } from "../../../log/segment/segments.ts";
import { HISTORY_DIRECTORY } from "../../../runtime/history/rows/key-value-store.ts";
import { privateFiles } from "../../auth/private-files.ts";

export const NEXT_DIRECTORY = "next";
export const PAST_DIRECTORY = "past";
const READY_NAME = "ready.json";
/** Each has its log, and a history of up to some hundred MB. */
export const PAST_MAX = 4;

/** The parts of a log in a data directory. */
const PARTS = [LOG_DIRECTORY, SNAPSHOT_DIRECTORY, HISTORY_DIRECTORY, ARCHIVE_DIRECTORY];

interface Ready {
  /** The name of the present log among the past ones. */
  readonly past: string;
  /** The parts that come from `next/`; the others are absent in the new log. */
  readonly brings: readonly string[];
}

/** An empty place to prepare a log in; what a crash left there is removed. */
export function clearNext(directory: string): string {
  const next = join(directory, NEXT_DIRECTORY);
  rmSync(next, { recursive: true, force: true });
  mkdirSync(next, { mode: 0o700 });
  return next;
}

/** From here on the new log is the one that counts. */
export function makeReady(directory: string): void {
  const next = join(directory, NEXT_DIRECTORY);
  const brings = PARTS.filter((part) => existsSync(join(next, part)));
  for (const part of brings) syncDirectory(join(next, part));
  const ready: Ready = { past: nextPastName(directory), brings };
  privateFiles(realDisk(next)).create(READY_NAME, Buffer.from(JSON.stringify(ready)));
  syncDirectory(directory);
}

/** Whether a new log was made ready and is not in its place yet: a start will see to it. */
export function isSwapPending(directory: string): boolean {
  return existsSync(join(directory, NEXT_DIRECTORY, READY_NAME));
}

/** Completes a swap that was made ready; what was not made ready is removed. Asked at every start. */
export function completeSwap(directory: string): void {
  for (const step of stepsOf(directory)) step();
}

/** Each may be made again, and together they may begin again after any of them. */
export function stepsOf(directory: string): readonly (() => void)[] {
  const next = join(directory, NEXT_DIRECTORY);
  if (!existsSync(next)) return [];
  const ready = readReady(next);
  if (!ready) return [() => rmSync(next, { recursive: true })];
  const past = join(directory, PAST_DIRECTORY, ready.past);
  return [
    () => {
      mkdirSync(past, { recursive: true, mode: 0o700 });
      syncDirectory(join(directory, PAST_DIRECTORY));
    },
    ...PARTS.map((part) => () => swapPart({ directory, next, past }, ready, part)),
    () => rmSync(next, { recursive: true }),
    () => syncDirectory(directory),
    () => keepNewest(join(directory, PAST_DIRECTORY)),
  ];
}

interface Places {
  readonly directory: string;
  readonly next: string;
  readonly past: string;
}

function swapPart({ directory, next, past }: Places, { brings }: Ready, part: string): void {
  const [present, coming] = [join(directory, part), join(next, part)];
  const isBrought = brings.includes(part);
  if (isBrought && !existsSync(coming)) return; // It is here already.
  if (existsSync(present)) {
    renameSync(present, join(past, part));
    syncDirectory(past);
  }
  if (isBrought) renameSync(coming, present);
  syncDirectory(directory);
}

function readReady(next: string): Ready | undefined {
  try {
    return JSON.parse(readFileSync(join(next, READY_NAME), "utf8"));
  } catch {
    return undefined; // It was never finished: nothing of it counts.
  }
}

function pastNames(past: string): string[] {
  if (!existsSync(past)) return [];
  return readdirSync(past)
    .filter((name) => /^[0-9]{6}$/.test(name))
    .sort((a, b) => Number(a) - Number(b));
}

function nextPastName(directory: string): string {
  const newest = pastNames(join(directory, PAST_DIRECTORY)).at(-1) ?? "0";
  return `${Number(newest) + 1}`.padStart(6, "0");
}

function keepNewest(past: string): void {
  for (const name of pastNames(past).slice(0, -PAST_MAX)) {
    rmSync(join(past, name), { recursive: true });
  }
}
