/**
 * SPOT-FIELD-4: why an order was canceled stands in the reply that placed it, in its query and in the history, and is the same in
 * each, in three areas.
 */
import { expect, test } from "vitest";
import type { User } from "../support/http-client.ts";
import { BorrowingDesk } from "./borrowing-desk.ts";
import { ContractDesk, LINEAR } from "./contract-desk.ts";
import { type Fields, LIMIT } from "./order-tables.ts";

const SELL = { ...LIMIT, side: "SELL" };
const MARKET = { symbol: "BTCUSDT", type: "MARKET", side: "BUY", volume: "50" };

/** A pair whose last price is 100 and whose book is empty; both users have money in either area. */
class PairDesk {
  readonly desk: BorrowingDesk;
  readonly root: string;

  private constructor(desk: BorrowingDesk, root: string) {
    this.desk = desk;
    this.root = root;
  }

  static async open(root: string): Promise<PairDesk> {
    const desk = new PairDesk(await BorrowingDesk.open(), root);
    for (const user of ["demo1", "demo2"] as const) {
      await desk.desk.moveIn(user, "5 BTC");
      await desk.desk.moveIn(user, "50000 USDT");
    }
    await desk.place(SELL, "demo2");
    await desk.place(LIMIT);
    return desk;
  }

  async place(fields: object, user: User = "demo1"): Promise<Fields> {
    const { status, json } = await this.desk.post(`${this.root}/order`, fields, user);
    expect(status, JSON.stringify(json)).toBe(200);
    return json as Fields;
  }

  /** The order by each of its other doors. */
  async elsewhere({ orderId }: Fields): Promise<Fields[]> {
    const asked = await this.desk.get(`${this.root}/order?symbol=BTCUSDT&orderId=${orderId}`);
    const history = await this.desk.get(`${this.root}/historyOrders?symbol=BTCUSDT`);
    const row = (history.json as Fields[]).find((one) => one["orderId"] === orderId);
    return [asked.json as Fields, row ?? expect.fail("no row in the history")];
  }
}

type Row = readonly [string, (desk: PairDesk) => Promise<Fields>];

const ENDS: readonly Row[] = [
  ["IMMEDIATE_OR_CANCEL", (desk) => desk.place({ ...LIMIT, timeInForce: "IOC" })],
  ["FILL_OR_KILL", (desk) => desk.place({ ...LIMIT, timeInForce: "FOK" })],
  [
    "POST_ONLY",
    async (desk) => {
      await desk.place(SELL, "demo2");
      return desk.place({ ...LIMIT, postOnly: true });
    },
  ],
  [
    "SELF_TRADE",
    async (desk) => {
      await desk.place(SELL);
      return desk.place({ ...LIMIT, selfTrade: "EXPIRE_TAKER" });
    },
  ],
  [
    "OUT_OF_RANGE",
    async (desk) => {
      await desk.place({ ...SELL, price: "250" }, "demo2");
      return desk.place(MARKET);
    },
  ],
  [
    "EMPTY_BOOK",
    async (desk) => {
      await desk.place(SELL, "demo2");
      return desk.place({ ...MARKET, volume: "200" });
    },
  ],
  [
    "BELOW_ONE_STEP",
    async (desk) => {
      await desk.place({ ...SELL, price: "120" }, "demo2");
      return desk.place({ ...MARKET, volume: "0.0001" });
    },
  ],
];

for (const root of ["/sapi/v1", "/sapi/v1/margin"]) {
  test.each(ENDS)(
    `SPOT-FIELD-4 ${root}: %s in the reply, the query and the history`,
    async (endReason, end) => {
      const desk = await PairDesk.open(root);

      const reply = await end(desk);

      const told = { status: "CANCELED", endReason };
      expect(reply).toMatchObject(told);
      expect(await desk.elsewhere(reply)).toMatchObject([told, told]);
    },
  );
}

test("SPOT-FIELD-4 an order that its user canceled, one that rests and one that was filled have no reason", async () => {
  const desk = await PairDesk.open("/sapi/v1");
  const canceled = await desk.place({ ...LIMIT, price: "90" });
  await desk.desk.post("/sapi/v1/cancel", { symbol: "BTCUSDT", orderId: canceled["orderId"] });
  const filled = await desk.place(SELL).then(() => desk.place(LIMIT, "demo2"));

  for (const fields of [canceled, filled, ...(await desk.elsewhere(canceled))]) {
    expect(fields).not.toHaveProperty("endReason");
  }
});

test("SPOT-FIELD-4 SPOT-REPLACE-4 the order that replaces another says it, too", async () => {
  const desk = await PairDesk.open("/sapi/v1");
  const first = await desk.place({ ...LIMIT, price: "90" });
  const next = { ...LIMIT, timeInForce: "IOC", cancelOrderId: first["orderId"] };

  const { json } = await desk.desk.post("/sapi/v1/order/cancelReplace", {
    ...next,
    cancelReplaceMode: "STOP_ON_FAILURE",
  });

  expect(json).toMatchObject({ newOrderResponse: { endReason: "IMMEDIATE_OR_CANCEL" } });
});

type FuturesRow = readonly [string, string, Fields, string | undefined];

const FUTURES_ENDS: readonly FuturesRow[] = [
  ["IMMEDIATE_OR_CANCEL", "BUY OPEN 10 @ 40000", { timeInForce: "IOC" }, undefined],
  ["FILL_OR_KILL", "BUY OPEN 10 @ 40000", { timeInForce: "FOK" }, undefined],
  ["POST_ONLY", "BUY OPEN 10 @ 40000", { postOnly: true }, "SELL OPEN 10 @ 40000"],
  ["OUT_OF_RANGE", "BUY OPEN 40", {}, "SELL OPEN 10 @ 90000"],
  ["EMPTY_BOOK", "BUY OPEN 400", {}, "SELL OPEN 10 @ 40000"],
];

test.each(FUTURES_ENDS)(
  "SPOT-FIELD-4 futures: %s of %s with %j in the query and the history",
  async (endReason, words, more, resting) => {
    const desk = await ContractDesk.open({ mark: "40000" });
    if (resting) await desk.place("demo2", resting);

    const orderId = await desk.place("demo1", words, more);

    expect(await futuresEnds(desk, orderId)).toMatchObject([
      { status: "CANCELLED", endReason },
      { status: 4, endReason },
    ]);
  },
);

test("SPOT-FIELD-4 FUT-STP-1 futures: SELF_TRADE of an order that meets the user's own", async () => {
  const desk = await ContractDesk.open({ mark: "40000" });
  await desk.place("demo1", "SELL OPEN 10 @ 40000");

  const orderId = await desk.place("demo1", "BUY OPEN 10 @ 40000");

  const told = { endReason: "SELF_TRADE" };
  expect(await futuresEnds(desk, orderId)).toMatchObject([told, told]);
});

async function futuresEnds(desk: ContractDesk, orderId: number): Promise<Fields[]> {
  const [order] = await desk.shown<Fields[]>(
    desk.get(`order?contractName=${LINEAR}&orderId=${orderId}`),
  );
  const rows = await desk.shown<Fields[]>(
    desk.post("orderHistorical", { contractName: LINEAR, limit: 10 }),
  );
  const row = rows.find((one) => one["orderId"] === orderId);
  return [order ?? expect.fail("no order"), row ?? expect.fail("no row in the history")];
}

test("SPOT-FIELD-4 a futures order that its user canceled has no reason", async () => {
  const desk = await ContractDesk.open({ mark: "40000" });
  const orderId = await desk.place("demo1", "BUY OPEN 10 @ 40000");
  await desk.shown(desk.post("cancel", { contractName: LINEAR, orderId }));

  for (const fields of await futuresEnds(desk, orderId)) {
    expect(fields).not.toHaveProperty("endReason");
  }
});
