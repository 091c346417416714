/**
 * What befalls a cluster most often, with real PostgreSQL servers and real nodes under traffic: the leader dies, stands still or is
 * cut off, PostgreSQL's primary dies. After each the checker of the kill tests finds nothing lost, nothing twice and nothing
 * stale, and all logs and states are the same. CI runs this one.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { hasPostgres } from "../../support/postgres.ts";
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
const PATIENCE_MS = 180_000;
/** CLUSTER-CLAIM-1: three seconds of silence, a look, and the claim. */
const TAKEN_OVER_MS = 4_000;
const AFTER_PROMOTION_MS = 1_000;
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
  "kill -9 of the leader: another leads within 4 s, nothing is lost or done twice",
  async () => {
    const epoch = await desk.epoch();

    const { firstMs } = await struckBy(killLeader);

    expect(firstMs).toBeLessThan(TAKEN_OVER_MS);
    expect(await desk.epoch()).toBeGreaterThan(epoch);
  },
  PATIENCE_MS,
);

rowTest(
  "CLUSTER-READ-1 a leader that stands still for 7 s is taken over from, wakes, answers nothing stale, and follows",
  async () => {
    const { firstMs } = await struckBy(stopLeader);

    expect(firstMs).toBeLessThan(TAKEN_OVER_MS);
    expect(desk.reads).toMatchObject({ stale: 0 });
    expect(desk.reads.current).toBeGreaterThan(100);
  },
  PATIENCE_MS,
);

rowTest(
  "LOG-PG-7 kill -9 of the primary: a standby is promoted, and the same leader goes on within a second",
  async () => {
    const epochs = [await desk.epoch()];
    const struck = await desk.underTraffic(async (traffic) => {
      const found = await killPrimary(desk, traffic);
      epochs.push(await desk.epoch());
      return found;
    });
    const { firstMs, promotionMs = 0 } = struck;
    await desk.prove();
    console.log(`killPrimary: first acknowledgement after ${firstMs} ms, ${said(struck)}`);

    expect(epochs[1]).toBe(epochs[0]);
    expect(firstMs).toBeLessThan(promotionMs + AFTER_PROMOTION_MS);
  },
  PATIENCE_MS,
);

rowTest(
  "CLUSTER-CLAIM-1 a leader that PostgreSQL does not hear is taken over from, is fenced, and follows when it is heard again",
  async () => {
    const { firstMs, leader } = await struckBy(partitionLeader);

    expect(firstMs).toBeLessThan(TAKEN_OVER_MS);
    expect(desk.cluster.node(leader).output).toContain("leads no more");
  },
  PATIENCE_MS,
);
