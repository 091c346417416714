import { expect, test } from "vitest";
import { MarketDesk } from "../../../../test/support/market-desk.ts";
import { Draws } from "../../../core/base/draws.ts";
import { take } from "./take.ts";

async function takingDesk(): Promise<MarketDesk> {
  const desk = await MarketDesk.provisioned();
  desk.order("demo1", "buy 50 @ 49999.99");
  desk.order("demo1", "sell 50 @ 50000.01");
  return desk;
}

function takeOnce(desk: MarketDesk, step: number) {
  const trader = desk.trader("demo2");
  return take(desk.exchange.state, { trader, pair: desk.pair(), lotsMin: 25 }, new Draws(1, step));
}

test("a trade is filled at the best price on either side, from the least to 144 times it", async () => {
  const desk = await takingDesk();
  const sizes = { buy: new Set<number>(), sell: new Set<number>() };
  desk.exchange.onEvent((event) => {
    if (event.type !== "Traded") return;
    sizes[event.takerSide].add(event.lots / 25);
    expect(event.ticks).toBe(event.takerSide === "buy" ? 5_000_001 : 4_999_999);
  });

  for (let step = 0; step < 300; step++) {
    for (const command of takeOnce(desk, step)) {
      const outcome = desk.exchange.do(command);
      expect(outcome).toMatchObject({ ok: true, answer: { status: "filled" } });
    }
  }

  const squares = [1, 4, 9, 16, 25, 36, 49, 64, 81, 100, 121, 144];
  for (const seen of Object.values(sizes)) {
    expect([...seen].sort((a, b) => a - b)).toEqual(squares);
  }
});

test("with no order on the other side nothing is sent", async () => {
  const desk = await MarketDesk.provisioned();
  desk.order("demo1", "sell 5 @ 50000.01");

  const sides = Array.from({ length: 40 }, (_, step) => takeOnce(desk, step))
    .flat()
    .map((command) => (command.type === "PlaceOrder" ? command.side : command.type));

  expect(new Set(sides)).toEqual(new Set(["buy"]));
});
