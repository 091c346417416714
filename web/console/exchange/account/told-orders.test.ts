/** What the stream said last of each order, also of those that ended. */
import { expect, test } from "vitest";
import type { AccountOrder } from "../exchange.ts";
import { findTold, TOLD_ORDERS_MAX, tellAgain, tellMore } from "./told-orders.ts";

function row(id: number, status: string, area = "spot"): AccountOrder {
  return { area, orderIdString: `${id}`, status } as AccountOrder;
}

function shown(told: readonly AccountOrder[]): string[] {
  return told.map(({ area, orderIdString, status }) => `${area} ${orderIdString} ${status}`);
}

test("of an order the last word counts, and an id is of its area", () => {
  const before = [row(1, "NEW"), row(1, "INIT", "futures")];

  const told = tellMore(before, [row(1, "PARTIALLY_FILLED"), row(2, "NEW"), row(1, "FILLED")]);

  expect(shown(told)).toEqual(["spot 1 FILLED", "spot 2 NEW", "futures 1 INIT"]);
  expect(findTold(told, row(1, "", "futures"))?.status).toBe("INIT");
});

test("after a gap what ended stays, and what is open no more is not known any more", () => {
  const before = [row(1, "FILLED"), row(2, "NEW"), row(3, "NEW")];

  expect(shown(tellAgain(before, [row(3, "PARTIALLY_FILLED")]))).toEqual([
    "spot 3 PARTIALLY_FILLED",
    "spot 1 FILLED",
  ]);
});

test("SPOT-LIST-11 after a gap a leg that was pending and is open no more has not ended as it was", () => {
  expect(shown(tellAgain([row(1, "PENDING_NEW")], []))).toEqual([]);
});

test(`the newest ${TOLD_ORDERS_MAX} are kept`, () => {
  const many = Array.from({ length: TOLD_ORDERS_MAX + 5 }, (_, id) => row(id, "FILLED"));

  const told = tellMore([], many);

  expect([told.length, told[0]?.orderIdString]).toEqual([
    TOLD_ORDERS_MAX,
    `${TOLD_ORDERS_MAX + 4}`,
  ]);
  expect(tellAgain([], many)).toHaveLength(TOLD_ORDERS_MAX);
});
