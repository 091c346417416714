/** Refusals on disk: bounded in size, bounded in memory, found again, and never in the way of a reply. */
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { findRefusal, type RefusedRequest } from "./find-refusal.ts";
import { RefusalFile } from "./refusal-file.ts";

function refused(request: string, message = "No."): RefusedRequest {
  return {
    time: "2023-11-14T22:13:20.000Z",
    request,
    method: "POST",
    path: "/sapi/v1/order",
    status: 400,
    code: -1102,
    message,
    user: 1,
    durationMs: 0.25,
  };
}

const LINE_BYTES = Buffer.byteLength(`${JSON.stringify(refused("r0000"))}\n`);

function idOf(index: number): string {
  return `r${`${index}`.padStart(4, "0")}`;
}

function openFile(bounds: { fileBytesMax?: number; waitingBytesMax?: number } = {}) {
  const directory = temporaryDirectory();
  const told: string[] = [];
  const file = new RefusalFile({ directory, report: (line) => void told.push(line), ...bounds });
  return { directory, told, file };
}

test("USER-LOG-3 a refusal is found by its request, also by another process, and no other is", async () => {
  const { directory, file } = openFile();

  for (let i = 0; i < 50; i++) file.add(refused(idOf(i)));
  await file.close();

  expect(await findRefusal(directory, "r0007")).toEqual(refused("r0007"));
  expect(await findRefusal(directory, "r000")).toBeUndefined();
  expect(await findRefusal(directory, "r0050")).toBeUndefined();
  expect(await findRefusal(join(directory, "elsewhere"), "r0007")).toBeUndefined();
});

test("USER-LOG-3 two files of a largest size hold the newest, and nothing else is kept", async () => {
  const fileBytesMax = 10 * LINE_BYTES;
  const { directory, file } = openFile({ fileBytesMax });

  for (let i = 0; i < 95; i++) {
    file.add(refused(idOf(i)));
    await file.flush();
    for (const name of readdirSync(join(directory, "logs"))) {
      expect(statSync(join(directory, "logs", name)).size).toBeLessThanOrEqual(fileBytesMax);
    }
  }
  await file.close();

  expect(readdirSync(join(directory, "logs")).toSorted()).toEqual([
    "refusals.1.log",
    "refusals.log",
  ]);
  expect(await findRefusal(directory, idOf(94))).toBeDefined();
  expect(await findRefusal(directory, idOf(80))).toBeDefined();
  expect(await findRefusal(directory, idOf(79))).toBeUndefined();
  expect(file.dropped).toBe(0);
});

test("USER-LOG-3 what comes faster than the disk takes it is dropped and counted", async () => {
  const { directory, file } = openFile({ waitingBytesMax: 20 * LINE_BYTES });

  // The first is on its way at once; behind it there is room for twenty.
  for (let i = 0; i < 1_000; i++) file.add(refused(idOf(i)));
  await file.close();

  const lines = readFileSync(join(directory, "logs/refusals.log"), "utf8").trimEnd().split("\n");
  expect([lines.length, file.dropped]).toEqual([21, 979]);
});

test("USER-LOG-3 a line larger than all there is room for is dropped", async () => {
  const { file } = openFile({ fileBytesMax: LINE_BYTES });

  file.add(refused("r0000", "much longer"));
  await file.close();

  expect(file.dropped).toBe(1);
});

test("USER-LOG-3 a restart goes on behind the old lines, and a torn one spoils no other", async () => {
  const { directory, file } = openFile();
  file.add(refused("r0001"));
  await file.close();
  appendFileSync(join(directory, "logs/refusals.log"), '{"time":"2023-11-14T22:13:20.000Z","requ');

  const next = new RefusalFile({ directory, report: () => undefined });
  next.add(refused("r0002"));
  await next.close();

  expect(await findRefusal(directory, "r0001")).toEqual(refused("r0001"));
  expect(await findRefusal(directory, "r0002")).toEqual(refused("r0002"));
});

test("USER-LOG-3 a disk that fails is told once and stops nothing, and then goes on", async () => {
  const { directory, told, file } = openFile();
  writeFileSync(join(directory, "logs"), "in the way");

  for (let i = 0; i < 3; i++) {
    file.add(refused(idOf(i)));
    await file.flush();
  }
  rmSync(join(directory, "logs"));
  mkdirSync(join(directory, "logs"));
  file.add(refused("r0009"));
  await file.close();

  expect(told).toEqual([
    expect.stringMatching(/^refusals are not kept: Error: E\w+/),
    "refusals are kept again",
  ]);
  expect(file.dropped).toBe(3);
  expect(await findRefusal(directory, "r0009")).toBeDefined();
});

test("only the owner of the directory can read it", async () => {
  const { directory, file } = openFile();
  file.add(refused("r0001"));
  await file.close();

  expect(statSync(join(directory, "logs")).mode & 0o777).toBe(0o700);
  expect(statSync(join(directory, "logs/refusals.log")).mode & 0o777).toBe(0o600);
});
