/** Wallets in rows: every posting is that of bigints, up to 10^40 and across the border of two limbs both ways. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../test/support/runs.ts";
import { type Digest, foldBig, foldNumber, newDigest } from "../../base/records/digest.ts";
import { amountOf, bigOf } from "../../money/amount.ts";
import { AREAS } from "./area.ts";
import { type Wallet, WalletTable } from "./wallet-table.ts";

const LIMBS_END = 2n ** 84n;
const size = fc.oneof(
  fc.bigInt({ min: 0n, max: 2n ** 33n }),
  fc.bigInt({ min: 2n ** 53n - 3n, max: 2n ** 53n + 3n }),
  fc.bigInt({ min: 2n ** 63n - 3n, max: 2n ** 63n + 3n }),
  fc.bigInt({ min: LIMBS_END - 3n, max: LIMBS_END + 3n }),
  fc.bigInt({ min: 0n, max: 10n ** 40n }),
);
const change = fc.tuple(size, fc.boolean()).map(([one, isLess]) => (isLess ? -one : one));

function emptyWallet(): { readonly table: WalletTable; readonly wallet: Wallet } {
  const table = new WalletTable();
  return { table, wallet: table.open("spot", 7, 3) };
}

const COLUMNS = [
  ["free", "addFree"],
  ["locked", "addLocked"],
  ["expectedLock", "addExpectedLock"],
] as const;

test.each(COLUMNS)("LEDGER-POST-1 %s adds up like a bigint, as a number or not", (read, add) => {
  fc.assert(
    fc.property(
      fc.array(change, { minLength: 1, maxLength: 30 }),
      fc.boolean(),
      (changes, isBig) => {
        const { table, wallet } = emptyWallet();
        let sum = 0n;
        // There and back again: what went beyond two limbs comes back into them.
        for (const one of [...changes, ...changes.map((each) => -each)]) {
          table[add](wallet, isBig ? one : amountOf(one));
          sum += one;
          expect(table[read](wallet)).toBe(sum);
        }
        expect(sum).toBe(0n);
        expect(table["far"].size).toBe(0);
      },
    ),
    { seed: 20, numRuns: runs(400, 400) },
  );
});

test("LEDGER-POST-2 so much is free, or locked, exactly when a bigint says so", () => {
  fc.assert(
    fc.property(change, change, (held, asked) => {
      const { table, wallet } = emptyWallet();
      table.set(wallet, { free: held, locked: held });
      expect(bigOf(table.freeAmount(wallet))).toBe(held);
      for (const near of [asked, held - 1n, held, held + 1n]) {
        for (const amount of [near, amountOf(near)]) {
          expect(table.hasFree(wallet, amount)).toBe(held >= near);
          expect(table.hasLocked(wallet, amount)).toBe(held >= near);
        }
      }
    }),
    { seed: 20, numRuns: runs(600, 600) },
  );
});

test.each([
  ["hold", "free", "locked"],
  ["release", "locked", "free"],
] as const)(
  "LEDGER-POST-2 %s moves what a bigint says, and nothing when there is less",
  (move, from, to) => {
    fc.assert(
      fc.property(size, size, size, fc.boolean(), (held, other, asked, isBig) => {
        for (const amount of [asked, held === 0n ? 0n : held - 1n, held, held + 1n]) {
          const { table, wallet } = emptyWallet();
          table.set(wallet, { [from]: held, [to]: other });
          const moved = amount <= held ? amount : 0n;
          expect(table[move](wallet, isBig ? amount : amountOf(amount))).toBe(amount <= held);
          expect(table[from](wallet)).toBe(held - moved);
          expect(table[to](wallet)).toBe(other + moved);
          const fresh = emptyWallet();
          fresh.table.set(fresh.wallet, { [from]: held - moved, [to]: other + moved });
          expect(foldOf(table, wallet)).toEqual(foldOf(fresh.table, fresh.wallet));
        }
      }),
      { seed: 20, numRuns: runs(600, 600) },
    );
  },
);

function foldOf(table: WalletTable, wallet: Wallet): Digest {
  const folded = newDigest();
  table.fold(wallet, folded);
  return folded;
}

test("LOG-DIGEST-1 a wallet is folded as its user, its asset and two bigints", () => {
  fc.assert(
    fc.property(change, change, (free, locked) => {
      const { table, wallet } = emptyWallet();
      table.set(wallet, { free, locked });
      const [folded, wanted] = [newDigest(), newDigest()];
      table.fold(wallet, folded);
      for (const number of [7, 3]) foldNumber(wanted, number);
      for (const big of [free, locked]) foldBig(wanted, big);

      expect(folded).toEqual(wanted);
    }),
    { seed: 20, numRuns: runs(600, 600) },
  );
});

test("I-3 what is locked is as expected, one more or less is not, nor what is below zero", () => {
  fc.assert(
    fc.property(size, (amount) => {
      const { table, wallet } = emptyWallet();
      table.addExpectedLock(wallet, amountOf(amount));
      const saysOf = (locked: bigint) => {
        table.set(wallet, { locked });
        return table.isAsExpected(wallet);
      };

      expect([amount - 1n, amount, amount + 1n].map(saysOf)).toEqual([false, true, false]);
      expect(saysOf(amount + 2n ** 64n)).toBe(false);
      table.set(wallet, { locked: -1n - amount, expectedLock: -1n - amount });
      expect(table.isAsExpected(wallet)).toBe(false);
    }),
    { seed: 20, numRuns: runs(400, 400) },
  );
});

test("LEDGER-POST-1 a wallet is found by area, user and asset, and those of a user by asset", () => {
  const table = new WalletTable();
  const owner = fc.record({
    area: fc.constantFrom(...AREAS),
    user: fc.integer({ min: 1, max: 30 }),
    asset: fc.integer({ min: 1, max: 40 }),
  });
  const known = new Map<string, Wallet>();
  fc.assert(
    fc.property(owner, ({ area, user, asset }) => {
      const key = `${area} ${user} ${asset}`;
      expect(table.find(area, user, asset)).toBe(known.get(key));
      const wallet = table.open(area, user, asset);
      known.set(key, wallet);

      expect(table.open(area, user, asset)).toBe(wallet);
      expect([table.areaOf(wallet), table.userOf(wallet), table.assetOf(wallet)]).toEqual([
        ...[area, user, asset],
      ]);
      const assets = [...table.of(area, user)].map((one) => table.assetOf(one));
      expect(assets).toEqual(assets.toSorted((one, other) => one - other));
      expect(new Set([...table.of(area, user)].map((one) => table.userOf(one)))).toEqual(
        new Set([user]),
      );
    }),
    { seed: 20, numRuns: runs(3_000, 3_000) },
  );
  const all = AREAS.flatMap((area) => [...table.in(area)]);
  expect(new Set(all)).toEqual(new Set(known.values()));
  expect(all).toHaveLength(known.size);
});
