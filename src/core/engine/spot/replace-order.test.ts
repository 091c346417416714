/** An order in the place of another: what is canceled, amended, placed, or refused. */
import { expect, test } from "vitest";
import { Desk } from "../../../../test/support/desk.ts";
import { MarginDesk } from "../../../../test/support/margin-desk.ts";

const people = { ann: { USDT: "1000" }, bob: { BTC: "90" }, cid: { BTC: "90", USDT: "1000" } };

function makersOf(desk: Desk): number[] {
  return desk.events.flatMap((event) => (event.type === "Traded" ? [event.makerOrder] : []));
}

test("SPOT-REPLACE-3 SPOT-REPLACE-4 SPOT-REPLACE-5 the example of the rules", () => {
  const desk = new Desk(people);
  const first = desk.place("ann", "buy 5 @ 100");
  const other = desk.place("cid", "buy 1 @ 100");
  desk.place("bob", "sell 2 @ 100");

  expect(desk.replace("ann", first, "buy 2 @ 100")).toMatchObject({
    answer: { amended: { lots: 40_000 }, placed: { orderId: first, status: "partially_filled" } },
  });
  expect(desk.shown(first)).toMatchObject({ quantity: "4", executed: "2" });
  expect(desk.balances("ann")).toEqual({ BTC: "2/0", USDT: "600/200" });
  desk.place("bob", "sell 2.5 @ 100");
  expect(makersOf(desk)).toEqual([first, other]);
  expect(desk.status(first)).toBe("filled");

  const second = desk.place("ann", "buy 2 @ 100 as quote");
  expect(desk.replace("ann", "quote", "buy 2 @ 101 as quote")).toMatchObject({
    answer: { canceled: { orderId: second, clientId: "quote" }, amended: undefined },
  });
  expect(desk.status(second)).toBe("canceled");
  expect(desk.book()).toEqual(["buy 2 @ 101", "buy 0.5 @ 100"]);

  expect(desk.replace("ann", "quote", "buy 1000 @ 101")).toMatchObject({
    ok: true,
    answer: {
      canceled: { clientId: "quote" },
      placed: { status: "rejected" },
      rejected: { reason: "insufficient_balance" },
    },
  });
  expect(desk.book()).toEqual(["buy 0.5 @ 100"]);
  expect(desk.balances("ann")).toEqual({ BTC: "4/0", USDT: "600/0" });
});

test("SPOT-REPLACE-1 an order of the wrong form leaves the old one as it is", () => {
  const desk = new Desk(people);
  const id = desk.place("ann", "buy 5 @ 100");

  for (const words of [
    "buy 1 @ 0",
    "buy 1 @ 100.001",
    "sell 0",
    "buy 1 fok",
    "buy 1 @ 99 as bourse:7",
  ]) {
    expect(desk.refusalOf(desk.replacing("ann", id, words))).not.toBe("accepted");
  }
  expect(desk.book()).toEqual(["buy 5 @ 100"]);
});

test("SPOT-REPLACE-2 the caller says whether an order that is not open stops the new one", () => {
  const desk = new Desk(people);
  const gone = desk.place("ann", "buy 1 @ 100 as gone");
  desk.cancel("ann", gone);
  const others = desk.place("cid", "buy 1 @ 99");

  for (const which of [gone, "gone", "never", others, 99]) {
    expect(desk.refusalOf(desk.replacing("ann", which, "buy 1 @ 98"))).toBe("order_not_open");
  }
  const outcome = desk.send({ ...desk.replacing("ann", gone, "buy 1 @ 98"), mustCancel: false });

  expect(outcome).toMatchObject({ ok: true, answer: { canceled: undefined, amended: undefined } });
  expect(desk.book()).toEqual(["buy 1 @ 99", "buy 1 @ 98"]);
});

test.each([
  ["more", "buy 5.0001 @ 100"],
  ["another price", "buy 5 @ 99.99"],
  ["another side", "sell 5 @ 100"],
  ["another time in force", "buy 5 @ 100 post_only"],
  ["another self-trade mode", "buy 5 @ 100 meets expire_both"],
  ["another name", "buy 5 @ 100 as other"],
  ["a trigger", "buy 5 @ 100 stop 90"],
])("SPOT-REPLACE-3 %s is no amendment but a new order", (_, words) => {
  const desk = new Desk({ ...people, ann: { USDT: "2000", BTC: "5" } });
  desk.place("cid", "sell 0.1 @ 95");
  desk.place("bob", "sell 0.1 @ 95");
  desk.place("ann", "buy 0.2 @ 95");
  const id = desk.place("ann", "buy 5 @ 100 as first");

  expect(desk.replace("ann", id, words)).toMatchObject({
    answer: { amended: undefined, canceled: { orderId: id }, placed: { orderId: id + 1 } },
  });
});

test("SPOT-REPLACE-3 an order with instructions is amended by one with the same", () => {
  const desk = new Desk(people);
  const id = desk.place("ann", "buy 5 @ 100 post_only meets expire_both as mine");

  const outcome = desk.replace("ann", "mine", "buy 5 @ 100 post_only meets expire_both as mine");

  expect(outcome).toMatchObject({
    answer: { amended: { clientId: "mine" }, placed: { orderId: id } },
  });
});

test("SPOT-REPLACE-3 a stop that waits is replaced, never amended", () => {
  const desk = new Desk(people);
  desk.place("bob", "sell 1 @ 100");
  desk.place("cid", "buy 1 @ 100");
  const stop = desk.place("ann", "buy 2 @ 110 stop 105");

  const outcome = desk.replace("ann", stop, "buy 1 @ 110 stop 105");

  expect(outcome).toMatchObject({ answer: { amended: undefined, canceled: { orderId: stop } } });
  expect(desk.balances("ann")).toEqual({ BTC: "0/0", USDT: "890/110" });
});

test("SPOT-REPLACE-3 MARG-REPAY-3 an amended margin order pays back what it needs no more", () => {
  const desk = new MarginDesk({ ann: { USDT: "1000" } });
  desk.index("BTC", "100");
  desk.lend("5000 USDT");
  const id = desk.placeMargin("ann", "buy 15 @ 100");
  expect(desk.balance("ann", "USDT")).toMatchObject({ locked: "1500", borrowed: "500" });

  desk.must({ ...desk.replacing("ann", id, "buy 12 @ 100"), area: "margin" });
  expect(desk.balance("ann", "USDT")).toMatchObject({ free: "0", locked: "1200", borrowed: "200" });
  desk.must({ ...desk.replacing("ann", id, "buy 9 @ 100"), area: "margin" });
  expect(desk.balance("ann", "USDT")).toMatchObject({ free: "100", locked: "900", borrowed: "0" });

  desk.cancelMargin("ann", id);
  expect(desk.balance("ann", "USDT")).toMatchObject({ free: "1000", locked: "0", borrowed: "0" });
});

test("MARG-ORDER-1 SPOT-REPLACE-1 in margin only what margin trades is replaced", () => {
  const desk = new MarginDesk({ ann: { USDT: "1000" } }, { rules: { isMarginEnabled: false } });

  const asked = { ...desk.replacing("ann", 1, "buy 1 @ 100"), area: "margin" } as const;

  expect(desk.refusalOf(asked)).toBe("pair_not_found");
});

test("CORE-RULES-3 before rules 5 nothing is replaced", () => {
  const desk = new Desk(people, { adopted: 4 });
  const id = desk.place("ann", "buy 5 @ 100");

  expect(desk.refusalOf(desk.replacing("ann", id, "buy 1 @ 100"))).toBe("rules_too_old");
});

test("SPOT-REPLACE-3 more than is still open is no amendment, though it was asked for once", () => {
  const desk = new Desk(people);
  const id = desk.place("ann", "buy 5 @ 100");
  desk.place("bob", "sell 2 @ 100");

  expect(desk.replace("ann", id, "buy 4 @ 100")).toMatchObject({
    answer: { amended: undefined, canceled: { orderId: id } },
  });
  expect(desk.book()).toEqual(["buy 4 @ 100"]);
});

test("SPOT-REPLACE-3 MARG-REPAY-3 what was paid back by an amendment is not paid back again", () => {
  const desk = new MarginDesk({ ann: { USDT: "1000" } });
  desk.index("BTC", "100");
  desk.lend("5000 USDT");
  const id = desk.placeMargin("ann", "buy 12 @ 100");
  desk.placeMargin("ann", "buy 1 @ 100");
  expect(desk.balance("ann", "USDT")).toMatchObject({ borrowed: "300" });
  desk.must({ ...desk.replacing("ann", id, "buy 10 @ 100"), area: "margin" });
  expect(desk.balance("ann", "USDT")).toMatchObject({ borrowed: "100" });

  desk.cancelMargin("ann", id);

  expect(desk.balance("ann", "USDT")).toMatchObject({ free: "1000", borrowed: "100" });
});
