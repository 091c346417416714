/**
 * Explanations as the operator is told them: a few stories of spot, margin and futures have together
 * every field that the document names. That none has another is held by the desk of all explanations.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { REFUSAL_FILES } from "../../src/edge/program-log/find-refusal.ts";
import { LOGS_DIRECTORY } from "../../src/edge/program-log/read-lines.ts";
import { STRIKE_FILES } from "../../src/edge/program-log/strike-file.ts";
import { EXPLAIN_PATIENCE_MS, Explanations } from "../../src/runtime/archivist/explanations.ts";
import { answer } from "../../src/tools/explain/answer.ts";
import { fieldsIn, fieldsOf } from "../support/api-document.ts";
import { Desk } from "../support/desk.ts";
import { demandExplanation, ExplainDesk, type Sent } from "../support/explain-desk.ts";
import { FuturesDesk } from "../support/futures-desk.ts";
import { MarginDesk } from "../support/margin-desk.ts";
import { OPERATOR_API } from "../support/operator-document.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { VirtualTime } from "../support/virtual-time.ts";

function spot(): readonly Sent[] {
  const desk = new Desk({ alice: { USDT: "1" } });
  desk.order("alice", "buy 0.001 @ 100");
  desk.order("alice", "buy 1 @ 100");
  return desk.sent;
}

function margin(): readonly Sent[] {
  const desk = new MarginDesk({ ann: { USDT: "1000" } });
  desk.lend("100000 USDT");
  desk.owe("ann", { usdt: "3000", bought: "0.15" });
  return desk.sent;
}

function futures(): readonly Sent[] {
  const desk = new FuturesDesk({ ann: { USDT: "100" }, bob: { USDT: "10000" } });
  desk.markAt("20000");
  desk.trade("bob", "open sell 100 @ 20000");
  desk.trade("ann", "open buy 100 @ 20000");
  return desk.sent;
}

/** A refusal as the program's own log keeps it. */
function refused(request: string, user: number) {
  const said = { status: 400, code: -2017, message: "Balance is not enough." };
  const route = { method: "POST", path: "/sapi/v1/order" };
  return { time: "2026-01-02T03:04:05.678Z", request, ...route, ...said, user, durationMs: 1 };
}

/** A strike as the program's own log keeps it. */
function struck(request: string) {
  const rule = { rule: 3, route: "POST /sapi/v1/order", kind: "latency", ms: 5 };
  return { time: "2026-01-02T03:04:05.678Z", ...rule, request };
}

/** Every explanation of what was sent: of its requests and of its orders. */
async function explanationsOf(sent: readonly Sent[]): Promise<unknown[]> {
  const desk = await ExplainDesk.of(sent);
  const { disk, history, position: durablePosition } = desk;
  const requests = Array.from({ length: desk.position }, (_, at) => desk.requestId(at + 1));
  const directory = temporaryDirectory();
  mkdirSync(join(directory, LOGS_DIRECTORY));
  const kept = [...requests, "early"].map((request) => JSON.stringify(refused(request, 1)));
  writeFileSync(join(directory, LOGS_DIRECTORY, REFUSAL_FILES[0]), `${kept.join("\n")}\n`);
  const strikes = [...requests, "early", "read"].map((request) => JSON.stringify(struck(request)));
  writeFileSync(join(directory, LOGS_DIRECTORY, STRIKE_FILES[0]), `${strikes.join("\n")}\n`);
  const pace = { sliceMs: 5, limitMs: 60_000, now: () => 0, pause: () => Promise.resolve() };
  const all: unknown[] = [];
  for (const id of [...requests, "early", "read", "1", "2"]) {
    const explanation = await answer({ disk, history, durablePosition, directory, pace, id });
    demandExplanation(explanation);
    all.push(JSON.parse(JSON.stringify(explanation)));
  }
  return all;
}

/** What stands at several places is one thing: a command, what it met and left, what it did. */
function thingOf(place: string): string {
  return place
    .replace(/^(?:steps\[\]|created)(?=\.)/, "command")
    .replace(/\.(?:before|after)\b/, ".standing")
    .replace(/^.*\.(?:effects|followUps)\[\]/, "effect");
}

/** One client id of two users. */
function named(): readonly Sent[] {
  const desk = new Desk({ alice: { USDT: "1" }, bob: { USDT: "1" } });
  desk.order("alice", "buy 0.001 @ 100 as read");
  desk.order("bob", "buy 0.001 @ 100 as read");
  return desk.sent;
}

/** What the server says itself while the archivist is at work. */
async function underway(): Promise<unknown> {
  const time = new VirtualTime(0);
  const explanations = new Explanations({ send: () => true, timer: time.timer });
  const asked = explanations.ask("abc");
  await time.pass(EXPLAIN_PATIENCE_MS);
  const explained = await asked;
  if (!explained.ok) throw new Error(explained.sentence);
  const explanation = JSON.parse(explained.text);
  demandExplanation(explanation);
  return explanation;
}

test("EXPLAIN-ID-1 together the explanations have every field of the document", async () => {
  const all = [spot(), margin(), futures(), named()].map(explanationsOf);

  const places = [...(await Promise.all(all)).flat(), await underway()].flatMap((one) => [
    ...fieldsIn(one),
  ]);

  const schema = OPERATOR_API.yesOf("GET /operator/v1/explain");
  const met = new Set(places.map(thingOf));
  const documented = new Set([...fieldsOf(schema)].map(thingOf));
  expect([...documented].filter((field) => !met.has(field)).sort()).toEqual([]);
});
