/**
 * Every spot endpoint through the real server: each field of the spec is there in its form, no other
 * beside those of the contract, and each endpoint has its limit. A route without a row fails.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROUTES } from "../../src/http/routes.ts";
import { ServerProcess, START_PATIENCE_MS } from "../support/server-process.ts";
import { directoryOfFile } from "../support/temporary-directory.ts";
import { SpotDesk } from "./spot-desk.ts";
import { MARKET_ROWS, SIGNED_ROWS } from "./spot-forms.ts";

const ROWS = { ...MARKET_ROWS, ...SIGNED_ROWS };
const PREFIXED = Object.entries(ROWS).filter(([name]) => name.includes(" /sapi/"));

const directory = directoryOfFile();
let server: ServerProcess;
let plain: SpotDesk;
let prefixed: SpotDesk;

beforeAll(async () => {
  server = await ServerProcess.startAsIs(directory, ["--no-traders"]);
  plain = new SpotDesk(server, "");
  prefixed = new SpotDesk(server, "/spot/open");
  await plain.open();
  await prefixed.open();
}, START_PATIENCE_MS);
afterAll(async () => {
  plain.close();
  prefixed.close();
  await server.stop();
});

test("every route has a row, and every row is a route with its security", () => {
  const named = (isOpen: boolean) =>
    ROUTES.filter(({ security }) => (security === "NONE") === isOpen)
      .map(({ method, path }) => `${method} ${path}`)
      .sort();

  expect(Object.keys(MARKET_ROWS).sort()).toEqual(named(true));
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
  "%s answers the same behind /spot/open, which is not signed",
  async (_, row) => {
    const answer = await row.call(prefixed);

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
  ]);

  for (const { status, json } of answers) expect([status, json.code]).toEqual([405, -1020]);
  expect(answers.map(({ headers }) => headers.allow)).toEqual(["GET", "POST, GET", "POST"]);
});
