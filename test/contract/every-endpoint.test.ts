/**
 * Every endpoint through the real server: each field of the spec is there in its form, no other
 * beside those of the contract, and each endpoint has its limit. A route without a row fails.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROUTES } from "../../src/http/routes.ts";
import { ServerProcess, START_PATIENCE_MS } from "../support/server-process.ts";
import { directoryOfFile } from "../support/temporary-directory.ts";
import { FUTURES_MARKET_ROWS, FUTURES_ROWS, openFutures } from "./futures-forms.ts";
import { MARGIN_ROWS } from "./margin-forms.ts";
import { SpotDesk } from "./spot-desk.ts";
import { MARKET_ROWS, SPOT_ROWS } from "./spot-forms.ts";

const OPEN_ROWS = { ...MARKET_ROWS, ...FUTURES_MARKET_ROWS };
const SIGNED_ROWS = { ...SPOT_ROWS, ...MARGIN_ROWS, ...FUTURES_ROWS };
const ROWS = { ...OPEN_ROWS, ...SIGNED_ROWS };
const PREFIXED = Object.entries(ROWS).filter(([name]) => / \/[sf]api\//.test(name));

const directory = directoryOfFile();
let server: ServerProcess;
let plain: SpotDesk;
let prefixed: SpotDesk;
let prefixedFutures: SpotDesk;

beforeAll(async () => {
  server = await ServerProcess.startAsIs(directory, ["--no-traders"]);
  plain = new SpotDesk(server, "");
  prefixed = new SpotDesk(server, "/spot/open");
  prefixedFutures = new SpotDesk(server, "/futures/open");
  await plain.open();
  await prefixed.open();
  await openFutures(plain);
}, START_PATIENCE_MS);
afterAll(async () => {
  plain.close();
  prefixed.close();
  prefixedFutures.close();
  await server.stop();
});

test("every route has a row, and every row is a route with its security", () => {
  const named = (isOpen: boolean) =>
    ROUTES.filter(({ security }) => (security === "NONE") === isOpen)
      .map(({ method, path }) => `${method} ${path}`)
      .sort();

  expect(Object.keys(OPEN_ROWS).sort()).toEqual(named(true));
  expect(Object.keys(SIGNED_ROWS).sort()).toEqual(named(false));
});

test.each(Object.entries(ROWS))("%s answers in its form, within its limit", async (_, row) => {
  const answer = await row.call(plain);

  expect(answer?.status, JSON.stringify(answer?.json)).toBe(200);
  expect(row.answers(answer?.json, "reply")).toEqual([]);
  expect(answer?.headers["content-type"]).toBe("application/json");
  expect(answer?.headers["x-ratelimit-limit"]).toBe(`${row.limit}`);
});

test.each(PREFIXED)(
  "%s answers the same behind /spot/open or /futures/open, which is not signed",
  async (name, row) => {
    const answer = await row.call(name.includes(" /fapi/") ? prefixedFutures : prefixed);

    expect(answer?.status, JSON.stringify(answer?.json)).toBe(200);
    expect(row.answers(answer?.json, "reply")).toEqual([]);
  },
);

test.each(Object.keys(SIGNED_ROWS))(
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

test("USER-LIMIT-2 of a burst of margin orders ten in a second are let in, whatever they ask", async () => {
  const burst = Array.from({ length: 40 }, () => plain.taker.post("/sapi/v1/margin/order", {}));
  const answers = await Promise.all(burst);

  const refused = answers.filter((answer) => answer?.status === 429);
  const asked = answers.filter((answer) => answer?.json.code === -1102);
  expect(asked.length + refused.length).toBe(40);
  // More than ten only if the burst took longer than a second.
  expect(asked.length).toBeGreaterThanOrEqual(10);
  expect(refused.length).toBeGreaterThan(0);
  for (const answer of refused) {
    expect(answer?.json.code).toBe(-1003);
    expect(answer?.headers["retry-after"]).toBe("1");
    expect(answer?.headers["x-ratelimit-limit"]).toBe("10");
  }
});
