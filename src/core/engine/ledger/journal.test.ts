/** The journal of a ledger: a row for every change of a balance, with the balance behind it, whatever is posted. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../test/support/runs.ts";
import { newDigest } from "../../base/records/digest.ts";
import {
  coverDeficit,
  moveMargin,
  payFee,
  payFunding,
  realiseProfit,
  settleProfit,
} from "./clearing.ts";
import { fill, insure, lend, payInterest, payPrincipal } from "./house.ts";
import { Journal, type PostedRows } from "./journal.ts";
import {
  deposit,
  hold,
  type IsolatedMargin,
  type Ledger,
  newLedger,
  payHeld,
  release,
  transfer,
  type Wallet,
  withdraw,
} from "./ledger.ts";

/** Beyond what a number holds, so that both kinds of amounts are met. */
const LARGE = 2n ** 60n;

function openLedger(): { ledger: Ledger; wallets: Wallet[]; journal: Journal } {
  const ledger = newLedger(newDigest());
  const journal = new Journal(ledger.wallets);
  ledger.journal = journal;
  for (const fund of ["loan_pool", "futures_insurance"] as const) fill(ledger, fund, 1, LARGE);
  const wallets = [1, 2].map((user) => ledger.wallets.open("futures", user, 1));
  for (const wallet of wallets) deposit(ledger, wallet, LARGE);
  return { ledger, wallets, journal };
}

function marginOf(user: number): IsolatedMargin {
  return {
    id: 7,
    user,
    asset: 1,
    margin: 0n,
    isTouched: false,
    addMargin(change) {
      this.margin += BigInt(change);
      return this.margin;
    },
  };
}

type Posting = (
  ledger: Ledger,
  wallets: readonly Wallet[],
  margin: IsolatedMargin,
  amount: bigint,
) => void;

const POSTINGS: Readonly<Record<string, Posting>> = {
  deposit: (ledger, [one], _, amount) => deposit(ledger, one as Wallet, amount),
  withdraw: (ledger, [one], _, amount) => withdraw(ledger, one as Wallet, amount),
  transfer: (ledger, [one], _, amount) =>
    transfer(ledger, one as Wallet, ledger.wallets.open("spot", 1, 1), amount),
  hold: (ledger, [one], _, amount) => {
    hold(ledger, one as Wallet, amount);
    release(ledger, one as Wallet, amount);
  },
  trade: (ledger, [one, other], _, amount) => {
    hold(ledger, one as Wallet, amount);
    payHeld(ledger, { from: one as Wallet, to: other as Wallet, amount, fee: amount / 10n });
  },
  "trade with oneself": (ledger, [one], _, amount) => {
    hold(ledger, one as Wallet, amount);
    payHeld(ledger, { from: one as Wallet, to: one as Wallet, amount, fee: amount / 10n });
  },
  lend: (ledger, [, other], _, amount) => lend(ledger, other as Wallet, amount),
  repay: (ledger, [, other], _, amount) => {
    payInterest(ledger, other as Wallet, amount / 2n);
    payPrincipal(ledger, other as Wallet, amount);
  },
  insure: (ledger, [one], _, amount) => insure(ledger, one as Wallet, amount),
  margin: (ledger, [one], margin, amount) => moveMargin(ledger, one as Wallet, margin, amount),
  profit: (ledger, _, margin, amount) => realiseProfit(ledger, 1, margin, amount),
  settlement: (ledger, [one], _, amount) => settleProfit(ledger, 1, one as Wallet, amount),
  fee: (ledger, [one], _, amount) => payFee(ledger, one as Wallet, amount, "futuresInsurance"),
  funding: (ledger, [one], margin, amount) => {
    payFunding(ledger, one as Wallet, amount);
    payFunding(ledger, margin, -amount);
  },
  cover: (ledger, _, margin, amount) => void coverDeficit(ledger, margin, amount),
};

/** Each balance by its owner, as the rows leave it; undefined where one does not go on at the one before. */
function followed(held: Map<string, bigint>, rows: PostedRows | undefined): void {
  for (let row = 0; row < (rows?.count ?? 0); row++) {
    if (!rows) return;
    const owner = `${rows.area(row)} ${rows.user(row)} ${rows.position(row)}`;
    expect((held.get(owner) ?? 0n) + rows.change(row), rows.kind(row)).toBe(rows.balance(row));
    expect(rows.change(row)).not.toBe(0n);
    held.set(owner, rows.balance(row));
  }
}

test("LEDGER-ENTRY-1 whatever is posted, the rows of each balance add up to it", () => {
  const amounts = fc.oneof(fc.bigInt(10n, 1_000n), fc.bigInt(LARGE / 100n, LARGE / 50n));
  const posting = fc.tuple(fc.constantFrom(...Object.keys(POSTINGS)), amounts);
  fc.assert(
    fc.property(fc.array(posting, { minLength: 1, maxLength: 8 }), (postings) => {
      const { ledger, wallets, journal } = openLedger();
      const margin = marginOf(1);
      const held = new Map<string, bigint>();
      for (const [kind, amount] of postings) {
        POSTINGS[kind]?.(ledger, wallets, margin, amount);
        followed(held, journal.take());
      }

      for (const area of ["spot", "futures"] as const) {
        for (const wallet of ledger.wallets.in(area)) {
          const total = ledger.wallets.free(wallet) + ledger.wallets.locked(wallet);
          const rows = held.get(`${area} ${ledger.wallets.userOf(wallet)} 0`);
          expect(rows ?? LARGE).toBe(total);
        }
      }
      expect(held.get("futures 1 7") ?? 0n).toBe(margin.margin);
    }),
    { numRuns: runs(300, 3_000) },
  );
});

test("LEDGER-ENTRY-1 a row tells what it came from, and whom the exchange traded for", () => {
  const { ledger, wallets, journal } = openLedger();
  const [one, other] = wallets as [Wallet, Wallet];
  journal.take();
  journal.begin({ number: 5, market: 3, force: 1, forced: 1 });
  hold(ledger, one, 10n);
  payHeld(ledger, { from: one, to: other, amount: 10n, fee: 0n });
  journal.end();
  lend(ledger, one, 3n);
  journal.begin({ movement: "m-1" });
  deposit(ledger, one, 2n);

  const rows = journal.take() as PostedRows;

  const told = Array.from({ length: rows.count }, (_, row) => {
    return [rows.kind(row), rows.user(row), rows.number(row), rows.market(row), rows.force(row)];
  });
  expect(told).toEqual([
    ["trade", 1, 5, 3, 1],
    ["trade", 2, 5, 3, 0],
    ["loan", 1, 0, 0, 0],
    ["deposit", 1, 0, 0, 0],
  ]);
  expect(rows.movement).toBe("m-1");
  expect(journal.take()).toBeUndefined();
});

test("LEDGER-ENTRY-1 rows that were taken stay as they are, whatever is posted later", () => {
  const { ledger, wallets, journal } = openLedger();
  const [one] = wallets as [Wallet];
  journal.take();
  withdraw(ledger, one, LARGE - 5n);
  journal.take();
  deposit(ledger, one, 2n);
  const rows = journal.take() as PostedRows;
  deposit(ledger, one, LARGE);

  expect([rows.change(0), rows.balance(0)]).toEqual([2n, 7n]);
  expect(journal.take()?.balance(0)).toBe(LARGE + 7n);
});
