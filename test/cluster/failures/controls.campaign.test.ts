/**
 * The suite would notice: the program without the rule of the lease answers old state, and without the rule of the warning it
 * acknowledges what is on no standby. Each is a copy of the built program with one line changed.
 */
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { hasPostgres } from "../../support/postgres.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { PATIENCE_MS } from "../../support/until.ts";
import { acknowledgedBeforeStandby } from "../desk/cancelled-wait.ts";
import { FailureDesk } from "../desk/failure-desk.ts";
import { partitioned } from "../desk/faults.ts";
import { type Change, otherBuild } from "../desk/other-build.ts";
import { StoppedClocks } from "../desk/stopped-clocks.ts";

const SEED = 2203;
const NO_LEASE = { from: /this\.ageMs < (?:2e3|LEASE_MS);/, to: "this.ageMs < 1e9;" };
const NO_WALL_CLOCK = { from: /clocks\.wallMs\(\) - then\.wallMs/, to: "0" };
const NO_WARNING = { from: /\.isWarned = true;/, to: ".isWarned = false;" };
const controlTest = test.skipIf(!hasPostgres());

async function deskWith(change: Change): Promise<FailureDesk> {
  const command = otherBuild(join(temporaryDirectory(), "other"), change);
  const desk = await FailureDesk.start({ seed: SEED, launchOf: () => ({ command }) });
  onTestFinished(() => desk.end());
  return desk;
}

controlTest(
  "CLUSTER-READ-1 without its rule a leader that is cut off answers old state, and who reads notices",
  async () => {
    const desk = await deskWith(NO_LEASE);

    await desk.underTraffic((traffic) =>
      partitioned(desk, traffic, (leader) => traffic.readAt(leader)),
    );

    expect(desk.reads.stale).toBeGreaterThan(0);
    expect(desk.histories.takeProblems().join()).toContain("went back");
  },
  PATIENCE_MS,
);

controlTest(
  "CLUSTER-READ-2 without its rule a leader whose clocks stand answers old state, and who reads notices",
  async () => {
    const place = temporaryDirectory();
    const command = otherBuild(join(place, "other"), NO_WALL_CLOCK);
    const clocks = new StoppedClocks(place);
    const launchOf = (index: number) => clocks.launch(index, command);
    const desk = await FailureDesk.start({ seed: SEED, launchOf });
    onTestFinished(() => desk.end());

    await desk.underTraffic((traffic) => clocks.strike(desk, traffic, ["monotonic", "boot"]));

    expect(desk.reads.stale).toBeGreaterThan(0);
  },
  PATIENCE_MS,
);

controlTest(
  "LOG-PG-2 without its rule an order is acknowledged that is on no standby",
  async () => {
    const desk = await deskWith(NO_WARNING);

    const { isAcknowledged } = await acknowledgedBeforeStandby(desk, "control");

    expect(isAcknowledged).toBe(true);
  },
  PATIENCE_MS,
);
