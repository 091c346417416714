/** Klines of the v1 spot dialect: their form, their number, and the times they are asked for by. */
import { expect, test } from "vitest";
import { HttpDesk } from "../support/http-client.ts";

const NOW = 1_700_000_000_000;
const MINUTE_MS = 60_000;
/** The minute that NOW lies in. */
const MINUTE = NOW - (NOW % MINUTE_MS);
const SELL = { symbol: "BTCUSDT", side: "SELL", type: "LIMIT", volume: "0.5", price: "100" };

type Kline = Record<"open" | "close" | "high" | "low" | "vol", string> & { idx: number };

async function trade(desk: HttpDesk, volume: string, price: string): Promise<void> {
  for (const side of ["SELL", "BUY"]) {
    const answer = await desk.post("/sapi/v1/order", { ...SELL, side, volume, price });
    expect(answer.status).toBe(200);
  }
}

async function klines(desk: HttpDesk, query: string): Promise<Kline[]> {
  const answer = await desk.get(`/sapi/v1/klines?symbol=BTCUSDT&${query}`);
  expect(answer.status).toBe(200);
  return answer.json as Kline[];
}

/** One trade, and then nothing for `minutes`. */
async function quietDesk(minutes: number): Promise<HttpDesk> {
  const desk = await HttpDesk.open();
  await trade(desk, "0.5", "100");
  desk.exchange.nowMs = MINUTE + minutes * MINUTE_MS;
  return desk;
}

/** The minutes from the first to the last, newest first. */
function minutes(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => MINUTE + (last - i) * MINUTE_MS);
}

test("SPOT-DATA-4 a kline has its start and five decimals; the running one comes first", async () => {
  const desk = await HttpDesk.open();
  await trade(desk, "0.5", "100");
  await trade(desk, "0.25", "101.5");
  desk.exchange.nowMs += 2 * MINUTE_MS;
  await trade(desk, "1", "99");
  await trade(desk, "0.00001", "99.01");

  expect(await klines(desk, "interval=1min")).toEqual([
    {
      idx: MINUTE + 2 * MINUTE_MS,
      open: "99",
      close: "99.01",
      high: "99.01",
      low: "99",
      vol: "1.00001",
    },
    {
      idx: MINUTE + MINUTE_MS,
      open: "101.5",
      close: "101.5",
      high: "101.5",
      low: "101.5",
      vol: "0",
    },
    { idx: MINUTE, open: "100", close: "101.5", high: "101.5", low: "100", vol: "0.75" },
  ]);
});

test("SPOT-DATA-4 a symbol without trades has no klines", async () => {
  const desk = await HttpDesk.open();

  expect(await klines(desk, "interval=1day")).toEqual([]);
});

test.each([
  ["1min", Date.UTC(2023, 10, 14, 22, 13)],
  ["5min", Date.UTC(2023, 10, 14, 22, 10)],
  ["15min", Date.UTC(2023, 10, 14, 22)],
  ["30min", Date.UTC(2023, 10, 14, 22)],
  ["60min", Date.UTC(2023, 10, 14, 22)],
  ["1h", Date.UTC(2023, 10, 14, 22)],
  ["4hour", Date.UTC(2023, 10, 14, 20)],
  ["1day", Date.UTC(2023, 10, 14)],
  ["1week", Date.UTC(2023, 10, 13)],
  ["1month", Date.UTC(2023, 10)],
])("SPOT-DATA-4 the kline of %s starts at %d", async (interval, idx) => {
  const desk = await HttpDesk.open();
  await trade(desk, "0.5", "100");

  expect(await klines(desk, `interval=${interval}`)).toMatchObject([{ idx, vol: "0.5" }]);
});

test.each([
  ["", 100],
  ["limit=1", 1],
  ["limit=101", 101],
  ["limit=300", 300],
  ["limit=301", 300],
  ["limit=1e12", 300],
  ["startTime=0", 300],
  [`startTime=0&endTime=${NOW * 2}`, 300],
  ["startTime=0&limit=7", 7],
  [`endTime=${NOW * 2}`, 100],
])("SPOT-DATA-5 klines with %j are the newest %d", async (query, count) => {
  const desk = await quietDesk(400);

  const starts = (await klines(desk, `interval=1min&${query}`)).map(({ idx }) => idx);

  expect(starts).toEqual(minutes(401 - count, 400));
});

const [SECOND, THIRD] = [MINUTE + MINUTE_MS, MINUTE + 2 * MINUTE_MS];

test.each([
  [`startTime=${SECOND}&endTime=${THIRD}`, 1, 2],
  [`startTime=${SECOND + 1}&endTime=${THIRD}`, 2, 2],
  [`startTime=${SECOND}&endTime=${THIRD - 1}`, 1, 1],
  [`startTime=${SECOND - 1}&endTime=${THIRD + 1}`, 1, 2],
  [`endTime=${THIRD}`, 0, 2],
  [`startTime=${THIRD}`, 2, 9],
  [`startTime=${SECOND}&endTime=`, 1, 9],
  [`startTime=${SECOND}&endTime=${THIRD}&limit=1`, 2, 2],
  [`startTime=${(SECOND / 1_000).toString()}e3&endTime=${SECOND}`, 1, 1],
])("SPOT-DATA-5 %s is minutes %d to %d: both times are included", async (query, first, last) => {
  const desk = await quietDesk(9);

  const starts = (await klines(desk, `interval=1min&${query}`)).map(({ idx }) => idx);

  expect(starts).toEqual(minutes(first, last));
});

test.each([
  ["an end before the start", `startTime=${THIRD}&endTime=${SECOND}`],
  ["an end just before the start", `startTime=${THIRD}&endTime=${THIRD - 1}`],
  ["a span without a start in it", `startTime=${SECOND + 1}&endTime=${THIRD - 1}`],
  ["a span before the first trade", `startTime=0&endTime=${MINUTE - 1}`],
  ["a span to come", `startTime=${MINUTE + 10 * MINUTE_MS}`],
])("SPOT-DATA-5 %s has no klines", async (_, query) => {
  const desk = await quietDesk(9);

  expect(await klines(desk, `interval=1min&${query}`)).toEqual([]);
});
