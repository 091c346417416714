/**
 * Faults without end against one cluster: as a pack of cards is dealt, each kind once before any comes again, in the seed's order.
 * After each the checker of the kill tests looks, and now and then all logs and states are compared.
 */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { seededRandom } from "../../support/random.ts";
import { FailureDesk } from "../desk/failure-desk.ts";
import {
  type Fault,
  killLeader,
  killPrimary,
  killPrimaryUnsent,
  partitionLeader,
  reloadSettings,
  stopLeader,
} from "../desk/faults.ts";
import { StoppedClocks } from "../desk/stopped-clocks.ts";

const FAULTS: Readonly<Record<string, Fault>> = {
  killLeader,
  stopLeader,
  killPrimary,
  killPrimaryUnsent,
  partitionLeader,
  reloadSettings,
};
const STOP_CLOCKS = "stopClocks";
const FAULT_NAMES = [...Object.keys(FAULTS), STOP_CLOCKS];

export interface Campaign {
  readonly faults: number;
  readonly seed: number;
  readonly gateways: number;
  readonly report: (sentence: string) => void;
}

export interface CampaignFigures {
  readonly faults: number;
  readonly acknowledged: number;
  readonly refused: number;
  readonly unknown: number;
  readonly unknownButDone: number;
  readonly reads: FailureDesk["reads"];
  /** Every sentence that should be true and is not. */
  readonly broken: readonly string[];
  /** From each fault to the first acknowledgement, by its kind. */
  readonly firstMs: ReadonlyMap<string, readonly number[]>;
}

/** All logs and states are compared after so many faults, and at the end. */
const PROVE_EVERY = 5;

export async function runCampaign({
  faults,
  seed,
  gateways,
  report,
}: Campaign): Promise<CampaignFigures> {
  const clocks = new StoppedClocks(mkdtempSync(join(tmpdir(), "bourse-clocks-")));
  const launchOf = (index: number) => clocks.launch(index);
  const nodeFlags = ["--gateways", `${gateways}`];
  const desk = await FailureDesk.start({ seed, nodeFlags, launchOf });
  const faultNamed = (name: string): Fault =>
    FAULTS[name] ?? ((...on) => clocks.strike(...on, ["monotonic", "boot"]));
  const firstMs = new Map<string, number[]>();
  const deal = dealer(seed);
  let done = 0;
  try {
    for (; done < faults && desk.allBroken.length === 0; done++) {
      const name = deal();
      const struck = await desk.underTraffic((traffic) => faultNamed(name)(desk, traffic));
      firstMs.set(name, [...(firstMs.get(name) ?? []), struck.firstMs]);
      await proved(desk, done + 1 === faults || (done + 1) % PROVE_EVERY === 0);
      report(`fault ${done + 1}: ${name}, first acknowledgement after ${struck.firstMs} ms`);
    }
  } finally {
    await desk.end();
    clocks.close();
  }
  const { acknowledged, refused, lost, lostButDone } = desk.claims.counts;
  const unknown = { unknown: lost, unknownButDone: lostButDone };
  const { reads, allBroken: broken } = desk;
  return { faults: done, acknowledged, refused, ...unknown, reads, firstMs, broken };
}

/** What is broken is in the figures, and ends the campaign there; anything else cannot be gone on from. */
async function proved(desk: FailureDesk, isWhole: boolean): Promise<void> {
  try {
    await (isWhole ? desk.prove() : desk.check());
    await desk.again();
  } catch (error) {
    if (desk.allBroken.length === 0) throw error;
  }
}

function dealer(seed: number): () => string {
  const random = seededRandom(seed);
  let pack: string[] = [];
  return () => {
    if (pack.length === 0) pack = [...FAULT_NAMES];
    const [name = "killLeader"] = pack.splice(Math.floor(random() * pack.length), 1);
    return name;
  };
}
