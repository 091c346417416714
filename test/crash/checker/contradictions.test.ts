/** The checker itself: what a user has and has sent belong together, or it says what does not. */
import { expect, test } from "vitest";
import type { AreaHoldings, Holdings, TradeRow } from "../holdings.ts";
import { contradictionsIn, type Known } from "./contradictions.ts";
import { ORDER } from "./some-order.ts";

const TRADE: TradeRow = {
  id: 1,
  isMaker: true,
  isBuyer: true,
  orderId: 7,
  price: "10",
  qty: "0.001",
  fee: "0",
  time: 0,
  isForced: false,
};
const SPOT: AreaHoldings = {
  open: [ORDER],
  ended: [{ ...ORDER, orderId: 6, clientOrderId: "b", status: "FILLED" }],
  trades: [TRADE, { ...TRADE, isMaker: false, isBuyer: false, orderId: 6 }],
};
const NONE: AreaHoldings = { open: [], ended: [], trades: [] };
/** 400 contracts at 20,000 with a leverage of 20: 40 and a fee of 0.32. */
const CONTRACT_ORDER = {
  ...ORDER,
  orderId: 3,
  price: "20000",
  origQty: "500",
  executedQty: "100",
  action: "OPEN",
};
const FUTURES: AreaHoldings = {
  open: [CONTRACT_ORDER],
  ended: [{ ...ORDER, orderId: 9, clientOrderId: "forced", executedQty: "5", status: "FILLED" }],
  trades: [{ ...TRADE, orderId: 9, qty: "5", isForced: true }],
};
const USDT = { asset: "USDT", free: "0", locked: "0.01" };
const SOUND: Holdings = {
  spot: SPOT,
  margin: NONE,
  futures: FUTURES,
  profits: [],
  balances: { spot: [USDT], margin: [] },
  coins: [coin(40.32)],
};

function coin(accountLock: number) {
  const rest = { accountNormal: 0, partPositionNormal: 0, positionVos: [] };
  return { marginCoin: "USDT", accountLock, ...rest };
}

const NOTHING_KNOWN: Known = { clientIds: new Set(), final: [], rows: [] };
const KNOWN = {
  spot: { ...NOTHING_KNOWN, clientIds: new Set(["a", "b"]), final: [6] },
  margin: NOTHING_KNOWN,
  futures: { ...NOTHING_KNOWN, clientIds: new Set(["a"]) },
};

function found(change: Partial<Holdings>, known: Partial<typeof KNOWN> = {}): string {
  return contradictionsIn({ ...SOUND, ...change }, { ...KNOWN, ...known }, 20n).join("\n");
}

test("what a user has and has sent belong together", () => {
  expect(found({})).toBe("");
});

test.each([
  ["one done twice", { open: [ORDER, { ...ORDER, orderId: 8 }] }, "a was done as 7 and 8"],
  ["one not sent", { open: [{ ...ORDER, clientOrderId: "c" }] }, "nobody sent the order c"],
  ["a lost trade", { trades: SPOT.trades.slice(0, 1) }, "order 6 lacks trades of its 0.001"],
  ["a trade twice", { trades: [...SPOT.trades, ...SPOT.trades] }, "4 trades one is listed twice"],
  ["an order twice", { ended: [...SPOT.ended, ...SPOT.ended] }, "2 orders one is listed twice"],
  ["a lost order", { ended: [] }, "order 6 is over and not among the 0 listed"],
])("HIST-ONCE-1 %s is a contradiction", (_, change, words) => {
  expect(found({ spot: { ...SPOT, ...change } })).toContain(words);
});

test("another lock than that of the open orders is a contradiction", () => {
  const balances = { spot: [{ ...USDT, locked: "0.02" }], margin: [USDT] };

  expect(found({ balances })).toContain("locked USDT is 0.02");
  expect(found({ balances })).toContain("margin: locked USDT is 0.01");
  expect(found({ coins: [coin(40.31)] })).toContain("frozen 40.31");
});

test("a margin order that is over has its trades, although it is not listed", () => {
  const rows = [{ ...ORDER, status: "FILLED" }];

  const sentence = found({}, { margin: { ...NOTHING_KNOWN, rows } });

  expect(sentence).toContain("margin: order 7 lacks trades of its 0.001");
});

test("HIST-FORCED-1 an order of futures that no client sent is the exchange's, or a contradiction", () => {
  const trades = FUTURES.trades.map((trade) => ({ ...trade, isForced: false }));

  expect(found({ futures: { ...FUTURES, trades } })).toContain("nobody sent the order forced");
});
