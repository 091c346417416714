/** A partial fill that crosses a cancel, in every area, and why there may be none. */
import { expect, test } from "vitest";
import { BourseError } from "../../client/client.ts";
import { createExchange, type InProcessExchange } from "../../create-exchange.ts";
import "../../../test/support/judged-apis.ts";

const SYMBOL = "BTCUSDT";
const BID = { symbol: SYMBOL, side: "BUY", type: "LIMIT", price: "30000" } as const;

async function withExchange(work: (exchange: InProcessExchange) => Promise<void>): Promise<void> {
  const exchange = await createExchange();
  try {
    await work(exchange);
  } finally {
    await exchange.close();
  }
}

function crossed(exchange: InProcessExchange, route: string, by = "demo2"): Promise<number> {
  return exchange.operator.addFault(route, "fill-before-cancel", { user: "demo1", by, count: 1 });
}

async function notesOf({ operator }: InProcessExchange): Promise<unknown[]> {
  return (await operator.strikes()).map(({ note }) => note);
}

test("SANDBOX-FAULT-15 half of a spot order is traded behind what stands before it, the rest is cancelled", () =>
  withExchange(async (exchange) => {
    const [mine, other] = [exchange.client("demo1").spot, exchange.client("demo2").spot];
    await other.createOrder({ ...BID, volume: "0.3", price: "30001" });
    await other.createOrder({ ...BID, volume: "0.2" });
    const { orderId } = await mine.createOrder({ ...BID, volume: "0.5" });
    await crossed(exchange, "POST /sapi/v1/cancel");

    await mine.cancelOrder({ symbol: SYMBOL, orderId });

    expect(await mine.getOrder({ symbol: SYMBOL, orderId })).toMatchObject({
      status: "CANCELED",
      executedQty: "0.25",
    });
    expect(await other.openOrders({ symbol: SYMBOL })).toEqual([]);
    expect(await notesOf(exchange)).toEqual([
      expect.stringMatching(/^0\.25 of it was traded before by order \d+$/),
    ]);
  }));

test("SANDBOX-FAULT-15 of one step all is traded, and the cancel finds it filled", () =>
  withExchange(async (exchange) => {
    const mine = exchange.client("demo1").spot;
    const step = "0.00001";
    const { orderId } = await mine.createOrder({ ...BID, volume: step, price: "60000" });
    await crossed(exchange, "POST /sapi/v1/cancel");

    await expect(mine.cancelOrder({ symbol: SYMBOL, orderId })).rejects.toBeInstanceOf(BourseError);

    expect(await mine.getOrder({ symbol: SYMBOL, orderId })).toMatchObject({ status: "FILLED" });
  }));

test("SANDBOX-FAULT-15 an order of margin and one of futures are crossed as well", () =>
  withExchange(async (exchange) => {
    const { operator } = exchange;
    await operator.setIndex("BTC", "30000");
    const [mine, other] = [exchange.client("demo1"), exchange.client("demo2")];
    const coins = { coinSymbol: "USDT", fromAccount: "EXCHANGE", amount: "5000" } as const;
    await mine.wallet.transfer({ ...coins, toAccount: "MARGIN" });
    for (const { wallet } of [mine, other])
      await wallet.transfer({ ...coins, toAccount: "FUTURE" });
    const { orderId } = await mine.margin.createOrder({ ...BID, volume: "0.1" });
    await crossed(exchange, "/sapi/v1/margin/cancel");
    await mine.margin.cancelOrder({ symbol: SYMBOL, orderId });

    const contractName = "E-BTC-USDT";
    const long = { contractName, side: "BUY", type: "LIMIT", open: "OPEN" } as const;
    const placed = await mine.futures.createOrder({
      ...long,
      positionType: 1,
      volume: "7",
      price: "30000",
    });
    await crossed(exchange, "/fapi/v1/cancel");
    await mine.futures.cancelOrder({ contractName, orderId: placed.orderId });

    const marginOrder = await mine.margin.getOrder({ symbol: SYMBOL, orderId });
    expect(marginOrder).toMatchObject({ status: "CANCELED", executedQty: "0.05" });
    expect(await notesOf(exchange)).toEqual([
      expect.stringMatching(/^0\.05 of it/),
      expect.stringMatching(/^4 of it/),
    ]);
  }));

test("SANDBOX-FAULT-15 where it cannot be done the cancel goes on, and the strike says why", () =>
  withExchange(async (exchange) => {
    const { operator } = exchange;
    const mine = exchange.client("demo1").spot;
    await operator.addUser("poor");
    await operator.addUser("keyless");
    await operator.addKey("poor");
    const cancel = async (by: string) => {
      const { orderId } = await mine.createOrder({ ...BID, volume: "0.5" });
      await crossed(exchange, "*", by);
      await mine.cancelOrder({ symbol: SYMBOL, orderId });
      return (await mine.getOrder({ symbol: SYMBOL, orderId })).executedQty;
    };

    expect([await cancel("poor"), await cancel("keyless"), await cancel("demo1")]).toEqual([
      "0",
      "0",
      "0",
    ]);
    await crossed(exchange, "*");
    await expect(mine.cancelOrder({ symbol: SYMBOL, orderId: 999 })).rejects.toThrow();
    expect(await notesOf(exchange)).toEqual([
      "the other order was refused: insufficient_balance",
      "the other user has no key to trade with",
      "the order is of the same user",
      "the order was not open",
    ]);
  }));
