/**
 * Faults without end against one cluster: as a pack of cards is dealt, each kind once before any comes again, in the seed's order.
 * After each the checker of the kill tests looks, and now and then all logs and states are compared.
 */
import { seededRandom } from "../../support/random.ts";
import { FailureDesk } from "../desk/failure-desk.ts";
import {
  type Fault,
  killLeader,
  killPrimary,
  killPrimaryUnsent,
  partitionLeader,
  stopLeader,
} from "../desk/faults.ts";

export const FAULTS: Readonly<Record<string, Fault>> = {
  killLeader,
  stopLeader,
  killPrimary,
  killPrimaryUnsent,
  partitionLeader,
};

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
  const desk = await FailureDesk.start({ seed, nodeFlags: ["--gateways", `${gateways}`] });
  const firstMs = new Map<string, number[]>();
  const deal = dealer(seed);
  try {
    for (let round = 1; round <= faults; round++) {
      const name = deal();
      const fault = FAULTS[name] ?? killLeader;
      const struck = await desk.underTraffic((traffic) => fault(desk, traffic));
      firstMs.set(name, [...(firstMs.get(name) ?? []), struck.firstMs]);
      await desk.check();
      if (round % PROVE_EVERY === 0 || round === faults) await desk.prove();
      if (round < faults) await desk.again();
      report(`fault ${round}: ${name}, first acknowledgement after ${struck.firstMs} ms`);
    }
  } finally {
    await desk.end();
  }
  const { acknowledged, refused, lost, lostButDone } = desk.claims.counts;
  const unknown = { unknown: lost, unknownButDone: lostButDone };
  return { faults, acknowledged, refused, ...unknown, reads: desk.reads, firstMs };
}

function dealer(seed: number): () => string {
  const random = seededRandom(seed);
  let pack: string[] = [];
  return () => {
    if (pack.length === 0) pack = Object.keys(FAULTS);
    const [name = "killLeader"] = pack.splice(Math.floor(random() * pack.length), 1);
    return name;
  };
}
