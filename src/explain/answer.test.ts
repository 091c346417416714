/** What the log does not know, the program's log of refusals may. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Desk } from "../../test/support/desk.ts";
import { ExplainDesk } from "../../test/support/explain-desk.ts";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import type { Disk } from "../log/disk.ts";
import {
  REFUSAL_FILES,
  REFUSALS_DIRECTORY,
  type RefusedRequest,
} from "../program-log/find-refusal.ts";
import { answer } from "./answer.ts";
import { tell } from "./tell.ts";

const PACE = { sliceMs: 5, limitMs: 60_000, now: () => 0, pause: () => Promise.resolve() };

const REFUSED: RefusedRequest = {
  time: "2026-01-02T03:04:05.678Z",
  request: "abc123",
  method: "POST",
  path: "/sapi/v1/order",
  status: 401,
  code: -1022,
  message: "Signature for this request is not valid.",
  user: 0,
  durationMs: 1,
};

async function opened() {
  const directory = temporaryDirectory();
  mkdirSync(join(directory, REFUSALS_DIRECTORY));
  writeFileSync(
    join(directory, REFUSALS_DIRECTORY, REFUSAL_FILES[0]),
    `${JSON.stringify(REFUSED)}\n`,
  );
  const desk = await ExplainDesk.of(new Desk({ alice: { USDT: "1" } }).sent);
  const { disk, history, position: durablePosition } = desk;
  return { desk, asking: { disk, history, durablePosition, directory, pace: PACE } };
}

test("EXPLAIN-EARLY-1 a request that was refused before the log: when, what for, and the code", async () => {
  const { asking } = await opened();

  const explanation = await answer({ ...asking, id: "abc123" });

  expect(explanation).toMatchObject({
    found: "refusal",
    time: REFUSED.time,
    route: "POST /sapi/v1/order",
    status: 401,
    code: -1022,
    msg: REFUSED.message,
    user: undefined,
  });
  expect(tell(explanation).join("\n")).toContain("refused before it reached the log");
});

test("EXPLAIN-EARLY-1 what neither log has was not executed, and why nobody knows it", async () => {
  const { asking } = await opened();

  const explanation = await answer({ ...asking, id: "abc124" });

  expect(explanation).toMatchObject({ found: "nothing" });
  expect(explanation.notes[0]).toMatch(/nothing was executed there$/);
  expect(explanation.notes[1]).toMatch(/^the log of refusals does not have it either/);
});

test("EXPLAIN-PACE-1 what takes too long is given up with a sentence, unless it was refused early", async () => {
  const { asking } = await opened();
  let ms = 0;
  const now = () => {
    ms += 10;
    return ms;
  };
  const pace = { ...PACE, limitMs: 5, now };

  const tooLong = await answer({ ...asking, pace, id: "abc124" });
  const early = await answer({ ...asking, pace, id: "abc123" });

  expect(tooLong).toMatchObject({ found: "unknown" });
  expect(tooLong.notes[0]).toBe("it was not found within 0.005 s: the log is long");
  expect(early.found).toBe("refusal");
});

test("EXPLAIN-PACE-1 segments that go while it reads: it begins again, once", async () => {
  const { desk, asking } = await opened();
  const { disk } = desk;
  let failures = 1;
  const shy: Disk = {
    ...boundTo(disk),
    open(path, mode) {
      if (failures-- > 0) throw Object.assign(new Error("gone"), { code: "ENOENT" });
      return disk.open(path, mode);
    },
  };

  const explanation = await answer({ ...asking, disk: shy, id: desk.requestId(3) });
  failures = 2;
  const again = answer({ ...asking, disk: shy, id: desk.requestId(3) });

  expect(explanation.found).toBe("request");
  await expect(again).rejects.toThrow("gone");
});

/** The disk's methods as they are, to change one. */
function boundTo(disk: Disk): Disk {
  return {
    list: (directory) => disk.list(directory),
    open: (path, mode) => disk.open(path, mode),
    makeDirectory: (path) => disk.makeDirectory(path),
    remove: (path) => disk.remove(path),
    rename: (from, to) => disk.rename(from, to),
    syncDirectory: (path) => disk.syncDirectory(path),
  };
}
