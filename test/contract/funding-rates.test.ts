/** The fundings of a contract through the public API: by time, page by page, and what counts as one. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { FundingRate } from "../../src/client/client.ts";
import { createExchange, type InProcessExchange } from "../../src/create-exchange.ts";
import { GATEWAYS } from "../support/gateways.ts";
import "../support/judged-apis.ts";

const HOUR_MS = 3_600_000;
const NAME = "E-BTC-USDT";
const HOURLY = { contractName: NAME };
/** It is funded every hour as well, but has no index. */
const UNPRICED = "E-ETH-USDT";
const HOURS = 5;
const ASK = { method: "GET", headers: {}, signal: new AbortController().signal };

let exchange: InProcessExchange;
/** The first funding time. */
let firstMs: number;

/** Five hours of a contract that is funded every hour. */
beforeAll(async () => {
  exchange = await createExchange({ gateways: GATEWAYS, frozen: true });
  const { operator } = exchange;
  for (const name of [NAME, UNPRICED]) {
    await operator.post("/contracts/set", { name, fundingIntervalHours: 1 });
  }
  const { engineTime } = (await operator.get("/clock")) as { engineTime: number };
  const beginMs = engineTime - (engineTime % HOUR_MS) + HOUR_MS;
  firstMs = beginMs + HOUR_MS;
  // Nothing is settled before there is an index: every funding is that of a whole hour.
  await operator.advanceClock(beginMs - engineTime);
  for (let hour = 0; hour < HOURS; hour++) {
    await operator.setIndex("BTC", `${50_000 + hour}`);
    await operator.advanceClock(HOUR_MS);
  }
}, 120_000);
afterAll(() => exchange.close());

function fundings(asked: object = {}): Promise<readonly FundingRate[]> {
  return exchange.client().futures.fundingRates({ ...HOURLY, ...asked });
}

async function timesOf(asked: object): Promise<number[]> {
  return (await fundings(asked)).map(({ fundingTime }) => (fundingTime - firstMs) / HOUR_MS);
}

test("FUT-DATA-4 FUT-FUND-9 every settled funding is there, newest first, also while nobody has a position", async () => {
  const all = await fundings();

  expect(all.map(({ fundingTime }) => (fundingTime - firstMs) / HOUR_MS)).toEqual([4, 3, 2, 1, 0]);
  expect(all.map(({ markPrice }) => markPrice)).toEqual([
    "50004",
    "50003",
    "50002",
    "50001",
    "50000",
  ]);
  expect(all.every(({ contractName }) => contractName === NAME)).toBe(true);
  // FUT-FUND-3: an empty book, so that the interest alone is the rate.
  expect(all.map(({ fundingRate }) => fundingRate)).toEqual(Array(HOURS).fill("0.0001"));
});

test("FUT-DATA-4 both ends count, either may be missing, and the newest come when there are more", async () => {
  const at = (hour: number) => firstMs + hour * HOUR_MS;

  expect(await timesOf({ startTime: at(2) })).toEqual([4, 3, 2]);
  expect(await timesOf({ startTime: at(2) + 1 })).toEqual([4, 3]);
  expect(await timesOf({ endTime: at(2) })).toEqual([2, 1, 0]);
  expect(await timesOf({ endTime: at(2) - 1 })).toEqual([1, 0]);
  expect(await timesOf({ startTime: at(1), endTime: at(3) })).toEqual([3, 2, 1]);
  expect(await timesOf({ startTime: at(1), endTime: at(3), limit: 2 })).toEqual([3, 2]);
  expect(await timesOf({ startTime: at(3), endTime: at(1) })).toEqual([]);
  expect(await timesOf({ startTime: at(1), endTime: at(1) })).toEqual([1]);
  expect(await timesOf({ startTime: 0, endTime: 999_999_999_999_999 })).toHaveLength(HOURS);
});

test("FUT-DATA-4 a reader that goes back page by page has every funding once", async () => {
  const met: FundingRate[] = [];
  let endTime: number | undefined;
  for (let turn = 0; turn < HOURS; turn++) {
    const page = await fundings({ endTime, limit: 2 });
    met.push(...page);
    endTime = (page.at(-1)?.fundingTime ?? 1) - 1;
  }

  expect(met).toEqual(await fundings());
});

test("FUT-DATA-4 FUT-FUND-4 a contract without a mark has none", async () => {
  expect(await exchange.client().futures.fundingRates({ contractName: UNPRICED })).toEqual([]);
});

test("FUT-DATA-4 FUT-WIRE-3 on the wire they are JSON numbers", async () => {
  const target = `/fapi/v1/fundingRate?contractName=${NAME}&limit=1`;
  const text = await (await exchange.fetch(`http://exchange${target}`, ASK)).text();

  const time = firstMs + 4 * HOUR_MS;
  expect(text).toBe(
    `[{"contractName":"${NAME}","fundingRate":0.0001,"fundingTime":${time},"markPrice":50004}]`,
  );
});

test.each(["-1", "1.5", "now", "1e20", "2024-01-01"])("startTime=%s is -1102", async (time) => {
  for (const name of ["startTime", "endTime"]) {
    const target = `/fapi/v1/fundingRate?contractName=${NAME}&${name}=${time}`;
    const reply = await exchange.fetch(`http://exchange${target}`, ASK);

    expect(reply.status).toBe(400);
    expect(JSON.parse(await reply.text())).toMatchObject({ code: -1102 });
  }
});
