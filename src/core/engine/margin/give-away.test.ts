/** What an order gives away: what the account is worth less, at the index, once it is filled. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { askedFor } from "../../../../test/support/desk.ts";
import { MarginDesk } from "../../../../test/support/margin-desk.ts";
import { runs } from "../../../../test/support/runs.ts";
import type { Order } from "../orders/order.ts";
import { checkTerms } from "../spot/check-order.ts";
import { newDraft } from "../spot/order-draft.ts";
import { givenAway, givenAwayAtRest } from "./give-away.ts";
import { holdingsOf, indexValueOf, VALUE_ONE, worthOf } from "./valuation.ts";

/** The order as it would be. */
function drafted(desk: MarginDesk, name: string, words: string): Order {
  const { pairName, ...asked } = askedFor(words);
  const draft = newDraft();
  const command = { ...asked, user: desk.user(name), pair: desk.pair(pairName).id };
  expect(checkTerms(desk.state, draft, command, "margin")).toBeUndefined();
  return draft;
}

/** In USDT, rounded down to a hundredth. */
function lossOf(desk: MarginDesk, words: string): number {
  return (
    Number((givenAway(desk.state, drafted(desk, "ann", words), indexValueOf) * 100n) / VALUE_ONE) /
    100
  );
}

function lossAtRest(desk: MarginDesk): number {
  return (
    Number((givenAwayAtRest(desk.state, desk.user("ann"), indexValueOf) * 100n) / VALUE_ONE) / 100
  );
}

function bookDesk(): MarginDesk {
  const desk = new MarginDesk({ ann: { USDT: "100000", BTC: "1000" } });
  desk.addUser("lee");
  desk.deposit("lee", "100000 USDT");
  desk.deposit("lee", "1000 BTC");
  desk.index("BTC", "100");
  return desk;
}

test("MARG-ORDER-3 a limit order gives away what its price is worse than the index; a gain does not count", () => {
  const desk = bookDesk();

  expect(lossOf(desk, "buy 2 @ 103")).toBe(6);
  expect(lossOf(desk, "buy 2 @ 100")).toBe(0);
  expect(lossOf(desk, "buy 2 @ 90")).toBe(0);
  expect(lossOf(desk, "sell 2 @ 99.5")).toBe(1);
  expect(lossOf(desk, "sell 2 @ 130")).toBe(0);
});

test("MARG-ORDER-3 a limit order counts at its price, though it might find a better one", () => {
  const desk = bookDesk();
  desk.place("lee", "sell 2 @ 100");

  expect(lossOf(desk, "buy 2 @ 110")).toBe(20);
});

test("MARG-ORDER-3 a market order counts at the levels it would take, and no further than its range", () => {
  const desk = bookDesk();
  desk.place("lee", "sell 1 @ 98");
  desk.place("lee", "sell 1 @ 105");
  desk.place("lee", "sell 1 @ 110");
  desk.place("lee", "sell 1 @ 250");

  expect(lossOf(desk, "buy for 98")).toBe(0);
  expect(lossOf(desk, "buy for 203")).toBe(3); // 2 won, 5 lost
  expect(lossOf(desk, "buy for 258")).toBe(8); // and half of 10
  expect(lossOf(desk, "buy for 1000")).toBe(163);
  desk.deposit("ann", "1 USDT");
  desk.place("ann", "buy for 0.98"); // It sets the reference, so that 250 is out of range.
  expect(lossOf(desk, "buy for 1000")).toBe(13.02);
});

test("MARG-ORDER-3 a market sale counts the same way", () => {
  const desk = bookDesk();
  for (const bid of ["1 @ 101", "1 @ 95", "1 @ 90"]) desk.place("lee", `buy ${bid}`);

  expect(lossOf(desk, "sell 1")).toBe(0);
  expect(lossOf(desk, "sell 2.5")).toBe(9);
  expect(lossOf(desk, "sell 50")).toBe(14);
});

test("MARG-ORDER-3 a bought asset without an index is worth nothing: all that is paid for it is given away", () => {
  const desk = bookDesk();
  desk.addAsset("ETH", 8);
  desk.addPair({ name: "ETHUSDT", isMarginEnabled: true }, "ETH", "USDT");

  expect(lossOf(desk, "buy 2 @ 10 on ETHUSDT")).toBe(20);
  expect(lossOf(desk, "sell 2 @ 10 on ETHUSDT")).toBe(0);
});

test("MARG-ORDER-3 open orders count with their remaining quantity, each loss for itself", () => {
  const desk = bookDesk();
  desk.placeMargin("ann", "buy 10 @ 90");
  desk.placeMargin("ann", "sell 4 @ 95");
  desk.placeMargin("ann", "sell 4 @ 150"); // A gain of 200, which does not pay for it.
  expect(lossAtRest(desk)).toBe(20);

  desk.place("lee", "buy 3 @ 95");
  expect(lossAtRest(desk)).toBe(5);
  desk.index("BTC", "80");
  expect(lossAtRest(desk)).toBe(100);
  desk.index("BTC", "200");
  expect(lossAtRest(desk)).toBe(305);
});

const price = fc.integer({ min: 80, max: 120 });
const offer = fc.record({ price, lots: fc.integer({ min: 1, max: 30_000 }) });
const asked = fc.record({
  side: fc.constantFrom("buy", "sell"),
  isMarket: fc.boolean(),
  price,
  lots: fc.integer({ min: 1, max: 60_000 }),
});

test("MARG-ORDER-3 no order costs an account more than was counted, and a market order exactly that", () => {
  fc.assert(
    fc.property(fc.array(offer, { minLength: 1, maxLength: 6 }), asked, (offers, order) => {
      const desk = bookDesk();
      for (const each of offers) {
        const side = order.side === "buy" ? "sell" : "buy";
        desk.place("lee", `${side} ${each.lots / 10_000} @ ${each.price}`);
      }
      const words = order.isMarket
        ? `${order.side}${order.side === "buy" ? " for" : ""} ${order.lots / 10_000}`
        : `${order.side} ${order.lots / 10_000} @ ${order.price}`;
      const counted = givenAway(desk.state, drafted(desk, "ann", words), indexValueOf);
      const worth = () => worthOf(holdingsOf(desk.state, desk.user("ann"))).assets;
      const before = worth();

      desk.placeMargin("ann", words);

      const lost = before - worth();
      expect(lost <= counted).toBe(true);
      if (order.isMarket) expect(counted).toBe(lost > 0n ? lost : 0n);
    }),
    { seed: 67, numRuns: runs(40, 150) },
  );
});

/** Ann owes 100 USDT against 2 BTC: level 2. */
function debtorDesk(): MarginDesk {
  const desk = new MarginDesk({ ann: { USDT: "100" } });
  desk.lend("1000 USDT");
  desk.owe("ann", { usdt: "200", bought: "2" });
  return desk;
}

test("MARG-ORDER-3 with an old debt alone the level must stay above liquidation as if all were filled", () => {
  const desk = debtorDesk();

  // Of 200 may go 90, not all of it: 110 / 100 is liquidation.
  expect(desk.refusedMargin("ann", "sell 2 @ 55")).toBe("level_too_low");
  expect(desk.margin("ann", "sell 2 @ 55.01")).toMatchObject({ ok: true });
});

test("MARG-ORDER-3 several orders together may not give away what one order may not", () => {
  const desk = debtorDesk();
  desk.placeMargin("ann", "sell 1 @ 20.01");

  expect(desk.refusedMargin("ann", "sell 1 @ 89.99")).toBe("level_too_low");
  expect(desk.margin("ann", "sell 1 @ 90")).toMatchObject({ ok: true });
});

test("MARG-ORDER-3 with a loan the account must stay within its leverage, filled at that price", () => {
  const desk = debtorDesk();

  // For q at 110: 200 + 110 q - 10 q is at least 1.5 × (100 + 110 q).
  expect(desk.refusedMargin("ann", "buy 0.7693 @ 110")).toBe("level_too_low");
  expect(desk.margin("ann", "buy 0.7692 @ 110")).toMatchObject({ ok: true });
});

test("MARG-ORDER-3 two accounts of one person cannot leave a loss to the pool, however they trade", () => {
  const desk = debtorDesk();
  desk.addUser("friend");
  desk.deposit("friend", "1000 USDT");
  for (let price = 20; price < 100; price++) {
    if (desk.margin("ann", `sell 0.3 @ ${price}`).ok) desk.order("friend", `buy 0.3 @ ${price}`);
  }

  desk.index("BTC", "100");

  expect(desk.house("USDT")).toMatchObject({ marginBadDebt: "0" });
  expect(Number(desk.standing("ann").level)).toBeGreaterThan(1.1);
});
