/**
 * The accounts that a tick must assess. With risk bounds the exchange does what it would do by assessing all, and it
 * does the same however its tables were filled.
 */

import fc from "fast-check";
import { expect, test } from "vitest";
import { FuturesStory, storyStep } from "../../../../test/support/futures-story.ts";
import { runs } from "../../../../test/support/runs.ts";
import type { Command } from "../codec.ts";
import { apply } from "../engine.ts";
import { readSnapshot, writeSnapshot } from "../snapshot/snapshot.ts";
import { type ExchangeState, emptyState } from "../state.ts";
import { allContractAccounts } from "./contract-account.ts";
import { reassess } from "./watch.ts";

const STEPS = { minLength: 60, maxLength: 110, size: "max" } as const;

/** An exchange that gets the same commands as the story's, and must do the same. */
class Twin {
  state: ExchangeState = emptyState();
  private followed = 0;

  /** `before` may change what must not matter to the outcome. */
  follow({ desk }: FuturesStory, before: (state: ExchangeState, command: Command) => void): void {
    for (const { command, timeMs } of desk.sent.slice(this.followed)) {
      before(this.state, command);
      apply(this.state, command, { timeMs, events: [] });
    }
    this.followed = desk.sent.length;
    // `expect` runs only on a difference: this runs after every step.
    if (`${this.state.digest}` !== `${desk.state.digest}`) {
      expect(this.state.digest).toEqual(desk.state.digest);
    }
  }
}

/** As text: the bytes of two arrays are compared one by one. */
function bytesOf(state: ExchangeState): string {
  return Buffer.from(writeSnapshot(state)).toString("latin1");
}

/** Every contract account is to be assessed at every second. */
function assessAll({ futures }: ExchangeState, { type }: Command): void {
  if (type !== "SecondTick") return;
  for (const contractAccount of allContractAccounts(futures)) reassess(futures, contractAccount);
}

test("FUT-WATCH-1 FUT-RISK-4 an exchange that uses bounds does what one that assesses all accounts does", () => {
  const ends = new Set<string>();
  fc.assert(
    fc.property(fc.array(storyStep, STEPS), (steps) => {
      const story = new FuturesStory();
      const twin = new Twin();
      for (const step of steps) {
        story.play(step);
        twin.follow(story, assessAll);
        for (const end of story.liquidations()) ends.add(end);
      }
      expect(bytesOf(twin.state)).toEqual(bytesOf(story.desk.state));
    }),
    { seed: 235, numRuns: runs(16, 50) },
  );
  expect([...ends].sort()).toEqual([
    "account netted",
    "account orders_canceled",
    "account reduced",
    "account taken_over",
    "position reduced",
    "position taken_over",
  ]);
}, 60_000);

test("FUT-WATCH-1 LOG-SNAP-1 which accounts a mark liquidates does not depend on how the tables were filled", () => {
  fc.assert(
    fc.property(fc.array(storyStep, STEPS), fc.integer({ min: 5, max: 20 }), (steps, every) => {
      const story = new FuturesStory({ insured: ["5", "0.0005"] });
      const twin = new Twin();
      for (const [at, step] of steps.entries()) {
        story.play(step);
        twin.follow(story, () => {});
        if (at % every === 0)
          twin.state = readSnapshot(writeSnapshot(twin.state).slice(), "backward");
      }
      expect(bytesOf(twin.state)).toEqual(bytesOf(story.desk.state));
    }),
    { seed: 3, numRuns: runs(8, 25) },
  );
}, 60_000);

test("FUT-LOSS-1 FUT-LIQ-6 in any story the fund is not below zero, and the engine keeps nothing", () => {
  const steps = fc.array(storyStep, STEPS);
  const fund = fc.constantFrom<readonly [string, string]>(["0.5", "0.00002"], ["60", "0.01"]);
  fc.assert(
    fc.property(steps, fund, (all, insured) => {
      const story = new FuturesStory({ insured });
      for (const step of all) {
        story.play(step); // All invariants hold after every command; I-9 means that no account was missed.
        const { houses } = story.desk.state.ledger;
        for (const { futuresInsurance, futuresBadDebt, funding } of houses) {
          if (futuresInsurance >= 0n && futuresBadDebt <= 0n && funding === 0n) continue;
          expect.fail(`insurance ${futuresInsurance}, bad debt ${futuresBadDebt}, ${funding}`);
        }
      }
    }),
    { seed: 4, numRuns: runs(8, 25) },
  );
}, 60_000);
