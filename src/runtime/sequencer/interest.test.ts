/** Interest over a downtime: the service sends the hours' ticks, the engine charges them. */
import { expect, test } from "vitest";
import {
  ALICE,
  HOUR_MS,
  mustDo,
  openMarketOn,
  openOn,
} from "../../../test/support/service-desk.ts";
import { SimulatedDisk } from "../../../test/support/simulated-disk.ts";
import type { Command } from "../../core/engine/codec.ts";
import { findAccount, findDebt } from "../../core/engine/margin/account.ts";
import { interestOf } from "../../core/engine/margin/loans.ts";
import type { ExchangeState } from "../../core/engine/state.ts";

const BTC = 1;
const USDT = 2;
const UNIT = 10n ** 8n;
const RATE = 10_000_000;
const by = { user: ALICE, key: ALICE, request: 0 };

/** Alice borrows 300 USDT for an order that rests. */
const BORROWING: readonly Command[] = [
  { type: "SetMarginPair", pair: 1, isMarginEnabled: true, request: 0 },
  { type: "SetLoanTerms", asset: USDT, hourlyRate: RATE, cap: 1_000n * UNIT, request: 0 },
  {
    type: "FillFund",
    id: "pool",
    fund: "loan_pool",
    asset: USDT,
    amount: 1_000n * UNIT,
    request: 0,
  },
  {
    type: "SetIndex",
    asset: BTC,
    source: "operator",
    weight: 1,
    price: 100n * 10n ** 18n,
    request: 0,
  },
  { type: "Transfer", ...by, from: "spot", to: "margin", asset: BTC, amount: 10n * UNIT },
  {
    type: "PlaceMarginOrder",
    ...by,
    pair: 1,
    side: "buy",
    kind: "limit",
    quantity: "3",
    price: "100",
    clientId: "",
  },
];

function interest({ margin }: ExchangeState): bigint {
  const debt = findDebt(findAccount(margin, ALICE), USDT);
  return debt ? interestOf(margin, debt) : 0n;
}

test("MARG-INT-1 hours of downtime are charged, in order, before the first request", async () => {
  const disk = new SimulatedDisk();
  const first = await openMarketOn(disk);
  for (const command of BORROWING) await mustDo(first.sequencer, command);
  const oneHour = 300n * UNIT * BigInt(RATE);
  expect(interest(first.sequencer.state)).toBe(oneHour);
  await first.sequencer.stop();
  first.time.jump(5 * HOUR_MS);

  const { sequencer } = await openOn(disk, first.time);
  await sequencer.catchUp();

  expect(interest(sequencer.state)).toBe(6n * oneHour);
});
