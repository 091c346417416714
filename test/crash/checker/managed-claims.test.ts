/** The checker itself: what was said of replaced, amended and canceled orders is held against how they stand. */
import { expect, test } from "vitest";
import type { AreaHoldings, Holdings } from "../holdings.ts";
import {
  brokenOfAmendment,
  brokenOfReplacement,
  brokenOfSweep,
  type Sweep,
  sweepsOver,
} from "./managed-claims.ts";
import { brokenOfPlacement, type Placement } from "./order-claims.ts";
import { ORDER } from "./some-order.ts";

const NEW = { ...ORDER, orderId: 8, clientOrderId: "b" };
const CANCELED = { ...ORDER, status: "CANCELED" };
const NONE: AreaHoldings = { open: [], ended: [], trades: [] };
const money = { balances: { spot: [], margin: [] }, coins: [], profits: [] };
const HOLDINGS: Holdings = {
  spot: { ...NONE, open: [ORDER] },
  margin: NONE,
  futures: NONE,
  ...money,
};

test("SPOT-REPLACE-2 an order that is open beside the one that replaced it is told, one that has ended is not", () => {
  const replacement = { user: "ann", area: "spot", orderId: 7, clientId: "b" } as const;

  expect(brokenOfReplacement(replacement, ORDER, NEW)).toHaveLength(1);
  expect(brokenOfReplacement(replacement, CANCELED, NEW)).toEqual([]);
  expect(brokenOfReplacement(replacement, ORDER, undefined)).toEqual([]);
});

test("SPOT-REPLACE-3 an amended order with more than one step open is told, and so is one that is gone", () => {
  const amendment = { user: "ann", area: "spot", orderId: 7 } as const;

  expect(brokenOfAmendment(amendment, { ...ORDER, origQty: "0.00101" })).toEqual([]);
  expect(brokenOfAmendment(amendment, ORDER)).toHaveLength(1);
  expect(brokenOfAmendment(amendment, undefined)).toHaveLength(1);
});

test("SPOT-CANCEL-3 SPOT-COUNT-3 an order that a cancel of all or a countdown should have ended is told", () => {
  const sweep: Sweep = {
    user: "ann",
    kind: "countdown",
    areas: ["spot", "margin"],
    orderIds: [7],
    overAtMs: 1_000,
  };
  const renewed = { ...sweep, overAtMs: undefined };

  expect(brokenOfSweep(sweep, HOLDINGS)).toEqual(["spot: order 7 is open behind a countdown"]);
  expect(brokenOfSweep({ ...sweep, orderIds: [8] }, HOLDINGS)).toEqual([]);
  expect(sweepsOver([sweep], 2_001)).toEqual([sweep]);
  expect(sweepsOver([sweep], 2_000)).toEqual([]);
  expect(sweepsOver([sweep, renewed], 9_000)).toEqual([]);
  expect(sweepsOver([{ ...sweep, kind: "cancelAll" }, renewed], 9_000)).toHaveLength(1);
});

test("SPOT-TIF-2 SPOT-TIF-3 an order that rests or is filled in part against its time in force is told", () => {
  const placement: Placement = {
    user: "ann",
    clientId: "a",
    area: "spot",
    side: "BUY",
    price: "10",
    volume: "0.002",
    instructions: { timeInForce: "FOK" },
    told: undefined,
  };
  const stop = { timeInForce: "FOK", triggerPrice: "11" } as const;

  expect(brokenOfPlacement(placement, ORDER, undefined)).toHaveLength(2);
  expect(brokenOfPlacement(placement, CANCELED, undefined)).toHaveLength(1);
  expect(
    brokenOfPlacement(
      { ...placement, instructions: stop },
      { ...ORDER, executedQty: "0" },
      undefined,
    ),
  ).toEqual([]);
});
