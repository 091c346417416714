/** The house's own money: what it lends, earns, insures and loses, to the unit. */
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { MarginDesk } from "../../../../test/support/margin-desk.ts";
import { newDigest } from "../../base/records/digest.ts";
import { coverLoss, fill, fundHeld, insure, lend, payInterest, payPrincipal } from "./house.ts";
import { deposit, houseOf, type Ledger, marginWallet, newLedger, type Wallet } from "./ledger.ts";

let ledger: Ledger;
let ann: Wallet;

beforeEach(() => {
  ledger = newLedger(newDigest());
  ann = marginWallet(ledger, 1, 1);
});

function free(): bigint {
  return ledger.wallets.free(ann);
}

function sum(): bigint {
  return Object.values(houseOf(ledger, 1)).reduce(
    (a, b) => a + b,
    free() + ledger.wallets.locked(ann),
  );
}

test("LEDGER-FUND-1 the operator fills a fund from EXTERNAL and draws from it what is there", () => {
  const desk = new MarginDesk();
  const asset = desk.asset("USDT");
  const draw = { type: "DrawFund", fund: "loan_pool", asset, request: 0 } as const;

  desk.fill("loan_pool", asset, 100n);
  desk.fill("margin_insurance", asset, 7n);
  desk.must({ ...draw, id: "w-1", amount: 60n });

  const { external, loanPool, marginInsurance } = houseOf(desk.state.ledger, asset);
  expect({ external, loanPool, marginInsurance }).toEqual({
    external: -47n,
    loanPool: 40n,
    marginInsurance: 7n,
  });
  expect(desk.state.ledger.poolCapital[asset - 1]).toBe(40n);
  expect(desk.send({ ...draw, id: "w-2", amount: 41n })).toEqual({
    ok: false,
    reason: "insufficient_balance",
    had: "40",
    needed: "41",
  });
});

test("LEDGER-FUND-1 what is lent out cannot be drawn", () => {
  const desk = new MarginDesk({ ann: { USDT: "100" } });
  desk.lend("100 USDT");
  desk.index("BTC", "100");
  desk.placeMargin("ann", "buy 1.6 @ 100");
  const drawing = (what: string, id: string) =>
    ({ type: "DrawFund", fund: "loan_pool", id, ...desk.units(what), request: 0 }) as const;

  expect(desk.refusalOf(drawing("40.00000001 USDT", "w-1"))).toBe("insufficient_balance");
  expect(desk.send(drawing("40 USDT", "w-1"))).toMatchObject({ ok: true });
});

test("LEDGER-FUND-1 LEDGER-MOVE-3 the same id moves the money once; for another fund or direction it is used", () => {
  const desk = new MarginDesk({ ann: {} });
  const filling = { id: "f-1", fund: "loan_pool", asset: 2, amount: 5n, request: 0 } as const;
  const first = desk.send({ type: "FillFund", ...filling });

  expect(desk.send({ type: "FillFund", ...filling })).toEqual(first);
  expect(desk.events).toEqual([]);
  expect(fundHeld(desk.state.ledger, "loan_pool", 2)).toBe(5n);
  const other = [
    { type: "FillFund", ...filling, fund: "margin_insurance" },
    { type: "DrawFund", ...filling },
    { type: "FillFund", ...filling, amount: 6n },
    { type: "Deposit", id: "f-1", user: 1, asset: 2, amount: 5n, request: 0 },
  ] as const;
  for (const command of other) expect(desk.refusalOf(command)).toBe("movement_id_used");
});

test.each([
  ["an id", { id: "" }, "movement_id_malformed"],
  ["an asset that exists", { asset: 9 }, "asset_not_found"],
  ["an amount above zero", { amount: 0n }, "amount_not_positive"],
  ["no more than can be kept", { amount: 10n ** 40n + 1n }, "amount_too_large"],
] as const)("LEDGER-FUND-1 a filling has %s", (_, changes, reason) => {
  const desk = new MarginDesk();
  const filled = {
    id: "x",
    fund: "loan_pool",
    asset: 1,
    amount: 1n,
    request: 0,
    ...changes,
  } as const;

  expect(desk.refusalOf({ type: "FillFund", ...filled })).toBe(reason);
  expect(desk.refusalOf({ type: "DrawFund", ...filled })).toBe(reason);
});

test("LEDGER-POST-1 lending, paying back, interest and insurance take from one what they give to another", () => {
  fill(ledger, "loan_pool", 1, 100n);

  lend(ledger, ann, 60n);
  payPrincipal(ledger, ann, 20n);
  payInterest(ledger, ann, 3n);
  insure(ledger, ann, 7n);

  expect(free()).toBe(30n);
  expect(houseOf(ledger, 1)).toMatchObject({ loanPool: 60n, interest: 3n, marginInsurance: 7n });
  expect(sum()).toBe(0n);
});

test("LEDGER-POST-1 MARG-LOSS-1 a loss is paid to the pool by the insurance and by the house", () => {
  fill(ledger, "loan_pool", 1, 100n);
  fill(ledger, "margin_insurance", 1, 7n);
  lend(ledger, ann, 60n);

  coverLoss(ledger, 1, { insured: 7n, rest: 53n });

  expect(houseOf(ledger, 1)).toMatchObject({
    loanPool: 100n,
    marginInsurance: 0n,
    marginBadDebt: -53n,
  });
  expect(sum()).toBe(0n);
});

test("LEDGER-POST-2 neither house nor user gives more than there is: to try is a fault", () => {
  fill(ledger, "loan_pool", 1, 10n);
  deposit(ledger, ann, 5n);

  expect(() => lend(ledger, ann, 11n)).toThrow("what is given was there");
  expect(() => payInterest(ledger, ann, 17n)).toThrow("what is given was there");
  expect(() => coverLoss(ledger, 1, { insured: 1n, rest: 0n })).toThrow("pays what it has");
  expect(() => coverLoss(ledger, 1, { insured: 0n, rest: -1n })).toThrow("pays what it has");
  expect(() => fill(ledger, "margin_insurance", 1, -1n)).toThrow("was in it");
});

test("LEDGER-POST-1 whatever the house does in whatever order, the asset sums to zero", () => {
  const amount = fc.bigInt({ min: 0n, max: 50n });
  const steps = fc.array(fc.tuple(fc.nat(5), amount), { maxLength: 60 });
  fc.assert(
    fc.property(steps, (taken) => {
      for (const [what, size] of taken) {
        const { loanPool, marginInsurance } = houseOf(ledger, 1);
        if (what === 0) fill(ledger, "loan_pool", 1, size);
        if (what === 1 && loanPool >= size) lend(ledger, ann, size);
        if (what === 2 && free() >= size) payPrincipal(ledger, ann, size);
        if (what === 3 && free() >= size) payInterest(ledger, ann, size);
        if (what === 4 && free() >= size) insure(ledger, ann, size);
        if (what === 5 && marginInsurance >= size) {
          coverLoss(ledger, 1, { insured: size, rest: size / 3n });
        }
        expect(sum()).toBe(0n);
      }
    }),
    { seed: 42, numRuns: 200 },
  );
});
