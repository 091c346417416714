/**
 * Every endpoint through the real server: each field of the document is there in its form, no other
 * beside it, and each endpoint has its limit. A route without a row fails.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROUTES } from "../../src/edge/http/routes.ts";
import { comparedFields, yesOf } from "../support/api-document.ts";
import { typistOf } from "../support/cli-desk.ts";
import { problemsOf } from "../support/document-check.ts";
import { ServerProcess, SMALL_LOG, START_PATIENCE_MS } from "../support/server-process.ts";
import type { HttpAnswer } from "../support/signed-client.ts";
import { directoryOfFile } from "../support/temporary-directory.ts";
import { CALLS, nameOf, OPEN_CALLS, SIGNED_CALLS } from "./calls.ts";
import { openFutures } from "./futures-calls.ts";
import { SpotDesk } from "./spot-desk.ts";

const PREFIXED = Object.entries(CALLS).filter(([name]) => / \/[sf]api\//.test(name));

type Row = (typeof CALLS)[string];

const BEHIND = "The archive is behind; ask again.";

const directory = directoryOfFile();
let server: ServerProcess;
let plain: SpotDesk;
let prefixed: SpotDesk;
let prefixedFutures: SpotDesk;

beforeAll(async () => {
  server = await ServerProcess.startAsIs(directory, ["--no-traders", ...SMALL_LOG]);
  plain = SpotDesk.at(server, "");
  prefixed = SpotDesk.at(server, "/spot/open");
  prefixedFutures = SpotDesk.at(server, "/futures/open");
  await plain.open();
  await prefixed.open();
  await openFutures(plain);
  await fund();
  await server.archived();
}, START_PATIENCE_MS);

const HOUR_MS = 3_600_000;

/** Contracts are funded at the next full hour: the clock is led just behind it, and no further. */
async function fund(): Promise<void> {
  const typed = typistOf(directory);
  await typed("contract set E-BTC-USDT --funding-hours 1");
  await typed("clock freeze");
  const { engineTime } = JSON.parse(await typed("clock --json"));
  const seconds = Math.ceil((HOUR_MS - (engineTime % HOUR_MS)) / 1_000);
  await typed(`clock advance ${seconds}s`);
  await typed("clock resume");
}

afterAll(async () => {
  plain.close();
  prefixed.close();
  prefixedFutures.close();
  await server.stop();
});

test("every route has a row, and every row is a route with its security", () => {
  const named = (isOpen: boolean) =>
    ROUTES.filter(({ security }) => (security === "NONE") === isOpen)
      .map(nameOf)
      .sort();

  expect(Object.keys(OPEN_CALLS).sort()).toEqual(named(true));
  expect(Object.keys(SIGNED_CALLS).sort()).toEqual(named(false));
});

/** A reply that has every field of the document, none beside it, and each in its form. */
function expectDocumented(name: string, answer: HttpAnswer | undefined): void {
  expect(answer?.status, JSON.stringify(answer?.json)).toBe(200);
  const schema = yesOf(name);
  expect(problemsOf(schema, answer?.json)).toEqual([]);
  const { met, usual } = comparedFields(schema, answer?.json);
  expect(met).toEqual(usual);
}

/** Asked again while the archive is behind: it runs at low priority (HIST-BOUND-1). */
async function answerOf({ call }: Row, desk: SpotDesk): Promise<HttpAnswer | undefined> {
  let answer = await call(desk);
  while (answer?.json.msg === BEHIND) answer = await call(desk);
  return answer;
}

test.each(Object.entries(CALLS))("%s answers in its form, within its limit", async (name, row) => {
  const answer = await answerOf(row, plain);

  expectDocumented(name, answer);
  expect(answer?.headers["content-type"]).toBe("application/json");
  const { limit } = ROUTES.find((route) => nameOf(route) === name) ?? {};
  expect(answer?.headers["x-ratelimit-limit"]).toBe(`${limit?.count}`);
});

test.each(PREFIXED)(
  "%s answers the same behind /spot/open or /futures/open, which is not signed",
  async (name, row) => {
    const answer = await answerOf(row, name.includes(" /fapi/") ? prefixedFutures : prefixed);

    expectDocumented(name, answer);
  },
);

test.each(Object.keys(SIGNED_CALLS))(
  "%s without a key is 401 -1002 and nothing else",
  async (name) => {
    const [method = "", path = ""] = name.split(" ");

    const { status, json } = await plain.ask(path, method);

    expect({ status, json }).toEqual({
      status: 401,
      json: { code: -1002, msg: expect.stringMatching(/\.$/) },
    });
  },
);

test("the other method of a path is 405 -1020 and says which one there is", async () => {
  const answers = await Promise.all([
    plain.ask("/sapi/v1/ping", "POST"),
    plain.ask("/sapi/v1/order", "DELETE"),
    plain.ask("/sapi/v1/cancel", "GET"),
    plain.ask("/fapi/v1/order", "PUT"),
    plain.ask("/fapi/v1/orderHistorical", "GET"),
  ]);

  for (const { status, json } of answers) expect([status, json.code]).toEqual([405, -1020]);
  const allowed = answers.map(({ headers }) => headers.allow);
  expect(allowed).toEqual(["GET", "POST, GET", "POST", "POST, GET", "POST"]);
});

/** Margin orders, all at once; how they were refused by the limit. How many are let in is in limits.test.ts. */
async function refusedOfBurst() {
  // On a busy machine the last of them are older than the usual window.
  const late = { recvWindow: 60_000 };
  const burst = Array.from({ length: 40 }, () => plain.taker.post("/sapi/v1/margin/order", late));
  const answers = await Promise.all(burst);

  const refused = answers.filter((answer) => answer?.status === 429);
  const asked = answers.filter((answer) => answer?.json.code === -1102);
  expect(asked.length + refused.length).toBe(40);
  return refused;
}

test("USER-LIMIT-2 a burst of margin orders is refused by the limit, whatever they ask", async () => {
  let refused = await refusedOfBurst();
  // A burst that took four seconds met no limit.
  while (refused.length === 0) refused = await refusedOfBurst();

  for (const answer of refused) {
    expect(answer?.json.code).toBe(-1003);
    expect(answer?.headers["retry-after"]).toBe("1");
    expect(answer?.headers["x-ratelimit-limit"]).toBe("10");
  }
});
