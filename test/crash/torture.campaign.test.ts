/** The real process under load, struck by kills and stops, alone and behind two gateways: short campaigns. */
import { expect, test } from "vitest";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { rerunOf, type Torture, torture } from "./torture.ts";
import { unmetIn } from "./wanted.ts";

type Campaign = Required<Pick<Torture, "kills" | "seed" | "gateways" | "first">>;

/** A start is cut short in every campaign. */
const ALONE: Campaign = {
  seed: 1477,
  kills: 4,
  gateways: 0,
  first: ["ruin", "load", "snapshot", "stop"],
};
const BEHIND_GATEWAYS: Campaign = {
  seed: 3,
  kills: 3,
  gateways: 2,
  first: ["gateway", "gatewayStop", "gatewayAndCore"],
};
/** A few seconds on a machine that has nothing else to do. */
const PATIENCE_MS = 300_000;

test.each([
  [
    "LOG-DUR-1 kill -9 under load: 200 is kept, 503 never was, nothing is done twice, no liquidation is undone",
    ALONE,
  ],
  [
    "FOLLOW-SUBMIT-1 the same through two gateways, of which one is killed, one stands still and one dies with the core",
    BEHIND_GATEWAYS,
  ],
])(
  "%s",
  async (_, campaign) => {
    const directory = temporaryDirectory();

    const { broken, counts } = await torture({ directory, report: () => undefined, ...campaign });

    // The sentences stand in the message: a list is shown by its length only.
    const sentences = [...broken, ...unmetIn(counts)];
    expect(sentences, [rerunOf(campaign), ...sentences].join("\n")).toEqual([]);
    expect(counts).toMatchObject(Object.fromEntries(campaign.first.map((blow) => [blow, 1])));
  },
  PATIENCE_MS,
);
