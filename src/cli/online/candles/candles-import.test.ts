/** `bourse candles import`: what files it reads, and what it says of those it does not. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CliDesk } from "../../../../test/support/cli-desk.ts";
import { candlesIn, ROWS_MAX } from "./candle-file.ts";

const TERMS = { pricePrecision: 2, quantityPrecision: 4, rounds: false };
/** 4 September 2023, 00:00 and the minutes behind it. */
const START_MS = 1_693_785_600_000;
const MINUTE_MS = 60_000;

function textsOf(file: string, changes: Partial<typeof TERMS> = {}): string[] {
  return [...candlesIn(file, { ...TERMS, ...changes })].map(
    ({ startMs, open, figures }) => `${startMs},${open},${figures}`,
  );
}

const READ = [`${START_MS},1.5,3,1,2,10`, `${START_MS + MINUTE_MS},2,2.25,2,2,0`];

test.each([
  ["milliseconds", `${START_MS},1.5,3,1,2,10\n${START_MS + MINUTE_MS},2,2.25,2,2,0`],
  ["seconds", "1693785600,1.5,3,1,2e0,10\r\n1693785660,2,2.25,2,2,0\r\n\r\n"],
  ["microseconds", "1693785600000000,1.5,3,1,2,10\n1693785660000000,2,2.25,2,2,0\n"],
  ["dates", "2023-09-04T00:00:00Z,1.5,3,1,2,10\n2023-09-04 00:01,2,2.25,2,2,0"],
  ["more columns", `${START_MS},1.5,3,1,2,10,x,y\n${START_MS + MINUTE_MS},2,2.25,2,2,0,x,y`],
  [
    "names in any order",
    '"Open Time";Low;High;Close;Open;Volume\n1693785600;1;3;2;1.5;10\n1693785660;2;2.25;2;2;0',
  ],
  [
    "the newest first",
    "time\tvolume\tclose\thigh\tlow\topen\n1693785660\t0\t2\t2.25\t2\t2\n1693785600\t10\t2\t3\t1\t1.5",
  ],
])("SANDBOX-PAST-6 a file with %s is read", (_, file) => {
  expect(textsOf(file)).toEqual(READ);
});

const GOOD = `${START_MS},1,3,1,2,1`;
const NEXT = START_MS + MINUTE_MS;

test.each([
  ["", "the file is empty"],
  ["time,open,high,low,close,volume", "the file names columns and has no candles"],
  ["time,open,high,low,close\n", "line 1: no column is named volume; time, open"],
  [`${GOOD}\n${NEXT},1,3,1,2`, "line 2: there is no volume"],
  [`${GOOD}\n\n${NEXT},1,3,x,2,1`, "line 3: the low is not a number"],
  [`${GOOD}\n${NEXT},1,3,-1,2,1`, "line 2: the low is below zero"],
  [`${GOOD}\n${NEXT},1,3,0,2,1`, "line 2: the low is not above zero"],
  [`${GOOD}\n${NEXT},1,1.5,1,2,1`, "line 2: the high is below another price"],
  [`${GOOD}\n${NEXT},1,3,1.5,2,1`, "line 2: the low is above another price"],
  [`${GOOD}\n${NEXT},1.001,3,1,2,1`, "line 2: the open has more than 2 decimals, which"],
  [`${GOOD}\n${NEXT},1,3,1,2,0.00001`, "line 2: the volume has more than 4 decimals, which"],
  [`${GOOD}\n${NEXT},1,1e30,1,2,1`, "line 2: the high is too large"],
  [`${GOOD}\nyesterday,1,3,1,2,1`, "line 2: the time is not understood"],
  [`${GOOD}\n16937856,1,3,1,2,1`, "line 2: the time is not understood"],
  [`${GOOD}\n2024-02-30 00:00,1,3,1,2,1`, "line 2: the time is not understood"],
  [`${GOOD}\n1693785661,1,3,1,2,1`, "line 2: a candle starts at a whole minute"],
  [`${GOOD}\n${GOOD}`, "line 2: the same minute as in line 1"],
  [`${GOOD}\n${NEXT + MINUTE_MS},1,3,1,2,1\n${NEXT},1,3,1,2,1`, "line 3: an earlier time than in"],
  [`${GOOD}\n${START_MS + 3_600_000},1,3,1,2,1`, "its candles are 60 minutes apart"],
])("SANDBOX-PAST-6 %j: %s", (file, problem) => {
  expect(() => textsOf(file)).toThrow(problem);
});

test("SANDBOX-PAST-6 with --round what is too precise is rounded half up", () => {
  const file = `${START_MS},1.005,3.0049,1,2.994999,0.00005`;

  expect(textsOf(file, { rounds: true })).toEqual([`${START_MS},1.01,3,1,2.99,0.0001`]);
});

test("SANDBOX-PAST-6 CORE-BOUND-1 a file has a largest number of candles", () => {
  const file = `${GOOD}\n${NEXT},1,3,1,2,1\n`;

  expect(() => [...candlesIn(file, TERMS, 1)]).toThrow("line 2: more than 1 candles");
  expect([...candlesIn(file, TERMS, 2)]).toHaveLength(2);
  expect(ROWS_MAX).toBe(1_100_000);
});

async function provisioned(file: string) {
  const cli = await CliDesk.open();
  await cli.desk.provision();
  const path = join(cli.directory, "candles.csv");
  writeFileSync(path, file);
  const importing = `candles import ${path} --market BTCUSDT`;
  return { cli, path, importing, exchange: cli.desk.exchange };
}

test("SANDBOX-PAST-6 a file becomes the past of a market, in as many requests as it takes", async () => {
  const count = 3_000;
  const rows = Array.from({ length: count }, (_, at) => {
    return `${START_MS / 1_000 + at * 60},1000,1000.25,999.5,${1_000 + (at % 2) / 4},0.0004`;
  });
  const { cli, importing, exchange } = await provisioned(
    `time,open,high,low,close,volume\n${rows.join("\n")}\n`,
  );

  const said = await cli.typed(importing);

  expect(said).toBe(`imported ${count} candles of BTCUSDT, up to 2023-09-06T02:00:00.000Z`);
  const imports = exchange.commands.filter(({ type }) => type === "ImportCandles");
  expect(imports.length).toBeGreaterThan(1);
  const span = { nowMs: exchange.nowMs, limit: 1, endMs: START_MS + (count - 1) * MINUTE_MS };
  expect(exchange.views.candles.newest(1, "1min", span)).toEqual([
    { startMs: span.endMs, open: 100_000, high: 100_025, low: 99_950, close: 100_025, lots: 40n },
  ]);
  expect(exchange.state.prices.last).toEqual([]);
});

test("SANDBOX-PAST-6 of a file that is wrong anywhere nothing is imported", async () => {
  const { cli, path, importing, exchange } = await provisioned(`${GOOD}\n${NEXT},1,3,1,2,x\n`);

  const { code, err } = await cli.type(importing);

  expect([code, err]).toEqual([
    1,
    `${path}: line 2: the volume is not a number; nothing was imported.`,
  ]);
  expect(exchange.state.pasts.pair).toEqual([]);
});

test("SANDBOX-PAST-6 what does not fit the market is said before anything is sent", async () => {
  const { cli, path, importing, exchange } = await provisioned(GOOD);
  expect(await cli.typed(`${importing} --json`)).toBe(
    `{"market":"BTCUSDT","imported":1,"end":${NEXT}}`,
  );
  const before = exchange.commands.length;

  expect((await cli.type(importing)).err).toBe(
    `${path}: line 1: the market has a past up to 2023-09-04T00:01:00.000Z, and later candles are added only; nothing was imported.`,
  );
  writeFileSync(path, `${exchange.nowMs - (exchange.nowMs % MINUTE_MS)},1,3,1,2,1`);
  expect((await cli.type(importing)).err).toContain("line 1: the candle is not over at 2023-11-14");
  exchange.state.prices.last[0] = 7;
  expect((await cli.type(importing)).err).toContain(
    "BTCUSDT has traded: a past is imported before",
  );
  expect((await cli.type("candles import none.csv --market BTCUSDT")).err).toContain("has traded");
  expect((await cli.type("candles import x --market NONE")).err).toContain("no such contract");
  expect(exchange.commands).toHaveLength(before);
});

test("SANDBOX-PAST-2 a production directory has no such command", async () => {
  const { cli, importing, exchange } = await provisioned(GOOD);
  exchange.state.kind = "production";

  const { code, err } = await cli.type(importing);

  expect(code).toBe(1);
  expect(err).toContain("it has no sandbox controls");
});
