/** What makes no sense of an order list, or is not carried out, is refused by its class before anything is sent. */
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { ArgumentsRequired, BadRequest, InvalidOrder, NotSupported } from "ccxt";
import { TapedBourse } from "./support/taped.ts";
import { Venue } from "./support/venue.ts";

const SYMBOL = "BTC/USDT";
const CROSS = { marginMode: "cross" };
const EXITS = { stopLossPrice: 49000, takeProfitPrice: 51000 };
const BRACKET = { stopLoss: { triggerPrice: 49000 }, takeProfit: { triggerPrice: 51000 } };

let venue: Venue;
let ann: TapedBourse;

before(async () => {
  venue = await Venue.open();
  const user = await venue.user({ USDT: "200000", BTC: "10" });
  ann = new TapedBourse({ ...user, enableRateLimit: false, options: { url: venue.url } });
  await ann.loadMarkets();
});
after(() => venue.close());
beforeEach(() => void ann.taken());

type Refused = readonly [type: string, price: number | undefined, params: object, RegExp];

const ATTACHED = { triggerPrice: 49000 };
const TRAILING = { trailingPercent: 1 };
/** By the class of the error; each buys 0.1. */
const REFUSED: ReadonlyMap<abstract new (...args: never[]) => Error, readonly Refused[]> = new Map([
  [
    ArgumentsRequired,
    [
      ["limit", 49900, { stopLoss: { price: 48900 } }, /params\.stopLoss\.triggerPrice/],
      ["limit", 49900, { takeProfit: {} }, /params\.takeProfit\.triggerPrice/],
      ["limit", 49900, { stopLoss: { ...ATTACHED, type: "limit" } }, /params\.stopLoss\.price/],
      ["limit", undefined, { stopLossPrice: 51000, takeProfitPrice: 49000 }, /stopLossLimitPrice/],
    ],
  ],
  [
    BadRequest,
    [
      ["limit", 49900, { stopLoss: 49000 }, /params\.stopLoss/],
      ["limit", 49900, { stopLoss: { ...ATTACHED, type: "market", price: 48900 } }, /price/],
      ["limit", 49900, { stopLossPrice: 51000, takeProfitPrice: 49000 }, /one price/],
      [
        ...(["limit", 49900] as const),
        { stopLoss: { ...ATTACHED, amount: 1 }, takeProfit: { triggerPrice: 51000, amount: 2 } },
        /one amount/,
      ],
      [
        ...(["market", undefined] as const),
        { ...BRACKET, createMarketBuyOrderRequiresPrice: false },
        /never a cost/,
      ],
    ],
  ],
  [
    NotSupported,
    [
      ["limit", 49900, { stopLoss: { ...ATTACHED, trailing: 1 } }, /params\.stopLoss\.trailing/],
      ["limit", 49900, { stopLoss: { ...ATTACHED, type: "stop" } }, /params\.stopLoss\.type/],
      ["limit", 49900, { stopLoss: { ...ATTACHED, priceType: "mark" } }, /priceType/],
      ["limit", 49900, { stopLoss: { ...ATTACHED, stopPrice: 48000 } }, /stopPrice/],
      ["market", undefined, { ...BRACKET, cost: 100 }, /params\.cost/],
      ["limit", 49900, { ...BRACKET, stopLossPrice: 49000 }, /params\.stopLossPrice/],
      ["market", undefined, { ...EXITS, ...BRACKET }, /params\.stopLoss/],
      ["market", undefined, { ...EXITS, timeInForce: "IOC" }, /params\.timeInForce/],
      ["limit", 49900, { takeProfit: TRAILING }, /params\.takeProfit\.trailingPercent/],
      [
        ...(["limit", 49900] as const),
        { stopLoss: { ...TRAILING, ...ATTACHED } },
        /params\.stopLoss\.trailingPercent/,
      ],
      ["market", undefined, { ...EXITS, ...TRAILING }, /params\.stopLossPrice/],
      [
        ...(["market", undefined] as const),
        { takeProfitPrice: 49000, ...TRAILING, trailingTriggerPrice: 51000 },
        /params\.trailingTriggerPrice/,
      ],
      ["market", undefined, { ...EXITS, icebergAmount: 0.01 }, /params\.icebergAmount/],
      ["market", undefined, { ...EXITS, icebergQty: "0.01" }, /params\.icebergQty/],
      ["market", undefined, { ...EXITS, triggerPrice: 50500 }, /params\.triggerPrice/],
      ["limit", 49900, { ...BRACKET, ...CROSS }, /margin has no order lists/],
    ],
  ],
  [
    InvalidOrder,
    [
      ["limit", 49900, { stopLoss: { triggerPrice: 49900 } }, /losing side/],
      ["limit", 49900, { takeProfit: { triggerPrice: 49900.001 } }, /losing side/],
      [
        ...(["limit", 49900] as const),
        { stopLoss: TRAILING, takeProfit: { triggerPrice: 49900 } },
        /losing side/,
      ],
      ["limit", 49900, { stopLoss: { trailingPercent: 0.05 } }, /params\.trailingPercent/],
      ["market", undefined, { takeProfitPrice: 49000, trailingPercent: 21 }, /trailingPercent/],
      [
        ...(["limit", 49900] as const),
        { stopLoss: ATTACHED, takeProfit: { triggerPrice: 49500 } },
        /losing side/,
      ],
      [
        ...(["limit", 49900] as const),
        { stopLoss: { triggerPrice: 50000 }, takeProfit: { triggerPrice: 51000 } },
        /losing side/,
      ],
      ["market", undefined, { stopLossPrice: 49000, takeProfitPrice: 51000 }, /losing side/],
    ],
  ],
]);

for (const [kind, rows] of REFUSED) {
  for (const [type, price, params, said] of rows) {
    test(`${kind.name}, and nothing is sent: ${type} at ${price} with ${JSON.stringify(params)}`, async () => {
      const placed = ann.createOrder(SYMBOL, type, "buy", 0.1, price, params);

      await assert.rejects(placed, (error: Error) => {
        assert.equal(error.constructor, kind, error.message);
        assert.match(error.message, said);
        return true;
      });
      assert.deepEqual(ann.taken(), []);
    });
  }
}

test("createOrders and editOrder place no lists", async () => {
  const row = { symbol: SYMBOL, type: "limit", side: "buy", amount: 0.1, price: 49900 } as const;
  const { id } = await ann.createOrder(SYMBOL, "limit", "buy", 0.1, 49900);
  ann.taken();

  for (const params of [BRACKET, { stopLossPrice: 51000, takeProfitPrice: 49000 }]) {
    await assert.rejects(ann.createOrders([row, { ...row, params }]), NotSupported);
    const edited = ann.editOrder(id as string, SYMBOL, "limit", "buy", 0.1, 49950, params);
    await assert.rejects(edited, NotSupported);
  }
  assert.deepEqual(ann.taken(), []);
});
