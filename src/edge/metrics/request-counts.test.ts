/** Requests by route and code: what is counted, and that no client can make the table grow. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readExposition, valueIn } from "../../../test/support/exposition.ts";
import { type Change, HttpDesk } from "../../../test/support/http-client.ts";
import { CODES } from "../../contract/codes.ts";
import { PublicApi } from "../http/public-api.ts";
import { ROUTES } from "../http/routes.ts";
import { writeMetrics } from "./exposition.ts";
import { RequestCounts, STATUSES } from "./request-counts.ts";

const NAME = "bourse_requests_total";

async function openCounted() {
  const desk = await HttpDesk.open();
  const counts = new RequestCounts(ROUTES);
  const { exchange, keys, history } = desk;
  const api = new PublicApi({
    exchange,
    keys,
    history,
    report: () => undefined,
    traffic: counts,
  });
  const ask = async (method: string, target: string, body = "", change: Change = {}) => {
    await api.dispatch(desk.head(method, target, body, change), Buffer.from(body));
  };
  const read = async () => readExposition(await writeMetrics([counts.metric()]));
  return { counts, ask, read };
}

test("known traffic is counted by route, status and code", async () => {
  const { ask, read } = await openCounted();
  const order = { symbol: "BTCUSDT", side: "BUY", type: "LIMIT", volume: "1", price: "100" };

  for (let times = 0; times < 3; times++) await ask("GET", "/sapi/v1/ping");
  await ask("GET", "/sapi/v1/depth?symbol=NONE");
  await ask("POST", "/sapi/v1/order", JSON.stringify(order));
  await ask("POST", "/sapi/v1/order", JSON.stringify({ ...order, side: "HOLD" }));
  await ask("POST", "/sapi/v1/order", JSON.stringify(order), { secret: "another" });

  const families = await read();
  const of = (method: string, path: string, status: string, code: string) =>
    valueIn(families, NAME, { method, path, status, code });
  expect(of("GET", "/sapi/v1/ping", "200", "0")).toBe(3);
  expect(of("GET", "/sapi/v1/depth", "400", "-1121")).toBe(1);
  expect(of("GET", "/sapi/v1/depth", "200", "0")).toBe(0);
  expect(of("POST", "/sapi/v1/order", "200", "0")).toBe(1);
  expect(of("POST", "/sapi/v1/order", "400", "-1117")).toBe(1);
  expect(of("POST", "/sapi/v1/order", "401", "-1022")).toBe(1);
});

test("CORE-BOUND-1 a thousand paths that do not exist are one series", async () => {
  const { ask, read } = await openCounted();
  const before = (await read()).get(NAME)?.samples.length ?? 0;

  for (let at = 0; at < 1_000; at++) await ask("GET", `/sapi/v1/${"x".repeat(at)}`);

  const families = await read();
  expect(families.get(NAME)?.samples).toHaveLength(before + 1);
  expect(valueIn(families, NAME, { path: "none", status: "404", code: "-1000" })).toBe(1_000);
});

test("CORE-BOUND-1 a status or a code that no table has is counted as another", async () => {
  const { counts, read } = await openCounted();
  const [route] = ROUTES;
  const stranger = { ...ROUTES[0] } as (typeof ROUTES)[number];

  counts.note({ route, request: 1, status: 299, code: 0 });
  counts.note({ route, request: 2, status: 400, code: -9_998 });
  counts.note({ route, request: 3, status: 99_999, code: 1e9 });
  counts.note({ route: stranger, request: 4, status: 200, code: 0 });

  const families = await read();
  const of = (status: string, code: string) =>
    valueIn(families, NAME, { path: route?.path ?? "", status, code });
  expect([of("other", "0"), of("400", "other"), of("other", "other")]).toEqual([1, 1, 1]);
  expect(valueIn(families, NAME, { path: "none", status: "200", code: "0" })).toBe(1);
});

test("every status that the public listener's source names has a column", () => {
  const room = join(import.meta.dirname, "../http");
  const said = readdirSync(room, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
    .flatMap((path) => [
      ...readFileSync(join(room, path), "utf8").matchAll(/(?:status: |malformedHttp\()(\d{3})\b/g),
    ])
    .map(([, status]) => Number(status));
  const ofCodes = Object.values(CODES).map(({ status }) => status);

  expect(said.length).toBeGreaterThan(5);
  const named = new Set<number>([...said, ...ofCodes]);
  expect([...named].filter((status) => !STATUSES.includes(status))).toEqual([]);
});
