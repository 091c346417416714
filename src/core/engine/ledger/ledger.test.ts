/** The only place where money moves: what one balance loses another gains, and none falls below zero. */
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { newDigest } from "../../base/records/digest.ts";
import {
  balanceOf,
  deposit,
  findBalance,
  hold,
  houseOf,
  type Ledger,
  newLedger,
  payHeld,
  release,
  spotWallet,
  type Wallet,
  withdraw,
} from "./ledger.ts";

let ledger: Ledger;
let alice: Wallet;
let bob: Wallet;

beforeEach(() => {
  ledger = newLedger(newDigest());
  alice = spotWallet(ledger, 1, 1);
  bob = spotWallet(ledger, 2, 1);
});

/** Alice's free and locked, then Bob's. */
function balances(): bigint[] {
  return [alice, bob].flatMap((wallet) => {
    const { free, locked } = balanceOf(ledger, wallet);
    return [free, locked];
  });
}

function sum(): bigint {
  const { external, fee } = houseOf(ledger, 1);
  return balances().reduce((total, balance) => total + balance, external + fee);
}

test("LEDGER-POST-1 a payment takes from one what it gives to the other and to FEE", () => {
  deposit(ledger, alice, 100n);
  hold(ledger, alice, 60n);

  payHeld(ledger, { from: alice, to: bob, amount: 50n, fee: 3n });

  expect(balances()).toEqual([40n, 10n, 47n, 0n]);
  expect(houseOf(ledger, 1)).toMatchObject({ external: -100n, fee: 3n });
  expect(sum()).toBe(0n);
});

test("LEDGER-POST-1 a rebate comes out of FEE, on top of the payment", () => {
  deposit(ledger, alice, 100n);
  hold(ledger, alice, 100n);
  payHeld(ledger, { from: alice, to: bob, amount: 50n, fee: 3n });

  payHeld(ledger, { from: alice, to: bob, amount: 50n, fee: -2n });

  expect(ledger.wallets.free(bob)).toBe(47n + 52n);
  expect(houseOf(ledger, 1).fee).toBe(1n);
  expect(sum()).toBe(0n);
});

test("LEDGER-POST-1 whatever is done in whatever order, the asset sums to zero", () => {
  const step = fc.record({
    what: fc.constantFrom("deposit", "withdraw", "hold", "release", "pay"),
    isAlice: fc.boolean(),
    amount: fc.bigInt({ min: -3n, max: 40n }),
    fee: fc.bigInt({ min: -5n, max: 45n }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      for (const { what, isAlice, amount, fee } of steps) {
        const [from, to] = isAlice ? [alice, bob] : [bob, alice];
        try {
          if (what === "deposit") deposit(ledger, from, amount);
          else if (what === "withdraw") withdraw(ledger, from, amount);
          else if (what === "hold") hold(ledger, from, amount);
          else if (what === "release") release(ledger, from, amount);
          else payHeld(ledger, { from, to, amount, fee });
        } catch {
          // A fault: nothing may have moved, which the sum below would show.
        }
        const { fee: held } = houseOf(ledger, 1);
        expect([...balances(), held].every((balance) => balance >= 0n)).toBe(true);
        expect(sum()).toBe(0n);
      }
    }),
    { seed: 41, numRuns: 200 },
  );
});

test("LEDGER-POST-2 no balance of a user falls below zero: to try is a fault", () => {
  deposit(ledger, alice, 10n);
  hold(ledger, alice, 4n);
  const before = balances();

  expect(() => hold(ledger, alice, 7n)).toThrow("what is held was free");
  expect(() => release(ledger, alice, 5n)).toThrow("what is released was held");
  expect(() => withdraw(ledger, alice, 7n)).toThrow("what is withdrawn was free");
  expect(() => payHeld(ledger, { from: alice, to: bob, amount: 5n, fee: 0n })).toThrow("was held");
  expect(balances()).toEqual(before);
});

test("LEDGER-POST-2 FEE does not fall below zero, and a fee is not above its payment", () => {
  deposit(ledger, alice, 10n);
  hold(ledger, alice, 10n);

  const pay = (fee: bigint) => payHeld(ledger, { from: alice, to: bob, amount: 5n, fee });

  expect(() => pay(-1n)).toThrow("a rebate in FEE");
  expect(() => pay(6n)).toThrow("a fee is within the payment");
});

test("LEDGER-POST-2 only EXTERNAL is negative: it mirrors what came in", () => {
  deposit(ledger, alice, 10n);
  deposit(ledger, bob, 5n);
  withdraw(ledger, bob, 2n);

  expect(houseOf(ledger, 1).external).toBe(-13n);
  expect(() => deposit(ledger, alice, 0n)).toThrow("a deposit is positive");
});

test("LEDGER-POST-1 a reader opens no wallet", () => {
  expect(findBalance(ledger, "spot", 7, 3)).toBeUndefined();
  expect([...ledger.wallets.in("spot")]).toEqual([alice, bob]);

  const opened = spotWallet(ledger, 7, 3);
  expect(findBalance(ledger, "spot", 7, 3)).toEqual({ user: 7, asset: 3, free: 0n, locked: 0n });
  expect(spotWallet(ledger, 7, 3)).toBe(opened);
});
