/** What a user changes of a contract account: leverage, margin mode, margin of a position. */
import { expect, test } from "vitest";
import { FuturesDesk, type FuturesDeskOptions } from "../../../../test/support/futures-desk.ts";

const RICH = { USDT: "1000000", BTC: "1000" };
const coins = (whole: number) => BigInt(whole) * 100_000_000n;
const TIERS = [
  { valueMax: coins(1000), leverageMax: 50, maintenanceRate: 500_000 },
  { valueMax: coins(100_000), leverageMax: 10, maintenanceRate: 1_000_000 },
];

/** Ann has 100 and is long 40, worth 800, at 20x. */
function withPosition(mode: "cross" | "isolated", options: FuturesDeskOptions = {}): FuturesDesk {
  const desk = new FuturesDesk({ ann: { USDT: "100" }, bob: RICH }, options);
  desk.markAt("20000");
  desk.trade("bob", "open sell 40 @ 20000 cross");
  desk.trade("ann", `open buy 40 @ 20000 ${mode}`);
  return desk;
}

function leverageOf(desk: FuturesDesk, name: string): number | undefined {
  return desk.state.futures.contractAccounts.get(desk.user(name))?.[0]?.leverage;
}

test("FUT-LEV-1 leverage is the contract's default at first, or its highest if that is lower", () => {
  const desk = new FuturesDesk({ ann: RICH });
  desk.trade("ann", "open buy 1 @ 20000");
  expect(leverageOf(desk, "ann")).toBe(20);

  const low = new FuturesDesk(
    { ann: RICH },
    { contract: { tiers: [{ valueMax: 10n ** 20n, leverageMax: 7, maintenanceRate: 1 }] } },
  );
  low.trade("ann", "open buy 1 @ 20000");
  expect(leverageOf(low, "ann")).toBe(7);
});

test("FUT-LEV-2 leverage is from 1 to the contract's highest", () => {
  const desk = new FuturesDesk({ ann: RICH }, { contract: { tiers: TIERS } });
  for (const leverage of [0, 51]) {
    expect(desk.lever("ann", leverage)).toMatchObject({ reason: "leverage_out_of_range" });
  }
  for (const leverage of [1, 50]) expect(desk.lever("ann", leverage)).toMatchObject({ ok: true });
  const lever = { type: "SetLeverage", ...desk.hand("ann"), contract: 9, leverage: 5 } as const;
  expect(desk.refusalOf(lever)).toBe("contract_not_found");
  desk.freeze("ann");
  expect(desk.lever("ann", 5)).toMatchObject({ reason: "user_frozen" });
});

test("FUT-LEV-2 leverage is not above that of the tier of the larger position, at the mark", () => {
  const desk = withPosition("isolated", { contract: { tiers: TIERS, leverageDefault: 10 } });
  desk.fund("ann", "1000 USDT");
  desk.trade("bob", "open buy 50 @ 20000 cross");
  desk.trade("ann", "open sell 50 @ 20000 isolated");
  expect(desk.lever("ann", 50)).toMatchObject({ ok: true });
  desk.markAt("20000.1");
  expect(desk.lever("ann", 11)).toMatchObject({ reason: "leverage_above_tier" });
  expect(desk.lever("ann", 10)).toMatchObject({ ok: true });
});

test("FUT-LEV-2 leverage is not changed while an order is on the book; a waiting order does not matter", () => {
  const desk = withPosition("cross");
  desk.trade("ann", "close sell 10 @ 21000 when up 21000");
  expect(desk.lever("ann", 25)).toMatchObject({ ok: true });
  const id = desk.trade("ann", "close sell 10 @ 21000");
  expect(desk.lever("ann", 20)).toMatchObject({ reason: "orders_open" });
  desk.cancelTrade("ann", id);
  expect(desk.lever("ann", 20)).toMatchObject({ ok: true });
});

test("FUT-LEV-3 a cross position needs the new margin at once, and it must be there", () => {
  const desk = withPosition("cross");
  expect(desk.available("ann")).toBe("60");
  expect(desk.lever("ann", 7)).toMatchObject({ reason: "insufficient_balance", had: "100" });
  expect(desk.lever("ann", 8)).toMatchObject({ ok: true });
  expect(desk.available("ann")).toBe("0");
  expect(desk.lever("ann", 40)).toMatchObject({ ok: true });
  expect(desk.available("ann")).toBe("80");
});

test("FUT-LEV-3 a higher leverage, which ties up less, is allowed even when too much is tied up", () => {
  const desk = withPosition("cross");
  desk.lever("ann", 8);
  desk.markAt("19500");
  desk.second(30);
  expect(desk.available("ann")).toBe("0");
  expect(desk.lever("ann", 9)).toMatchObject({ ok: true });
});

test("FUT-LEV-3 an isolated position keeps its margin; later fills use the new leverage", () => {
  const desk = withPosition("isolated");
  expect(desk.lever("ann", 5)).toMatchObject({ ok: true });
  expect(desk.position("ann", "buy")?.margin).toBe(coins(40));
  desk.trade("bob", "open sell 10 @ 20000 cross");
  desk.trade("ann", "open buy 10 @ 20000 isolated");
  expect(desk.position("ann", "buy")?.margin).toBe(coins(80));
});

function setMode(desk: FuturesDesk, mode: "cross" | "isolated", contract = 1) {
  return desk.send({ type: "SetMarginMode", ...desk.hand("ann"), contract, mode });
}

test("FUT-MODE-1 the margin mode is free while nothing is held and nothing rests", () => {
  const desk = new FuturesDesk({ ann: RICH, bob: RICH });
  desk.markAt("20000");
  expect(setMode(desk, "isolated")).toMatchObject({ ok: true, answer: { mode: "isolated" } });
  const id = desk.trade("ann", "open buy 1 @ 19000 isolated");
  expect(setMode(desk, "cross")).toMatchObject({ reason: "margin_mode_differs" });
  expect(setMode(desk, "isolated")).toMatchObject({ ok: true });
  desk.cancelTrade("ann", id);
  desk.trade("ann", "open buy 1 @ 19000 isolated when up 30000");
  expect(setMode(desk, "cross")).toMatchObject({ ok: true });
  desk.trade("bob", "open sell 1 @ 20000");
  desk.trade("ann", "open buy 1 @ 20000 cross");
  expect(setMode(desk, "isolated")).toMatchObject({ reason: "margin_mode_differs" });
  expect(setMode(desk, "cross", 9)).toMatchObject({ reason: "contract_not_found" });
  desk.freeze("ann");
  expect(setMode(desk, "cross")).toMatchObject({ reason: "user_frozen" });
});

function moveMargin(desk: FuturesDesk, amount: string, name = "ann", position?: number) {
  const isOut = amount.startsWith("-");
  const units = desk.money(amount.replace("-", ""));
  const id = position ?? desk.position("ann", "buy")?.id ?? 0;
  const moved = { position: id, amount: isOut ? -units : units };
  return desk.send({ type: "MovePositionMargin", ...desk.hand(name), ...moved });
}

test("FUT-MARGIN-1 available money may be added to an isolated position", () => {
  const desk = withPosition("isolated");
  expect(moveMargin(desk, "60.00000001")).toMatchObject({
    reason: "insufficient_balance",
    had: "60",
  });
  expect(moveMargin(desk, "60")).toEqual({ ok: true, answer: { margin: coins(100) } });
  expect(desk.account("ann")).toBe("0/0");
});

test("FUT-MARGIN-1 none is added to a cross position, another user's or an ended one, nor by a frozen user", () => {
  const desk = withPosition("cross");
  expect(moveMargin(desk, "1")).toMatchObject({ reason: "position_is_cross" });
  expect(moveMargin(desk, "1", "bob")).toMatchObject({ reason: "position_not_found" });
  expect(moveMargin(desk, "1", "ann", 99)).toMatchObject({ reason: "position_not_found" });
  const ended = desk.position("ann", "buy")?.id;
  desk.trade("bob", "close buy 40 @ 20000 cross");
  desk.trade("ann", "close sell 40 @ 20000 cross");
  expect(moveMargin(desk, "1", "ann", ended)).toMatchObject({ reason: "position_not_found" });
  desk.freeze("ann");
  const isolated = withPosition("isolated");
  isolated.freeze("ann");
  expect(moveMargin(isolated, "1")).toMatchObject({ reason: "user_frozen" });
});

test("FUT-MARGIN-2 the margin that stays carries the larger of cost and value at the leverage, and the loss", () => {
  const desk = withPosition("isolated");
  moveMargin(desk, "60");
  expect(moveMargin(desk, "-60.00000001")).toMatchObject({ reason: "insufficient_balance" });
  expect(moveMargin(desk, "-10")).toMatchObject({ ok: true });

  // At 20200 it is worth 808: 40.4 must stay, the gain is not counted.
  desk.markAt("20200");
  desk.second(40);
  expect(desk.market().mark).toBe(202_000);
  expect(moveMargin(desk, "-49.60000001")).toMatchObject({ reason: "insufficient_balance" });
  // At 19800 it has lost 8: 40 and 8 must stay.
  desk.markAt("19800");
  desk.second(40);
  expect(moveMargin(desk, "-42.00000001")).toMatchObject({ had: "39.99999999", needed: "40" });
  expect(moveMargin(desk, "-42")).toMatchObject({ ok: true });
});
