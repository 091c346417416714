/** Several accounts that one price puts at risk: each is assessed again before it is liquidated. */
import { expect, test } from "vitest";
import { MarginDesk } from "../../../../../test/support/margin-desk.ts";

/** The price puts Ann at risk, and Bob too, who has a bid below the index that Ann's sale will fill. */
function twoAtRisk(price: string): MarginDesk {
  const desk = new MarginDesk({ ann: { USDT: "100" }, bob: { USDT: "300" } });
  desk.lend("1000 USDT");
  desk.owe("ann", { usdt: "290", bought: "2.9" });
  desk.owe("bob", { usdt: "600", bought: "6" });
  desk.placeMargin("bob", "buy 3 @ 54");
  desk.index("BTC", price);
  return desk;
}

function liquidatedOf(desk: MarginDesk): number[] {
  return desk.events.flatMap((event) => (event.type === "LiquidationBegan" ? [event.user] : []));
}

test("MARG-LIQ-1 an account that another's forced sale raises above liquidation first is not liquidated", () => {
  const desk = twoAtRisk("57.7"); // Bob: 6 BTC and 162 USDT against 462, which is 1.1.

  expect(liquidatedOf(desk)).toEqual([desk.user("ann")]);
  expect(desk.balance("bob", "BTC").free).toBe("8.9");
  expect(desk.balance("bob", "USDT")).toMatchObject({ locked: "5.4", borrowed: "462" });
  expect(desk.standing("bob")).toEqual({ level: "1.1232251", state: "margin_call" });
});

test("MARG-LIQ-8 an account that the sale does not raise so far is liquidated in the same command", () => {
  const desk = twoAtRisk("55");

  expect(liquidatedOf(desk)).toEqual([desk.user("ann"), desk.user("bob")]);
});
