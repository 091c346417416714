/**
 * The order entry of contracts against the real exchange: the same refusals, and what was estimated is
 * what then happens: contracts traded, fee, profit, what is free afterwards, the liquidation price.
 */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { NewFuturesOrder } from "../../src/client/client.ts";
import type { FuturesPlaceReject } from "../../src/core/engine/futures/futures-commands.ts";
import type {
  ContractAccountView,
  ContractAsked,
} from "../../src/core/preview/contract/contract-market-view.ts";
import { previewContractOrder } from "../../src/core/preview/contract/preview-contract-order.ts";
import { contractPreset } from "../../web/console/trade/ticket/presets.ts";
import { runs } from "../support/runs.ts";
import { ConsoleDesk, told } from "./console-desk.ts";

const CODES: Readonly<Partial<Record<FuturesPlaceReject, number>>> = {
  price_not_positive: -1102,
  quantity_not_positive: -1102,
  trigger_price_not_positive: -1102,
  trigger_opens: -1014,
  time_in_force_with_market: -1014,
  price_too_precise: -1111,
  trigger_price_too_precise: -1111,
  quantity_too_precise: -1111,
  margin_mode_differs: -1165,
  quantity_below_min: -1136,
  quantity_above_max: -1137,
  value_below_min: -1160,
  value_above_max: -1161,
  price_out_of_band: -1138,
  close_above_position: -1156,
  position_limit: -1140,
  no_opposite_orders: -1112,
  insufficient_balance: -2017,
  born_in_liquidation: -2017,
};

type ContractAccount = Pick<ContractAccountView, "leverage" | "mode">;
/** The mode is that of the account, or another. */
type Wish = Omit<ContractAsked, "mode">;

const TIMES = { gtc: "GTC", ioc: "IOC", fok: "FOK", post_only: "POST_ONLY" } as const;

let desk: ConsoleDesk;
beforeAll(async () => {
  desk = await ConsoleDesk.open();
  // An account with a million cannot be ruined by a few contracts.
  const way = { fromAccount: "FUTURE", toAccount: "EXCHANGE" } as const;
  await desk.me.wallet.transfer({ coinSymbol: "USDT", amount: "990000", ...way });
  await desk.me.wallet.transfer({ coinSymbol: "BTC", amount: "9", ...way });
});
afterAll(() => desk.exchange.close());

function sent(contractName: string, order: Wish, { mode }: ContractAccount): NewFuturesOrder {
  const { kind, price } = order;
  return {
    contractName,
    side: order.side === "buy" ? "BUY" : "SELL",
    open: order.action === "open" ? "OPEN" : "CLOSE",
    positionType: mode === "cross" ? 1 : 2,
    volume: order.quantity,
    timeInForce: TIMES[order.timeInForce],
    ...(kind === "limit" ? { type: "LIMIT" as const, price } : { type: "MARKET" as const }),
  };
}

/** Nothing of either user is on the book but what is put there. */
async function standBook(contractName: string, levels: readonly [number, number][]): Promise<void> {
  for (const client of [desk.me, desk.others]) await client.futures.cancelAll({ contractName });
  for (const [away, lots] of levels) {
    const side = away < 0 ? "BUY" : "SELL";
    await desk.others.futures.createOrder({
      contractName,
      side,
      open: "OPEN",
      positionType: 1,
      type: "LIMIT",
      price: `${50_000 + away}`,
      volume: `${lots}`,
    });
  }
}

/** The account of the margin coin, and the one position of a side. */
async function standing(contractName: string, side: "BUY" | "SELL") {
  const { account } = await desk.me.futures.account();
  for (const coin of account) {
    for (const { contractName: name, positions } of coin.positionVos) {
      const position = positions.find((one) => name === contractName && one.side === side);
      if (position) return { coin, position };
    }
  }
  return undefined;
}

function unitsOfFee(fee: string): bigint {
  return BigInt(Math.round(Number(fee) * 1e8));
}

/**
 * What the fills of an order cost. Each rounds its fee up, and a book does not tell how many orders stand
 * at a price: `unseen` is how many more than it showed.
 */
async function feesOf(contractName: string, orderId: number) {
  const trades = await desk.me.futures.myTrades({ contractName, limit: 100 });
  const own = trades.filter(({ bidId, askId }) => [bidId, askId].includes(orderId));
  const total = own.reduce((sum, { fee }) => sum + unitsOfFee(fee), 0n);
  return { total, unseen: BigInt(own.length - new Set(own.map(({ price }) => price)).size) };
}

const order: fc.Arbitrary<Wish> = fc.record({
  side: fc.constantFrom("buy" as const, "sell" as const),
  action: fc.constantFrom("open" as const, "open" as const, "close" as const),
  kind: fc.constantFrom("limit" as const, "limit" as const, "market" as const),
  timeInForce: fc.constantFrom("gtc" as const, "gtc" as const, "ioc", "fok", "post_only"),
  price: fc.oneof(
    fc.integer({ min: 499_000, max: 501_000 }).map((ticks) => `${ticks / 10}`),
    fc.constantFrom("0", "50000.05", "55000", "55000.1", "44999.9", "1"),
  ),
  quantity: fc.oneof(
    fc.integer({ min: 1, max: 3_000 }).map(String),
    fc.integer({ min: 1, max: 300 }).map(String),
    fc.integer({ min: 1, max: 9 }).map((tenths) => `0.${tenths}`),
    fc.constantFrom("0", "0.5", "100000000", "2000000", "1000.5", "0.000000001", "400000"),
  ),
  trigger: fc.constantFrom("none" as const),
  triggerPrice: fc.constantFrom(""),
});
const level = fc.tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 2_000 }));
const contractAccount = fc.record({
  leverage: fc.constantFrom(1, 5, 20, 50, 125),
  mode: fc.constantFrom("cross" as const, "isolated" as const),
  /** Mostly the mode that is in use, since the other one is refused. */
  isAsked: fc.constantFrom(false, false, false, true),
});

/** Of the inverse contract: two fills, of which each rounds its fee up. */
const TWO_AT_ONE_PRICE: [
  [number, number][],
  [number, number][],
  { leverage: 50; mode: "cross"; isAsked: false },
  Wish,
] = [
  [
    [54, 1],
    [54, 1],
  ],
  [],
  { leverage: 50, mode: "cross", isAsked: false },
  {
    side: "sell",
    action: "open",
    kind: "market",
    timeInForce: "gtc",
    price: "49900",
    quantity: "0.1",
    trigger: "none",
    triggerPrice: "",
  },
];

test.each([
  ["E-BTC-USDT", 78],
  ["E-BTC-USD", 70],
])(
  "FUT-CHECK-1 FUT-SETTLE-2 FUT-FIELD-7 the order entry of %s tells beforehand what the exchange then does",
  async (name, seed) => {
    const counts = { refused: 0, opened: 0, closed: 0, ruin: 0, unseen: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.array(level, { maxLength: 3 }),
        fc.array(level, { maxLength: 3 }),
        contractAccount,
        order,
        async (bids, asks, { isAsked, ...given }, asked) => {
          const below = bids.map(([away, lots]): [number, number] => [-away, lots]);
          await standBook(name, [...below, ...asks]);
          const long = await standing(name, "BUY");
          const short = await standing(name, "SELL");
          const type = (long ?? short)?.position.positionType;
          const used = type === 1 ? ("cross" as const) : ("isolated" as const);
          const wanted = { ...given, mode: type === undefined || isAsked ? given.mode : used };
          const set = await told(
            desk.me.futures.setLeverage({ contractName: name, nowLevel: wanted.leverage }),
          );
          // A leverage that the positions do not bear is refused; another run has another.
          fc.pre(typeof set !== "number");
          const marketView = await desk.contractMarketView(name, wanted);
          const preview = previewContractOrder(marketView, { ...asked, mode: wanted.mode });
          const held = (asked.action === "open") === (asked.side === "buy") ? "BUY" : "SELL";
          const before = await standing(name, held);

          const real = await told(desk.me.futures.createOrder(sent(name, asked, wanted)));

          if (!preview.ok) {
            counts.refused++;
            expect(real, preview.reason).toBe(CODES[preview.reason]);
            return;
          }
          if (typeof real === "number") throw new Error(`taken by the form, refused with ${real}`);
          const { orderId } = real;
          const now = await desk.me.futures.getOrder({ contractName: name, orderId });
          expect(now.executedQty).toBe(preview.lotsNow);
          expect(now.status === "CANCELLED").toBe(preview.isCutShort);
          const after = await standing(name, held);
          if (now.status === "FILLED" || now.status === "CANCELLED") {
            if (Number(now.executedQty) > 0) {
              counts[asked.action === "open" ? "opened" : "closed"]++;
              const { total, unseen } = await feesOf(name, orderId);
              const said = unitsOfFee(preview.fee);
              expect(total - said >= 0n && total - said <= unseen).toBe(true);
              if (total > said) counts.unseen++;
            }
            if (asked.action === "close" && before && after) {
              const gained =
                Number(after.position.closeProfit) - Number(before.position.closeProfit);
              expect(Number(preview.profit)).toBeCloseTo(gained, 7);
            }
            const ruin =
              after && Number(after.position.reducePrice) > 0
                ? after.position.reducePrice
                : undefined;
            if (ruin !== undefined) counts.ruin++;
            expect(preview.liquidationPrice).toBe(ruin);
          }
        },
      ),
      { seed, numRuns: runs(120, 200), examples: [TWO_AT_ONE_PRICE] },
    );
    if (name === "E-BTC-USD") expect(counts.unseen).toBeGreaterThan(0);
    expect(counts.refused).toBeGreaterThan(5);
    expect(counts.opened).toBeGreaterThan(0);
    expect(counts.closed).toBeGreaterThan(0);
    expect(counts.ruin).toBeGreaterThan(0);
  },
);

test.each([
  ["stop_loss", "open", "2900", -1014],
  ["up", "open", "3100.005", -1111],
  ["up", "open", "0", -1102],
  ["up", "open", "3100", undefined],
  ["stop_gain", "close", "3100", undefined],
] as const)(
  "FUT-CHECK-6 FUT-COND-2 a %s that is to %s at %s",
  async (trigger, action, triggerPrice, code) => {
    const name = "E-ETH-USDT";
    const typeOf = { stop_loss: 1, stop_gain: 2, up: 3, down: 4 } as const;
    const marketView = await desk.contractMarketView(name, { leverage: 20, mode: "cross" });
    const asked: ContractAsked = {
      side: action === "open" ? "buy" : "sell",
      action,
      mode: "cross",
      kind: "limit",
      timeInForce: "gtc",
      price: "3000",
      quantity: "10",
      trigger,
      triggerPrice,
    };

    const preview = previewContractOrder(marketView, asked);
    const real = await told(
      desk.me.futures.createConditionOrder({
        ...sent(name, asked, { leverage: 20, mode: "cross" }),
        triggerType: typeOf[trigger],
        triggerPrice,
      }),
    );

    const certain = preview.ok || preview.isLater ? undefined : CODES[preview.reason];
    expect(certain).toBe(code);
    expect(typeof real === "number" ? real : undefined).toBe(code);
  },
);

test("FUT-FREEZE-3 all of what is available opens exactly so much, and not one contract more", async () => {
  const name = "E-ETH-USDT";
  await desk.me.futures.setLeverage({ contractName: name, nowLevel: 20 });
  const mode = "cross" as const;
  const marketView = await desk.contractMarketView(name, { leverage: 20, mode });
  const asked: ContractAsked = {
    side: "buy",
    action: "open",
    mode,
    kind: "limit",
    timeInForce: "gtc",
    price: "3000",
    quantity: "",
    trigger: "none",
    triggerPrice: "",
  };

  const all = contractPreset(marketView, asked, 100) ?? "";
  const more = `${BigInt(all) + 1n}`;

  expect(Number(all)).toBeGreaterThan(1000);
  const send = (quantity: string) =>
    told(desk.me.futures.createOrder(sent(name, { ...asked, quantity }, { leverage: 20, mode })));
  expect([-2017, -1140]).toContain(await send(more));
  expect(typeof (await send(all))).toBe("object");
});
