/** Which accounts are assessed again, and that the outcome is always that of assessing all. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { newsOf } from "../../../../test/support/margin-news.ts";
import { commandOf, openingDesk, step, type Timed } from "../../../../test/support/margin-story.ts";
import { runs } from "../../../../test/support/runs.ts";
import { apply } from "../engine.ts";
import type { ExchangeEvent } from "../events.ts";
import { brokenInvariants } from "../invariants/invariants.ts";
import { readSnapshot, writeSnapshot } from "../snapshot/snapshot.ts";
import type { ExchangeState } from "../state.ts";
import { Watch } from "./watch.ts";

test("MARG-WATCH-1 within its bound no account is taken; beyond it the account is, once", () => {
  const watch = new Watch();
  const taken: string[] = [];
  const take = (what: string) => (user: number) => taken.push(`${what} ${user}`);
  watch.boundFall(1, 7, 90n);
  watch.boundRise(2, 7, 110n);
  watch.boundInterest(3, 7, 5n);
  watch.boundCall(4, 1000);

  watch.priced(7, 90n, take("90"));
  watch.priced(7, 110n, take("110"));
  watch.priced(8, 1n, take("another asset"));
  watch.charged(7, 5n, take("sum 5"));
  watch.due(999, take("999 ms"));
  expect(taken).toEqual([]);
  for (let time = 0; time < 2; time++) {
    watch.priced(7, 89n, take("89"));
    watch.priced(7, 111n, take("111"));
    watch.charged(7, 6n, take("sum 6"));
    watch.due(1000, take("1000 ms"));
  }
  expect(taken).toEqual(["89 1", "111 2", "sum 6 3", "1000 ms 4"]);
});

test("MARG-WATCH-1 bounds that were forgotten do not count, and those of other accounts do", () => {
  const watch = new Watch();
  const taken: number[] = [];
  for (const user of [1, 2]) watch.boundFall(user, 1, 90n);

  watch.forget(1);
  watch.priced(1, 10n, (user) => taken.push(user));

  expect(taken).toEqual([2]);
});

test("MARG-WATCH-1 an account that waits for a price is taken once, whatever the price is", () => {
  const watch = new Watch();
  const taken: number[] = [];
  watch.waitFor(5, 2);
  watch.waitFor(5, 2);

  for (const price of [0n, 1n]) watch.priced(2, price, (user) => taken.push(user));

  expect(taken).toEqual([5]);
});

/** Every account with debt is to be assessed when the next command is over. */
function touchAllAccounts({ margin }: ExchangeState): void {
  for (const account of margin.accounts.values()) {
    // MARG-LIQ-6 says when accounts in liquidation are tried again, and it is not always.
    if (account && !account.isLiquidating) margin.touched.add(account.user);
  }
}

const opening = writeSnapshot(openingDesk().state).slice();

function count(tally: Map<string, number>, words: readonly string[]): void {
  for (const each of words) {
    const what = each.replace(/^\w+ /, "").replace(/^(\w+) [\d.].*$/, "$1");
    tally.set(what, (tally.get(what) ?? 0) + 1);
  }
}

/** What a command did: outcome, events and digest; the bytes of the state are compared now and then. */
function told(state: ExchangeState, { command, timeMs }: Timed) {
  const events: ExchangeEvent[] = [];
  const outcome = apply(state, command, { timeMs, events });
  return { outcome, news: newsOf(state, events), digest: state.digest.join() };
}

function bytesOf(state: ExchangeState): string {
  return Buffer.from(writeSnapshot(state)).toString("latin1");
}

test("MARG-WATCH-1 LOG-SNAP-1 the outcome is that of assessing all accounts, and of starting anew", () => {
  const tally = new Map<string, number>();
  fc.assert(
    fc.property(fc.array(step, { minLength: 80, maxLength: 160, size: "max" }), (steps) => {
      const live = readSnapshot(opening);
      const assessingAll = readSnapshot(opening);
      let restarted = readSnapshot(opening);
      steps.forEach((each, at) => {
        const timed = commandOf(live, each);
        touchAllAccounts(assessingAll);
        if (at % 5 === 0) restarted = readSnapshot(writeSnapshot(restarted), "backward");
        const expected = told(live, timed);
        expect(told(assessingAll, timed)).toEqual(expected);
        expect(told(restarted, timed)).toEqual(expected);
        count(tally, expected.news);
        if (at % 10 > 0 && at < steps.length - 1) return;
        expect(brokenInvariants(live)).toEqual([]);
        const bytes = bytesOf(live);
        for (const other of [assessingAll, restarted]) expect(bytesOf(other)).toBe(bytes);
      });
    }),
    { seed: 29, numRuns: runs(12, 40) },
  );
  const happened = ["is warned", "is liquidated", "is through: recovered", "is through: repaid"];
  for (const what of [...happened, "is through: bad_debt", "borrows", "repays", "sells"]) {
    expect(tally.get(what), what).toBeGreaterThan(0);
  }
});
