/** The liquidation of an isolated position, step by step. */
import { expect, test } from "vitest";
import { RiskDesk } from "../../../../../test/support/risk-desk.ts";

const INVERSE = { name: "E-BTC-USD", kind: "inverse", multiplierDecimals: 0 } as const;
const BALANCES = { USDT: "5000", BTC: "1" };

/** Kind, side, contracts at 20000, margin to add, the last safe mark, and the mark of liquidation. */
const EDGES = [
  ["linear", "long", 1000, "95", "19000.1", "19000"],
  ["linear", "short", 1000, "105", "20999.9", "21000"],
  ["inverse", "long", 20_000, "0.00789474", "19000.1", "19000"],
  ["inverse", "short", 20_000, "0.00238096", "20999.9", "21000"],
] as const;

function deskOf(kind: "linear" | "inverse"): RiskDesk {
  const desk = new RiskDesk(
    { ann: BALANCES, ben: BALANCES },
    { contract: kind === "inverse" ? INVERSE : {} },
  );
  desk.markAt("20000");
  return desk;
}

test.each(EDGES)(
  "FUT-RISK-2 a %s %s of %i is liquidated when margin + unrealized equals its maintenance",
  (kind, word, lots, added, safe, unsafe) => {
    const desk = deskOf(kind);
    const coin = kind === "linear" ? "USDT" : "BTC";
    const position = desk.hold("ann", `${word} ${lots} @ 20000`);
    desk.addMargin("ann", position.side, added, coin);

    desk.markAt(safe);
    expect(position.volume).toBe(lots);
    desk.markAt(unsafe);

    expect(position.volume).toBe(0);
  },
);

test("FUT-RISK-2 the last trade never liquidates", () => {
  const desk = deskOf("linear");
  const long = desk.hold("ann", "long 100 @ 20000");
  desk.bids([[1, "18100"]]);

  desk.trade("ben", "open sell 1 @ 18100 cross");
  desk.second();

  expect(desk.market()).toMatchObject({ last: 181_000, mark: 200_000 });
  expect(long.volume).toBe(100);
});

test.each(EDGES)(
  "FUT-LIQ-4 a %s %s of %i is taken over: its owner loses its margin, exactly",
  (kind, word, lots, _, _safe, unsafe) => {
    const desk = deskOf(kind);
    const coin = kind === "linear" ? "USDT" : "BTC";
    const position = desk.hold("ann", `${word} ${lots} @ 20000`);
    const { id, margin, cost, side } = position;
    const before = desk.account("ann", coin);

    desk.markAt(unsafe);

    const [taken] = desk.events.filter((event) => event.type === "ForceClosed");
    const [ended] = desk.events.filter((event) => event.type === "PositionEnded");
    const gives = (kind === "linear") === (side === "buy");
    expect(taken).toMatchObject({
      reason: "takeover",
      user: desk.user("ann"),
      contract: 1,
      side: side === "buy" ? "sell" : "buy",
      mode: "isolated",
      leverage: 20,
      lots,
      value: gives ? cost - margin : cost + margin,
      timeMs: desk.timeMs,
    });
    expect(ended).toMatchObject({
      positionId: id,
      side,
      mode: "isolated",
      leverage: 20,
      openPrice: 20_000n * 10n ** 8n,
      openEndPrice: 20_000n * 10n ** 8n,
      closeVolume: BigInt(lots),
      closeProfit: -margin,
      tradeFee: 0n,
      fundingReceived: 0n,
      realized: -margin,
    });
    expect(desk.account("ann", coin)).toBe(before);
  },
);

test("FUT-LIQ-4 an order and a trade id are given to the record, and both only grow", () => {
  const desk = deskOf("linear");
  desk.hold("ann", "long 100 @ 20000");
  const { orderIdLast, tradeIdLast } = desk.state.orders;

  desk.markAt("19000");

  const forced = desk.events.filter((event) => event.type === "ForceClosed");
  expect(forced.map(({ orderId, tradeId }) => [orderId, tradeId])).toEqual([
    [orderIdLast + 1, tradeIdLast + 1],
    [orderIdLast + 2, tradeIdLast + 2],
  ]);
});

test("FUT-LIQ-1 the orders of the position go, those that wait to close it too; other orders stay", () => {
  const desk = deskOf("linear");
  desk.hold("ann", "long 100 @ 20000");
  desk.hold("ann", "short 10 @ 20000");
  desk.bids([[100, "19000"]]); // For the liquidation engine.
  const gone = [
    desk.trade("ann", "open buy 5 @ 18500"),
    desk.trade("ann", "close sell 40 @ 21000"),
    desk.trade("ann", "close sell 60 @ 22000 when stop_gain 22000"),
    desk.trade("ann", "close sell 60 when down 15000"),
  ];
  const kept = [
    desk.trade("ann", "open buy 5 @ 18500 when up 25000"),
    desk.trade("ann", "open sell 5 @ 21500"),
    desk.trade("ann", "close buy 5 @ 18000"),
    desk.trade("ann", "close buy 5 when stop_loss 26000"),
  ];

  desk.markAt("19000");

  const open = desk.state.orders.byId.sorted().map(({ id }) => id);
  expect(open.filter((id) => [...gone, ...kept].includes(id))).toEqual(kept);
  expect(desk.position("ann", "sell")?.volume).toBe(10);
});

test("FUT-LIQ-1 what the position's orders had frozen goes to the user, not to the position", () => {
  const desk = deskOf("linear");
  desk.hold("ann", "long 1000 @ 20000");
  desk.trade("ann", "open buy 1000 @ 18500");
  expect(desk.account("ann")).toBe("3075/925");

  desk.markAt("19000");

  expect(desk.account("ann")).toBe("4000/0");
});

test("FUT-LIQ-1 the time of the freeze is kept, and the freeze is over with the command", () => {
  const desk = new RiskDesk(
    { ann: BALANCES },
    {
      contract: {
        tiers: [
          { valueMax: 10n ** 12n, leverageMax: 20, maintenanceRate: 500_000 },
          { valueMax: 10n ** 30n, leverageMax: 20, maintenanceRate: 1_000_000 },
        ],
      },
    },
  );
  desk.markAt("20000");
  const long = desk.hold("ann", "long 1000 @ 20000");
  desk.bids([[1000, "19185"]]);

  desk.markAt("19190");

  expect(desk.happened().at(-1)).toBe("position of ann: reduced");
  expect(long).toMatchObject({ isFrozen: false, lockedAtMs: desk.timeMs });
  expect(long.lockedAtMs).toBeGreaterThan(long.startedAtMs);
});
