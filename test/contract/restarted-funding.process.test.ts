/**
 * Fundings of the real server, whose archivist is a process of its own, with a clock that stands: what was
 * settled last is found, and is the same after a kill -9, a stop and a history that was made anew.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { BourseClient, type FundingRate } from "../../src/client/client.ts";
import { cli, typistOf } from "../support/cli-desk.ts";
import { judgedFetch } from "../support/judged-fetch.ts";
import { ServerProcess } from "../support/server-process.ts";
import { directoryOfFile } from "../support/temporary-directory.ts";
import { until } from "../support/until.ts";

const NAME = "E-ETH-USDT";
const HOUR_MS = 3_600_000;
/** As long as a test may take. */
const PATIENCE_MS = 120_000;
const directory = directoryOfFile();
let server: ServerProcess;
let told: readonly FundingRate[] = [];

async function start(): Promise<void> {
  server = await ServerProcess.start(directory);
  await server.archived();
}

function fundings(): Promise<readonly FundingRate[]> {
  const baseUrl = `http://127.0.0.1:${server.port}`;
  return new BourseClient({ baseUrl, fetch: judgedFetch }).futures.fundingRates({
    contractName: NAME,
  });
}

beforeAll(start);
afterAll(() => server.stop());

test("HIST-FUND-1 the funding that was settled last is there, also when no batch follows it", async () => {
  const typed = typistOf(directory);
  // No hour of the wall strikes in between.
  await typed("clock freeze");
  await typed(`contract set ${NAME} --funding-hours 1`);
  await typed("index set ETH 4000");
  // The command that settles it is the last of all.
  const endMs = (Math.floor(Date.now() / HOUR_MS) + 2) * HOUR_MS;
  await typed(`clock advance ${endMs}`);

  // A gateway may still be on its way there.
  told = await until("the last funding", PATIENCE_MS, async () => {
    const found = await fundings();
    return found[0]?.fundingTime === endMs ? found : undefined;
  });

  const times = told.map(({ fundingTime }) => fundingTime);
  expect(times.slice(0, 2)).toEqual([endMs, endMs - HOUR_MS]);
  expect(told.slice(0, 2).map(({ markPrice }) => markPrice)).toEqual(["4000", "4000"]);
});

test("HIST-FUND-1 a kill -9 changes nothing of it", async () => {
  await server.kill();
  await start();

  expect(await fundings()).toEqual(told);
});

test("HIST-FUND-1 HIST-REBUILD-1 a history that is made anew has the same, and verify agrees", async () => {
  await server.stop();
  expect(await cli(["rebuild-history", directory])).toMatchObject({ code: 0 });
  expect(await cli(["verify", directory])).toMatchObject({ code: 0 });
  await start();

  expect(await fundings()).toEqual(told);
});
