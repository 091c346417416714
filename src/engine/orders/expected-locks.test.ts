/** Expected locks: exact whatever the size of the numbers, and compared with what is locked. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { newDigest } from "../../base/digest.ts";
import { newLedger, spotWallet, type Wallet } from "../ledger/ledger.ts";
import {
  addExpectedAmount,
  addExpectedLock,
  expectedLockOf,
  isAsExpected,
} from "./expected-locks.ts";

function emptyWallet(): Wallet {
  return spotWallet(newLedger(newDigest()), 1, 1);
}

const size = fc.oneof(
  fc.integer({ min: 1, max: 1_000 }),
  fc.maxSafeNat().map((n) => n + 1),
);
const need = fc.record({
  lots: size.map((lots) => Math.min(lots, Number.MAX_SAFE_INTEGER)),
  each: size.map((each) => Math.min(each, Number.MAX_SAFE_INTEGER)),
  unit: fc.nat(18).map((zeros) => 10n ** BigInt(zeros)),
});

test("I-3 what comes and goes adds up to the unit, from one unit to far beyond 2^53", () => {
  fc.assert(
    fc.property(fc.array(need, { minLength: 1, maxLength: 40 }), fc.nat(), (needs, left) => {
      const wallet = emptyWallet();
      const amountOf = ({ lots, each, unit }: (typeof needs)[number]) =>
        BigInt(lots) * BigInt(each) * unit;
      let sum = 0n;
      for (const each of needs) {
        addExpectedLock(wallet, each);
        sum += amountOf(each);
        expect(expectedLockOf(wallet)).toBe(sum);
      }
      // Some orders shrink before they leave: a part may fit a number where the whole did not.
      for (const [at, each] of needs.entries()) {
        const part = (left + at) % each.lots;
        addExpectedLock(wallet, { ...each, lots: -part });
        addExpectedLock(wallet, { ...each, lots: part - each.lots });
        sum -= amountOf(each);
        wallet.locked = sum;
        expect(isAsExpected(wallet)).toBe(true);
      }
      expect(sum).toBe(0n);
      expect(Math.abs(wallet.expectedLock)).toBeLessThanOrEqual(Number.MAX_SAFE_INTEGER);
    }),
    { seed: 6, numRuns: 400 },
  );
});

test("I-12 an amount that is known is counted like any other", () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n })), (amounts) => {
      const wallet = emptyWallet();
      for (const amount of amounts) addExpectedAmount(wallet, amount);
      expect(expectedLockOf(wallet)).toBe(amounts.reduce((sum, amount) => sum + amount, 0n));
    }),
    { seed: 6, numRuns: 200 },
  );
});

test.each([0n, 1n, 2n ** 53n - 1n, 2n ** 53n, 2n ** 53n + 1n, 2n ** 64n, 2n ** 64n + 1n])(
  "I-3 %s that is locked is as needed, one more or less is not",
  (amount) => {
    const wallet = emptyWallet();
    addExpectedAmount(wallet, amount);
    const saysOf = (locked: bigint) => {
      wallet.locked = locked;
      return isAsExpected(wallet);
    };

    expect([amount - 1n, amount, amount + 1n].map(saysOf)).toEqual([false, true, false]);
    expect(saysOf(amount + 2n ** 64n)).toBe(false);
  },
);

test("I-3 an expected lock below zero never equals what is locked", () => {
  const wallet = emptyWallet();
  addExpectedAmount(wallet, -1n);

  expect(isAsExpected(wallet)).toBe(false);
});
