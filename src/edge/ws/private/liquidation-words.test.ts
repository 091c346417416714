/** The words of `my.liquidation` for what seldom happens: losses that another account pays. */
import { expect, test } from "vitest";
import { MemberDesk } from "../../../../test/support/member-desk.ts";
import type { PrivateEvent } from "../private-event.ts";
import { writeLiquidation } from "./liquidation-words.ts";

const ABOUT = { user: 1, timeMs: 7 };
const [BTC, USDT] = [1, 2];
const ONE = 100_000_000n;

const TABLE: readonly [PrivateEvent, object][] = [
  [
    { type: "LossCovered", ...ABOUT, asset: BTC, principal: 3n * ONE, insured: ONE },
    { event: "LOSS_COVERED", area: "margin", asset: "BTC", amount: "3", insured: "1", time: 7 },
  ],
  [
    { type: "DeficitCovered", ...ABOUT, coin: USDT, insured: ONE, rest: 2n },
    {
      event: "DEFICIT_COVERED",
      area: "futures",
      marginCoin: "USDT",
      amount: "1.00000002",
      insured: "1",
      time: 7,
    },
  ],
  [
    { type: "FuturesLiquidated", ...ABOUT, coin: USDT, contract: 0, end: "orders_canceled" },
    {
      event: "FUTURES_LIQUIDATED",
      area: "futures",
      marginCoin: "USDT",
      end: "ORDERS_CANCELED",
      time: 7,
    },
  ],
  [
    { type: "LiquidationOver", ...ABOUT, end: "bad_debt" },
    { event: "LIQUIDATION_OVER", area: "margin", end: "BAD_DEBT", time: 7 },
  ],
];

const CASES = TABLE.map(([event, told]) => ({ type: event.type, event, told }));

test.each(CASES)("STREAM-MINE-5: $type is told as $told", async ({ event, told }) => {
  const { http } = await MemberDesk.open();

  const rows = writeLiquidation(http.exchange.state.catalogue, event);

  expect(rows.map((row) => JSON.parse(row))).toEqual([told]);
});
