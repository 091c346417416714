/** What a second's tick does, and which seconds are accepted. */
import { expect, test } from "vitest";
import { OPENING_MS } from "../../../../../test/support/desk.ts";
import { RiskDesk } from "../../../../../test/support/risk-desk.ts";

test.each([
  ["ticked already", 0],
  ["before the last", -1000],
  ["not yet come", 1000],
  ["not full", 1],
])("FUT-TICK-1 a second that is %s is refused", (_, off) => {
  const desk = new RiskDesk();
  desk.second();

  const secondMs = desk.timeMs + off;
  if (off === 1) desk.advance(500);

  expect(desk.refusalOf({ type: "SecondTick", secondMs })).toBe("tick_not_due");
});

test("FUT-TICK-1 seconds may be left out, and the last one is remembered", () => {
  const desk = new RiskDesk();
  desk.second();
  desk.advance(59_400);

  desk.must({ type: "SecondTick", secondMs: OPENING_MS + 60_000 });

  expect(desk.state.futures.secondMs).toBe(OPENING_MS + 60_000);
});

test("FUT-TICK-2 every contract gets its mark at the same second, a delisted one none", () => {
  const desk = new RiskDesk();
  desk.addContract({ name: "E-BTC-USD", kind: "inverse" });
  desk.addContract({ name: "F-BTC-USDT" });
  desk.must({ type: "DelistContract", contract: 3, request: 0 });

  desk.markAt("20000");

  expect(desk.state.futures.markets.map(({ mark }) => mark)).toEqual([200_000, 200_000, 0]);
});

test("FUT-TICK-2 FUT-RISK-5 with a stale index nothing is sampled and the mark does not move", () => {
  const desk = new RiskDesk({ ann: { USDT: "1000" } });
  desk.feed("20000");
  desk.second();
  desk.hold("ann", "long 10 @ 20100");
  desk.bids([[10, "20150"]]);
  desk.asks([[10, "20160"]]);
  const { basis, premiumCount, mark } = desk.market();
  expect([basis.length, premiumCount, mark]).toEqual([0, 1, 200_000]);

  desk.advance(10_000);
  desk.second(120);
  expect(desk.market()).toMatchObject({
    basis: [],
    premiumCount: 1,
    mark: 200_000,
    index: 200_000,
  });
  desk.feed("20000");
  desk.second(5);

  expect(desk.market()).toMatchObject({ mark: 201_000 });
  expect(desk.market().basis).toHaveLength(1);
});

test("FUT-TICK-2 orders that follow the mark trigger by it", () => {
  const desk = new RiskDesk({ ann: { USDT: "1000" } }, { contract: { triggerSource: "mark" } });
  desk.markAt("20000");
  const order = desk.trade("ann", "open buy 10 @ 19000 when down 19500");
  expect(desk.state.orders.byId.get(order)?.futures?.isWaiting).toBe(true);

  desk.markAt("19500");

  expect(desk.state.orders.byId.get(order)?.futures?.isWaiting).toBe(false);
});
