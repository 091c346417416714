/** Condition orders: which price triggers which of them, in which order, and when none does. */
import { expect, test } from "vitest";
import { FuturesDesk, type FuturesDeskOptions } from "../../../../../test/support/futures-desk.ts";
import { present } from "../../../base/assert.ts";
import { newOrder } from "../../orders/order.ts";
import { addWaiting } from "../triggers.ts";
import { queueTriggered } from "./trigger-queue.ts";

const RICH = { USDT: "1000000", BTC: "100" };

/** Ann is long 50 and short 50; bob and cat move the last price, which is 20000. */
function waiting(options: FuturesDeskOptions = {}): FuturesDesk {
  const desk = new FuturesDesk({ ann: RICH, bob: RICH, cat: RICH }, options);
  desk.markAt("20000");
  for (const [bob, ann] of [
    ["sell", "buy"],
    ["buy", "sell"],
  ]) {
    desk.trade("bob", `open ${bob} 50 @ 20000`);
    desk.trade("ann", `open ${ann} 50 @ 20000`);
  }
  return desk;
}

/** One contract is traded at this price. */
function tradeAt(desk: FuturesDesk, price: number): void {
  desk.trade("bob", `open sell 1 @ ${price}`);
  desk.trade("cat", `open buy 1 @ ${price}`);
}

test.each([
  ["close sell 1 @ 19000 when stop_loss 19990", 19_990, 19_990.1],
  ["close buy 1 @ 21000 when stop_loss 20010", 20_010, 20_009.9],
  ["close sell 1 @ 19000 when stop_gain 20010", 20_010, 20_009.9],
  ["close buy 1 @ 21000 when stop_gain 19990", 19_990, 19_990.1],
  ["open buy 1 @ 19000 when up 20010", 20_010, 20_009.9],
  ["open sell 1 @ 21000 when up 20010", 20_011, 20_009.9],
  ["open buy 1 @ 19000 when down 19990", 19_989, 19_990.1],
  ["close sell 1 @ 21000 when down 19990", 19_990, 19_990.1],
])("FUT-COND-1 FUT-COND-2 `%s` triggers at %s, not at %s", (words, at, before) => {
  const desk = waiting();
  const id = desk.trade("ann", words);

  tradeAt(desk, before);
  expect(desk.fate(id)).toBe("waiting 0/1");
  tradeAt(desk, at);
  expect(desk.fate(id)).not.toBe("waiting 0/1");
});

test("FUT-COND-2 a waiting order freezes nothing, reserves nothing and needs no position", () => {
  const desk = waiting();
  const before = desk.account("ann");
  desk.trade("ann", "open buy 1000 @ 20000 when up 30000");
  desk.trade("ann", "close sell 999 @ 20000 when stop_loss 10000");
  desk.trade("cat", "close sell 999 @ 20000 when stop_loss 10000");

  expect(desk.account("ann")).toBe(before);
  expect(desk.position("ann", "buy")).toMatchObject({ volume: 50, pending: 0 });
  expect(desk.lever("ann", 10)).toMatchObject({ ok: true });
});

test("FUT-COND-2 without a last price nothing triggers", () => {
  const desk = new FuturesDesk({ ann: RICH });
  desk.markAt("20000");
  const ids = ["up 1", "down 900000"].map((when) =>
    desk.trade("ann", `open buy 1 @ 100 when ${when}`),
  );
  desk.second();
  expect(ids.map((id) => desk.fate(id))).toEqual(["waiting 0/1", "waiting 0/1"]);
});

test("FUT-COND-2 FUT-COND-3 where the mark triggers, a trade does not, and a second does", () => {
  const desk = waiting({ contract: { triggerSource: "mark" } });
  const up = desk.trade("ann", "open buy 1 @ 19000 when up 20001");
  tradeAt(desk, 20_100);
  expect(desk.fate(up)).toBe("waiting 0/1");

  desk.markAt("20200");

  expect(desk.fate(up)).toBe("new 0/1");
  const at = desk.trade("ann", "open buy 1 @ 19000 when down 20200");
  expect(desk.fate(at)).toBe("new 0/1");
});

test("FUT-COND-3 the orders that one taker triggers go by order id, whether they waited for a rise or a fall", () => {
  const desk = waiting();
  desk.trade("bob", "open buy 1 @ 19980");
  const ids = [
    desk.trade("ann", "open sell 1 @ 20005 when down 19981"),
    desk.trade("ann", "open buy 1 @ 19000 when down 19990"),
    desk.trade("ann", "close buy 1 @ 19500 when stop_gain 19980"),
  ];

  desk.trade("cat", "open sell 1 @ 19980");

  const rested = desk.events.flatMap((event) => (event.type === "OrderRested" ? [event.id] : []));
  expect(rested).toEqual(ids);
});

test("FUT-COND-3 a taker triggers when it has finished, not between its trades", () => {
  const desk = waiting();
  desk.trade("bob", "open sell 1 @ 20010");
  desk.trade("bob", "open sell 1 @ 20020");
  const between = desk.trade("ann", "open buy 1 @ 19000 when down 20010");
  tradeAt(desk, 20_000);
  expect(desk.fate(between)).not.toBe("waiting 0/1");
  const only = desk.trade("ann", "close sell 1 @ 20500 when stop_gain 20021");

  desk.trade("cat", "open buy 2 @ 20020");

  expect(desk.fate(only)).toBe("waiting 0/1");
});

test("FUT-COND-3 a triggered order may trigger another; both in one command", () => {
  const desk = waiting();
  desk.trade("bob", "open sell 1 @ 20010");
  desk.trade("bob", "open sell 1 @ 20020");
  const second = desk.trade("ann", "open buy 1 @ 19000 when up 20020");
  const first = desk.trade("ann", "open buy for 30 when up 20010");

  desk.trade("cat", "open buy 1 @ 20010");

  expect(desk.deals()).toEqual(["1 @ 20010", "1 @ 20020"]);
  expect(desk.fate(first)).toBe("canceled 1/0"); // The book ran out.
  expect(desk.fate(second)).toBe("new 0/1");
});

test("FUT-COND-3 a triggered order stays triggered whatever the price does before it is placed", () => {
  const desk = waiting();
  desk.trade("bob", "open sell 1 @ 20010");
  desk.trade("bob", "open buy 1 @ 19990");
  const first = desk.trade("ann", "open sell for 30 when up 20010");
  const second = desk.trade("ann", "open buy 1 @ 19000 when up 20010");

  desk.trade("cat", "open buy 1 @ 20010");

  expect(desk.deals()).toEqual(["1 @ 20010", "1 @ 19990"]);
  expect(desk.fate(first)).toBe("canceled 1/0"); // The book ran out.
  expect(desk.fate(second)).toBe("new 0/1");
});

test("FUT-COND-3 FUT-CLOSE-4 an order that is canceled while it is queued is skipped", () => {
  const desk = waiting();
  desk.trade("bob", "open buy 51 @ 19990");
  const first = desk.trade("ann", "close sell 50 when stop_loss 19990");
  const second = desk.trade("ann", "close sell 50 @ 19000 when stop_loss 19990");

  desk.trade("cat", "open sell 1 @ 19990");

  expect(desk.fate(first)).toBe("filled 50/50");
  expect(desk.fate(second)).toBe("canceled 0/50");
  expect(desk.position("ann", "buy")).toBeUndefined();
});

test("FUT-COND-3 a closing order that rests may leave nothing for the next, which is rejected", () => {
  const desk = waiting();
  const first = desk.trade("ann", "close sell 30 @ 21000 when up 20010");
  const second = desk.trade("ann", "close sell 21 @ 21000 when up 20010");

  tradeAt(desk, 20_010);

  expect(desk.fate(first)).toBe("new 0/30");
  expect(desk.fate(second)).toBe("rejected 0/21");
});

test("FUT-COND-5 an order that has not triggered in its time is canceled at the second that ends it", () => {
  const desk = waiting({ contract: { conditionTtlMs: 5000 } });
  const old = desk.trade("ann", "open buy 1 @ 19000 when up 30000");
  desk.second(2);
  const young = desk.trade("ann", "open buy 1 @ 19000 when up 30000");

  desk.second(2);
  expect(desk.fate(old)).toBe("waiting 0/1");
  desk.second();
  expect(desk.fate(old)).toBe("canceled 0/1");
  expect(desk.fate(young)).toBe("waiting 0/1");
  desk.second(2);
  expect(desk.fate(young)).toBe("canceled 0/1");
});

test("FUT-COND-5 by default that is 14 days", () => {
  expect(waiting().contract().conditionTtlMs).toBe(14 * 86_400_000);
});

test("FUT-CONTRACT-3 nothing triggers in a halted contract; conditions that became true trigger on its resumption", () => {
  const desk = waiting({ contract: { triggerSource: "mark" } });
  const id = desk.trade("ann", "open buy 1 @ 19500 when up 20100");
  desk.must({ type: "HaltContract", contract: 1, request: 0 });
  desk.markAt("20200");
  expect(desk.fate(id)).toBe("waiting 0/1");

  desk.must({ type: "ResumeContract", contract: 1, request: 0 });

  expect(desk.fate(id)).toBe("new 0/1");
});

test("FUT-COND-3 one price may trigger any number of orders, more than a call takes arguments", () => {
  const desk = waiting();
  const market = desk.market();
  const id = desk.trade("ann", "open buy 1 @ 19000 when up 20100");
  const { byId } = desk.state.orders;
  const first = present(byId.get(id), "the order");
  const count = 200_000;
  for (let next = 1; next < count; next++) {
    const order = byId.rows.add(newOrder({ ...first, id: id + next }));
    byId.add(order);
    addWaiting(market.triggers, order, byId);
  }
  market.last = 201_000;

  queueTriggered(desk.state, market);

  expect(desk.state.futures.triggered).toHaveLength(count);
  expect(market.triggers.waiting).toBe(0);
});

test("FUT-MATCH-1 a triggered order comes before younger ones of its price: by the id of its acceptance", () => {
  const desk = waiting();
  const old = desk.trade("ann", "open buy 1 @ 19950 when up 20010");
  const young = desk.trade("bob", "open buy 1 @ 19950");
  tradeAt(desk, 20_010);

  desk.trade("cat", "open sell 1 @ 19950");

  expect(desk.fate(old)).toBe("filled 1/1");
  expect(desk.fate(young)).toBe("new 0/1");
});
