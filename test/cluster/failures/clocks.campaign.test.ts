/** A leader whose clocks stand while others' go on answers nothing old, as long as one of its clocks goes on. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { hasPostgres } from "../../support/postgres.ts";
import type { ClockName } from "../../support/standing-clocks.ts";
import { directoryOfFile } from "../../support/temporary-directory.ts";
import { PATIENCE_MS } from "../../support/until.ts";
import { FailureDesk } from "../desk/failure-desk.ts";
import { StoppedClocks } from "../desk/stopped-clocks.ts";

const SEED = 2205;
const isHere = hasPostgres();
const clocks = new StoppedClocks(directoryOfFile());
let desk: FailureDesk;

beforeAll(async () => {
  if (!isHere) return;
  desk = await FailureDesk.start({ seed: SEED, launchOf: (index) => clocks.launch(index) });
}, PATIENCE_MS);
afterAll(() => desk?.end());

const STANDING: readonly (readonly ClockName[])[] = [
  ["monotonic"],
  ["monotonic", "boot"],
  ["monotonic", "wall"],
];

test.skipIf(!isHere).each(STANDING.map((standing) => [standing]))(
  "CLUSTER-READ-2 a leader whose clocks %j stand answers nothing old",
  async (standing) => {
    await desk.underTraffic((traffic) => clocks.strike(desk, traffic, standing));
    await desk.check();

    expect(desk.reads).toMatchObject({ stale: 0 });
  },
  PATIENCE_MS,
);
