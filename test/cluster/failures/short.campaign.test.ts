/**
 * What befalls a cluster most often, with real PostgreSQL servers and real nodes under traffic: the leader dies, stands still or is
 * cut off, PostgreSQL's primary dies. After each the checker of the kill tests finds nothing lost, nothing twice and nothing
 * stale, and all logs and states are the same. How soon orders go on is printed, and measured by `npm run torture:cluster`: a busy
 * machine decides nothing here. CI runs this one.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { hasPostgres } from "../../support/postgres.ts";
import { PATIENCE_MS } from "../../support/until.ts";
import { FailureDesk } from "../desk/failure-desk.ts";
import {
  type Fault,
  killLeader,
  killPrimary,
  partitionLeader,
  type Struck,
  stopLeader,
} from "../desk/faults.ts";

const SEED = 2201;
const isHere = hasPostgres();
const rowTest = test.skipIf(!isHere);
let desk: FailureDesk;

beforeAll(async () => {
  if (isHere) desk = await FailureDesk.start({ seed: SEED });
}, PATIENCE_MS);
beforeEach(() => desk?.again());
afterAll(() => desk?.end());

/** Strikes under traffic, proves what is left. */
async function struckBy(fault: Fault): Promise<Struck> {
  const struck = await desk.underTraffic((traffic) => fault(desk, traffic));
  await desk.prove();
  console.log(`${fault.name}: first acknowledgement after ${struck.firstMs} ms, ${said(struck)}`);
  return struck;
}

function said({ promotionMs }: Struck): string {
  const { acknowledged, reads } = desk;
  const promoted = promotionMs === undefined ? "" : `promoted after ${promotionMs} ms, `;
  return `${promoted}so far ${acknowledged} acknowledged, reads ${JSON.stringify(reads)}`;
}

rowTest(
  "CLUSTER-CLAIM-1 kill -9 of the leader: another leads, nothing is lost or done twice",
  async () => {
    const epoch = await desk.epoch();

    await struckBy(killLeader);

    expect(await desk.epoch()).toBeGreaterThan(epoch);
  },
  PATIENCE_MS,
);

rowTest(
  "CLUSTER-READ-1 a leader that stands still is taken over from, wakes, answers nothing stale, and follows",
  async () => {
    await struckBy(stopLeader);

    expect(desk.reads).toMatchObject({ stale: 0 });
  },
  PATIENCE_MS,
);

rowTest(
  "LOG-PG-7 kill -9 of the primary: a standby is promoted, and orders go on",
  async () => {
    const primary = desk.cluster.postgres.primaryIndex;

    await struckBy(killPrimary);

    expect(desk.cluster.postgres.primaryIndex).not.toBe(primary);
  },
  PATIENCE_MS,
);

rowTest(
  "CLUSTER-CLAIM-1 a leader that PostgreSQL does not hear is taken over from, is fenced, and follows when it is heard again",
  async () => {
    const { leader } = await struckBy(partitionLeader);

    expect(desk.cluster.node(leader).output).toContain("leads no more");
  },
  PATIENCE_MS,
);
