/** The real process under load, struck by kills and stops, alone and behind two gateways: short campaigns. */
import { expect, test } from "vitest";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { rerunOf, torture } from "./torture.ts";
import { unmetIn } from "./wanted.ts";

/** Its seed deals a ruin, a load, a snapshot and a stop; a start is cut short in every campaign. */
const CAMPAIGN = { kills: 4, seed: 1477 };
const DEALT = ["ruin", "load", "snapshot", "stop"] as const;
const LEAST = { marginLiquidations: 1, futuresLiquidations: 1 };
/** A few seconds on a machine that has nothing else to do. */
const PATIENCE_MS = 300_000;

/** The sentences stand in the message: a list is shown by its length only. */
function expectNone(sentences: readonly string[], rerun: string): void {
  expect(sentences, [rerun, ...sentences].join("\n")).toEqual([]);
}

test(
  "LOG-DUR-1 kill -9 under load: 200 is kept, 503 never was, nothing is done twice, no liquidation is undone",
  async () => {
    const directory = temporaryDirectory();
    const campaign = { ...CAMPAIGN, least: LEAST };

    const { broken, counts } = await torture({ directory, report: () => undefined, ...campaign });

    expectNone(broken, rerunOf(CAMPAIGN));
    expectNone(unmetIn(counts, CAMPAIGN.kills, LEAST), rerunOf(CAMPAIGN));
    expect(DEALT.filter((blow) => counts[blow] === 0)).toEqual([]);
  },
  PATIENCE_MS,
);

test(
  "FOLLOW-SUBMIT-1 the same through two gateways, of which one is killed, one stands still and one dies with the core",
  async () => {
    const campaign = { seed: 3, kills: 3, gateways: 2 };
    const first = ["gateway", "gatewayStop", "gatewayAndCore"] as const;
    const directory = temporaryDirectory();

    const claims = await torture({ directory, report: () => undefined, ...campaign, first });

    expectNone(claims.broken, rerunOf(campaign));
    expect(claims.counts).toMatchObject({ gateway: 1, gatewayStop: 1, gatewayAndCore: 1 });
    expect(claims.counts.acknowledged).toBeGreaterThan(100);
  },
  PATIENCE_MS,
);
