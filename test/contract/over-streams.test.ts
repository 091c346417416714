/**
 * The same call over HTTP and over a stream: at two desks that begin alike, every endpoint that may be called
 * over a stream answers the same bytes and makes the same commands, with good calls and with every refusal
 * that the contract's tables know.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import type { Command } from "../../src/core/engine/codec.ts";
import { ROUTES } from "../../src/edge/http/routes.ts";
import { operationNamed } from "../support/api-document.ts";
import { CALLABLE, streamCarrier } from "../support/call-desk.ts";
import { type Answer, HttpDesk } from "../support/http-client.ts";
import { openBusy, SIGNED_CALLS } from "./calls.ts";
import { CONTRACT_REFUSALS } from "./contract-refusals.ts";
import { PAIR_REFUSALS } from "./pair-refusals.ts";
import { CAUSES } from "./refusal-rows.ts";

afterEach(() => {
  HttpDesk.carrier = undefined;
});

/** Asks over HTTP, then all that may be over streams; says how many calls that were. */
async function bothWays<T>(ask: () => Promise<T>) {
  const overHttp = await ask();
  const carrier = streamCarrier();
  HttpDesk.carrier = carrier;
  const overStream = await ask();
  return { overHttp, overStream, count: carrier.count };
}

/** All that a client gets, but for the id, which is another for every request. */
function told(answer: Partial<Answer> & { body?: unknown }) {
  const { status, headers: { "X-Request-Id": id, ...headers } = {}, body } = answer;
  expect(id).toMatch(/^[0-9a-z]+$/);
  return { status, headers, body };
}

/** What users did, but for the number of the request. */
function done(commands: readonly Command[]): unknown[] {
  const signed = commands.filter((command) => "key" in command);
  return signed.map((command) => ({ ...command, request: 0 }));
}

const NAMES = CALLABLE.map(({ path }) => `POST ${path}`);

test.each(NAMES)("STREAM-ORDER-1: %s over a stream is what it is over HTTP", async (name) => {
  const { overHttp, overStream, count } = await bothWays(async () => {
    const http = await HttpDesk.open({ hasLimits: true });
    const desk = await openBusy(http);
    const answer = (await SIGNED_CALLS[name]?.call(desk)) ?? expect.fail(name);
    return { answer: told(answer as Partial<Answer>), commands: done(http.exchange.commands) };
  });

  expect(overStream).toEqual(overHttp);
  expect(overHttp.commands.length).toBeGreaterThan(10);
  expect(overHttp.answer.status).toBe(200);
  expect(overHttp.answer.headers).toHaveProperty("X-RateLimit-Remaining");
  expect(count).toBeGreaterThan(1);
});

const LINES = Object.entries({ ...PAIR_REFUSALS, ...CONTRACT_REFUSALS })
  .filter(([name]) => NAMES.includes(name))
  .flatMap(([name, lines]) => Object.entries(lines).map((line) => [name, ...line] as const));

test.each(LINES)("STREAM-ORDER-1: %s is refused with %s either way", async (_, __, provoke) => {
  const { overHttp, overStream, count } = await bothWays(async () => told(await provoke()));

  expect(overStream).toEqual(overHttp);
  expect(count).toBeGreaterThan(0);
});

test("STREAM-ORDER-1: the refusals of a first hour are the same either way, in all their words", async () => {
  const { overHttp, overStream, count } = await bothWays(async () => {
    const http = await HttpDesk.open({ hasLimits: true, isTalkative: true });
    const answers: unknown[] = [];
    for (const [name, cause] of Object.entries(CAUSES)) {
      answers.push([name, told(await cause(http))]);
      http.exchange.nowMs += 2_000; // The limits begin anew.
    }
    return answers;
  });

  expect(overStream).toEqual(overHttp);
  expect(count).toBeGreaterThan(50);
});

/** Signed requests that make a command, and place or cancel no order. */
const NO_ORDERS = [
  "/sapi/v1/margin/repay",
  "/sapi/v1/asset/transfer",
  "/fapi/v1/edit_lever",
  "/fapi/v1/edit_user_margin_model",
  "/fapi/v1/edit_position_margin",
];

test("STREAM-ORDER-2: of all that makes a command, only what moves money or sets something is not called", () => {
  const commands = ROUTES.filter(({ waitsFor }) => waitsFor === "command");

  const paths = CALLABLE.map(({ path }) => path);
  expect([...paths, ...NO_ORDERS].sort()).toEqual(commands.map(({ path }) => path).sort());
  for (const { method, security } of CALLABLE)
    expect([method, security]).toEqual(["POST", "TRADE"]);
});

test("STREAM-ORDER-2: docs/streams.md lists all that may be called, and /openapi.json marks it", () => {
  const page = readFileSync(join(import.meta.dirname, "../../docs/streams.md"), "utf8");
  const [, table = ""] = /\| path \| \|\n(.*?)\n\n/s.exec(page) ?? [];
  const listed = [...table.matchAll(/`(\/[^`]+)`/g)].map(([, path]) => path);
  const marked = ROUTES.filter(
    (route) => operationNamed(`${route.method} ${route.path}`)?.["x-over-stream"],
  );

  const paths = CALLABLE.map(({ path }) => path).sort();
  expect(listed.sort()).toEqual(paths);
  expect(marked.map(({ path }) => path).sort()).toEqual(paths);
});
