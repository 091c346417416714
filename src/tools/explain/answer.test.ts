/** What the log does not know, the program's log of refusals may. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Desk } from "../../../test/support/desk.ts";
import { demandExplanation, ExplainDesk } from "../../../test/support/explain-desk.ts";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { REFUSAL_FILES, type RefusedRequest } from "../../edge/program-log/find-refusal.ts";
import { LOGS_DIRECTORY } from "../../edge/program-log/read-lines.ts";
import type { Disk } from "../../log/disk.ts";
import { type Asking, answer as answerTo } from "./answer.ts";
import { tell } from "./tell.ts";

async function answer(asking: Asking) {
  const explanation = await answerTo(asking);
  demandExplanation(explanation);
  return explanation;
}

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

const TIMEOUT = { ...REFUSED, status: 504, code: -1007, message: "Timeout." };

/** Alice has 1 USDT: the last request is refused, the one before it rests. */
async function opened() {
  const directory = temporaryDirectory();
  const story = new Desk({ alice: { USDT: "1" } });
  story.order("alice", "buy 0.001 @ 100");
  story.order("alice", "buy 1 @ 100");
  const desk = await ExplainDesk.of(story.sent);
  const { disk, history, position: durablePosition } = desk;
  const kept = (...refused: readonly RefusedRequest[]) => {
    const lines = refused.map((one) => `${JSON.stringify(one)}\n`);
    mkdirSync(join(directory, LOGS_DIRECTORY), { recursive: true });
    writeFileSync(join(directory, LOGS_DIRECTORY, REFUSAL_FILES[0]), lines.join(""));
  };
  kept(REFUSED);
  return { desk, kept, asking: { disk, history, durablePosition, directory, pace: PACE } };
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

test.each([504, 500])(
  "EXPLAIN-EARLY-1 a %d that is not in the log: its outcome is open, and nothing says otherwise",
  async (status) => {
    const { asking, kept } = await opened();
    kept({ ...TIMEOUT, status });
    let ms = 0;
    const pace = { ...PACE, limitMs: 5, now: () => (ms += 10) };

    const notFound = await answer({ ...asking, id: "abc123" });
    const givenUp = await answer({ ...asking, pace, id: "abc123" });

    for (const explanation of [notFound, givenUp]) {
      expect(explanation).toMatchObject({ found: "refusal", isOpen: true, status, code: -1007 });
      const [first = "", ...others] = tell(explanation);
      expect(first).toMatch(/ abc123: its outcome is open; it is not in the part of the log /);
      expect(others.join("\n")).not.toMatch(/nothing was executed$/m);
      expect(explanation.notes.at(-1)).toMatch(/^it may still wait in the server's line/);
    }
    expect(notFound.notes[0]).toMatch(/is in the log \(positions 1 to \d+\)/);
    expect(givenUp.notes[0]).toMatch(/^it could not be told within/);
  },
);

test("EXPLAIN-EARLY-1 a 503 was not executed: the service took no requests", async () => {
  const { asking, kept } = await opened();
  kept({ ...REFUSED, status: 503, code: -1001 });

  const explanation = await answer({ ...asking, id: "abc123" });

  expect(explanation).toMatchObject({ found: "refusal", isOpen: false });
  expect(tell(explanation)[0]).toContain("so nothing was executed");
});

test("EXPLAIN-TOLD-1 what the client was told instead of what was decided is added", async () => {
  const { desk, asking, kept } = await opened();
  const [placed, refused] = [desk.requestId(desk.position - 1), desk.requestId()];
  kept({ ...TIMEOUT, request: placed }, { ...TIMEOUT, request: refused });
  const told = "the client was told -1007 (HTTP 504) instead";

  const yes = await answer({ ...asking, id: placed });
  const no = await answer({ ...asking, id: refused });
  const order = await answer({ ...asking, id: "1" });

  expect(yes).toMatchObject({
    found: "request",
    told: { code: -1007, status: 504 },
    notes: [told],
  });
  expect(no).toMatchObject({ found: "request", notes: [told] });
  expect(order).toMatchObject({ found: "order", notes: [told] });
  expect(tell(no).filter((line) => /^(?:answered|decided)/.test(line))).toEqual([
    expect.stringMatching(/^decided +-2017 \(HTTP 400\)/),
  ]);
});

test("EXPLAIN-TOLD-1 only what the log of refusals has is said to have been answered", async () => {
  const { desk, asking, kept } = await opened();
  const request = desk.requestId();

  const before = await answer({ ...asking, id: request });
  kept({ ...REFUSED, request, status: 400, code: -2017 });
  const after = await answer({ ...asking, id: request });

  expect([before.notes, after.notes]).toEqual([[], []]);
  expect(tell(before).some((line) => /^decided +-2017/.test(line))).toBe(true);
  expect(tell(after).some((line) => /^answered +-2017/.test(line))).toBe(true);
});

test("EXPLAIN-TOLD-1 a command of another sender for the request: both are told", async () => {
  const { desk, asking, kept } = await opened();
  const request = desk.requestId(2);
  kept({ ...REFUSED, request });

  const { notes } = await answer({ ...asking, id: request });

  expect(notes).toEqual(["the client was told -1022 (HTTP 401)"]);
});

test("EXPLAIN-EARLY-1 what neither log has was not executed, and why is unknown", async () => {
  const { asking } = await opened();

  const explanation = await answer({ ...asking, id: "abc124" });

  expect(explanation).toMatchObject({ found: "nothing" });
  expect(explanation.notes[0]).toMatch(/nothing was executed there$/);
  expect(explanation.notes[1]).toMatch(/^the log of refusals does not have it either/);
  expect(explanation.notes[2]).toMatch(/^after a 504, or no reply at all, it may still wait /);
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
  expect(tooLong.notes[0]).toBe("it could not be told within 0.005 s: the log is long");
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
