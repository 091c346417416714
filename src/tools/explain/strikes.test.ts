/** What fault rules did to a request, and to the messages that told of an order. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Desk } from "../../../test/support/desk.ts";
import { demandExplanation, ExplainDesk } from "../../../test/support/explain-desk.ts";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { LOGS_DIRECTORY } from "../../edge/program-log/read-lines.ts";
import { STRIKE_FILES } from "../../edge/program-log/strike-file.ts";
import { answer } from "./answer.ts";
import { tell } from "./tell.ts";

const PACE = { sliceMs: 5, limitMs: 60_000, now: () => 0, pause: () => Promise.resolve() };
const TIME = "2026-01-02T03:04:05.678Z";

/** Alice buys, bob sells half of it later; the orders are 1 and 2. */
async function opened() {
  const directory = temporaryDirectory();
  const story = new Desk({ alice: { USDT: "1000" }, bob: { BTC: "5" } });
  story.order("alice", "buy 2 @ 100");
  story.order("bob", "sell 1 @ 100");
  const desk = await ExplainDesk.of(story.sent);
  const { disk, history, position } = desk;
  const note = (...strikes: readonly object[]) => {
    const lines = strikes.map((strike) => `${JSON.stringify({ time: TIME, ...strike })}\n`);
    mkdirSync(join(directory, LOGS_DIRECTORY), { recursive: true });
    writeFileSync(join(directory, LOGS_DIRECTORY, STRIKE_FILES[0]), lines.join(""));
  };
  const explained = async (id: string) => {
    const asking = { disk, history, durablePosition: position, directory, pace: PACE };
    const explanation = await answer({ ...asking, id });
    demandExplanation(explanation);
    return explanation;
  };
  return { desk, note, explained, placedAt: position - 1, tradedAt: position };
}

function dropOf(channel: string, user: string, [prev, seq]: readonly [number, number]) {
  const rule = { rule: 3, route: `WS ${channel}`, kind: "drop" };
  return { ...rule, user, channel, seq: `${seq}-3`, prev: `${prev}-1` };
}

function strikesIn(lines: readonly string[]): string[] {
  return lines
    .filter((line) => line.startsWith("struck"))
    .map((line) => line.replace(/^struck +/, ""));
}

test("EXPLAIN-STRUCK-1 an order is told with the messages about it that were struck, and no others", async () => {
  const { note, explained, placedAt, tradedAt } = await opened();
  note(
    dropOf("my.orders", "alice", [placedAt - 1, placedAt]),
    dropOf("my.trades", "alice", [placedAt - 3, tradedAt]),
    dropOf("my.orders", "alice", [placedAt - 3, placedAt - 1]),
    dropOf("my.orders", "alice", [tradedAt, tradedAt + 1]),
    dropOf("my.orders", "bob", [placedAt - 1, placedAt]),
    dropOf("depth:BTCUSDT", "alice", [placedAt - 1, placedAt]),
  );

  expect(strikesIn(tell(await explained("1")))).toEqual([
    `rule 3: drop of my.orders ${placedAt}-3 to alice`,
    `rule 3: drop of my.trades ${tradedAt}-3 to alice`,
  ]);
});

test("EXPLAIN-STRUCK-1 messages that were struck before the sandbox went to another state are of other orders", async () => {
  const { desk, note, explained, placedAt } = await opened();
  const request = desk.requestId(placedAt);
  const late = { rule: 4, route: "POST /sapi/v1/order", kind: "latency", ms: 250, request };
  note(dropOf("my.orders", "alice", [placedAt - 1, placedAt]), late, { stateOf: TIME });

  expect(strikesIn(tell(await explained("1")))).toEqual([
    "rule 4: latency 250 ms on POST /sapi/v1/order",
  ]);
});

test("EXPLAIN-STRUCK-1 a request is told with its strikes, also one that left no command", async () => {
  const { desk, note, explained, placedAt } = await opened();
  const request = desk.requestId(placedAt);
  const rule = { rule: 4, route: "/sapi/v1/order", kind: "504-executed", user: "alice" };
  note({ ...rule, request }, { ...rule, kind: "stale", request: "read1", note: "as of before" });

  const [placed, read] = [await explained(request), await explained("read1")];

  expect(placed).toMatchObject({ found: "request", strikes: [{ rule: 4 }] });
  expect(strikesIn(tell(placed))).toEqual(["rule 4: 504-executed on /sapi/v1/order"]);
  expect(read).toMatchObject({ found: "struck", id: "read1" });
  expect(tell(read)).toEqual([
    "request  read1: no command of it is in the log, as of a read; a fault rule struck it",
    "struck   rule 4: stale on /sapi/v1/order: as of before",
  ]);
});

test("EXPLAIN-STRUCK-1 at most fifty strikes are told", async () => {
  const { note, explained, placedAt } = await opened();
  const drop = dropOf("my.orders", "alice", [placedAt - 1, placedAt]);
  note(...Array.from({ length: 53 }, () => drop));

  const explanation = await explained("1");

  expect(explanation.strikes).toHaveLength(50);
  expect(explanation.notes).toContain("3 more strikes of fault rules are not told");
});
