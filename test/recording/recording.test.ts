/**
 * Every byte that leaves the exchange in short stretches of simulated days, held against hashes that
 * are pinned: messages of the public and the private streams, replies, and what the operator is told.
 */
import { expect, test } from "vitest";
import { recordDay } from "./day.ts";
import { type DayHashes, dayName, hashesOf, readPinned } from "./pinned.ts";
import { PLAYED_DAYS } from "./plans.ts";

const CHANGED = `What leaves the exchange has changed.
To see where, record it here and in a worktree of the commit before, and compare:
  npx tsx test/recording/run.ts AFTER --short
  npx tsx test/recording/run.ts BEFORE --short
  diff -r BEFORE AFTER
If the change is wanted, and told in the changelog, pin the hashes of today:
  npx tsx test/recording/pinned.ts`;

/** What the stretches have to meet, or their hashes say little. */
const MET = [
  ...["OrderRested", "OrderEnded", "Traded", "ContractTraded", "Transferred", "Moved"],
  ...["Borrowed", "Repaid", "MarginCalled", "LiquidationBegan", "LiquidationOver", "LossCovered"],
  ...["Insured", "ContractAccountChanged", "ForceClosed", "FuturesLiquidated", "PositionEnded"],
  ...["FundingSettled", "PairChanged", "ContractChanged", "KeyChanged", "IndexTrust"],
];

test("a simulated stretch leaves the exchange in the same bytes as ever: streams, replies, operator", async () => {
  const hashes: Record<string, DayHashes[string]> = {};
  const pinned = readPinned();
  const met = new Set<string>();

  for (const plan of PLAYED_DAYS) {
    const { recording, events } = await recordDay(plan);
    hashes[dayName(plan)] = hashesOf(recording);
    for (const type of events.keys()) met.add(type);
  }

  expect(MET.filter((type) => !met.has(type))).toEqual([]);
  const wanted = Object.keys(hashes).map((name) => [name, pinned[name]]);
  expect(hashes, CHANGED).toEqual(Object.fromEntries(wanted));
});
