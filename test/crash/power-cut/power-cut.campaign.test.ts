/** Two power cuts of the real server, on a drive with a cache and on one without; `npm run power-cuts` makes more. */
import { expect, test } from "vitest";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { whyNoCuts } from "./cut-disk.ts";
import { powerCuts, rerunOf } from "./power-cut.ts";

const CAMPAIGN = { count: 2, seed: 20261116 };
/** A few seconds on a machine that has nothing else to do. */
const PATIENCE_MS = 300_000;

const reason = await whyNoCuts();
if (reason !== undefined) console.log(`passed over: no power can be cut here (${reason})`);

test.skipIf(reason !== undefined)(
  "LOG-DUR-1 a power cut under load: what was acknowledged is on the disk, once",
  async () => {
    const place = temporaryDirectory();

    const claims = await powerCuts({ place, report: () => undefined, ...CAMPAIGN });

    expect(claims.broken, [rerunOf(CAMPAIGN), ...claims.broken].join("\n")).toEqual([]);
    expect(claims.counts.acknowledged).toBeGreaterThan(0);
  },
  PATIENCE_MS,
);
