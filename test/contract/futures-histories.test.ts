/** Histories of futures through the dialect: ended orders, own trades, profits, in pages. */
import { expect, test } from "vitest";
import { exampleNamed, plain } from "../support/examples.ts";
import { asked, ContractDesk, type Fields, INVERSE, LINEAR, USERS } from "./contract-desk.ts";

const NOW = 1_700_000_001_000;
const DATE = "2023-11-14T22:13:21";

function historyOf(desk: ContractDesk, body: Fields = {}, user: "demo1" | "demo2" = "demo1") {
  const named = { contractName: LINEAR, ...body };
  return desk.shown<Fields[]>(desk.post("orderHistorical", named, user));
}

test("FUT-08 FUT-FIELD-10 FUT-FIELD-11 an order canceled after a fill, with money and codes", async () => {
  const { given, expect: expected } = exampleNamed("FUT-08");
  const { order } = given as { order: Record<string, string> };
  const desk = await ContractDesk.open({ mark: "41000" });
  desk.change(1, { volumeMin: 1, moneyMin: 0n });
  await desk.place("demo2", `SELL OPEN ${order["dealVolume"]} @ ${order["price"]}`);
  const words = `BUY OPEN ${order["volume"]} @ ${order["price"]}`;
  const orderId = await desk.place("demo1", words, { timeInForce: order["timeInForce"] });
  await desk.shown(desk.post("cancel", { contractName: LINEAR, orderId }));

  const [{ dealMoney, avgPrice, status, type } = {}] = await historyOf(desk);

  const written = { dealMoney: `${dealMoney}`, avgPrice: `${avgPrice}`, status, type };
  expect(plain(written)).toEqual(expected);
});

test("FUT-FIELD-10 FUT-FIELD-11 FUT-WIRE-8 a record of the order history has every field in its form", async () => {
  const desk = await ContractDesk.open({ mark: "40000" });
  await desk.place("demo2", "SELL OPEN 4 @ 40000");

  const id = await desk.place("demo1", "BUY OPEN 10 @ 40000.5", {
    ...{ positionType: 2, timeInForce: "IOC", clientOrderId: "h-1" },
  });

  expect(await historyOf(desk)).toEqual([
    {
      ...{ orderId: id, orderIdString: `${id}`, clientId: "h-1" },
      ...{ contractId: 1, contractName: LINEAR, side: "BUY", openOrClose: "OPEN" },
      ...{ positionType: 2, leverageLevel: 20, type: 3, status: 4 },
      ...{ triggerType: 0, triggerPrice: 0, triggerPriceSource: "NONE" },
      ...{ price: 40_000.5, volume: 10, avgPrice: 40_000, dealVolume: 4, dealMoney: 16 },
      ...{ openMakerFeeRate: 0.0002, openTakerFeeRate: 0.0004 },
      ...{ closeMakerFeeRate: 0.0002, closeTakerFeeRate: 0.0004 },
      ...{ ctime: DATE, ctimeMs: NOW, forced: "NONE", endReason: "IMMEDIATE_OR_CANCEL" },
    },
  ]);
});

test.each([
  ["BUY OPEN 40", {}, 2, 2, 40],
  ["BUY OPEN 3 @ 40000", {}, 1, 2, 3],
  ["BUY OPEN 3 @ 40000", { type: "IOC" }, 3, 2, 3],
  ["BUY OPEN 3 @ 40000", { timeInForce: "FOK" }, 4, 2, 3],
  ["BUY OPEN 3 @ 40000", { timeInForce: "POST_ONLY" }, 5, 4, 3],
])(
  "FUT-40 FUT-FIELD-10 %s with %j is of type %i and status %i",
  async (words, more, type, status, volume) => {
    const desk = await ContractDesk.open({ mark: "40000" });
    await desk.place("demo2", "SELL OPEN 10 @ 40000");

    await desk.place("demo1", words, more);

    expect(await historyOf(desk)).toMatchObject([{ type, status, volume }]);
  },
);

test("FUT-FIELD-10 FUT-FIELD-13 a condition order that is rejected at its trigger has status 6, and its condition", async () => {
  const desk = await ContractDesk.open({ mark: "40000" });
  await desk.shown(
    desk.post("conditionOrder", {
      ...asked("SELL CLOSE 10 @ 40000"),
      ...{ triggerType: 4, triggerPrice: "40000", positionType: 2 },
    }),
  );
  await desk.open(3, "40000");

  const records = await historyOf(desk);

  const condition = { triggerType: 4, triggerPrice: 40_000, triggerPriceSource: "LAST" };
  expect(records.at(-1)).toMatchObject({
    ...{ orderId: 1, status: 6, dealVolume: 0, avgPrice: 0 },
    ...condition,
  });
  const query = `order?contractName=${LINEAR}&orderId=1`;
  expect(await desk.orders(query)).toMatchObject([{ status: "REJECTED", ...condition }]);
});

test("FUT-FIELD-3 a position that ended leaves one profit record with every field", async () => {
  const desk = await ContractDesk.open({ mark: "40000" });
  await desk.open(10, "40000");
  desk.http.exchange.nowMs += 5_000;
  await desk.place("demo2", "BUY CLOSE 10 @ 41000");
  await desk.place("demo1", "SELL CLOSE 10 @ 41000");

  const profits = (user: "demo1" | "demo2") =>
    desk.shown<Fields[]>(desk.post("profitHistorical", "", user));

  const shared = {
    ...{ contractId: 1, positionType: 1, leverageLevel: 20, openPrice: 40_000 },
    ...{ openEndPrice: 40_000, volume: 10, settleProfit: 0, capitalFee: 0, shareAmount: 0 },
    ...{ ctime: NOW, mtime: NOW + 5_000, forced: "NONE" },
  };
  // 40 at 0.0004 and 41 at 0.0004; as the maker half of it.
  const [long, short] = [await profits("demo1"), await profits("demo2")];
  expect(long).toEqual([
    {
      ...{ ...shared, side: "BUY", closeProfit: 1, tradeFee: -0.0324 },
      ...{ realizedAmount: 0.9676, historyRealizedAmount: 0.9676 },
      ...{ id: expect.any(Number), positionId: expect.any(Number) },
    },
  ]);
  expect(short).toEqual([
    {
      ...{ ...shared, side: "SELL", closeProfit: -1, tradeFee: -0.0162 },
      ...{ realizedAmount: -1.0162, historyRealizedAmount: -1.0162 },
      ...{ id: expect.any(Number), positionId: expect.any(Number) },
    },
  ]);
  const ids = [...long, ...short].map(({ id }) => id);
  expect(ids.sort()).toEqual([1, 2]);
});

test("HIST-PROFIT-1 profits are of a contract, or of all; their own id pages them", async () => {
  const desk = await ContractDesk.open({ mark: "40000" });
  for (const contractName of [LINEAR, INVERSE, LINEAR]) {
    await desk.open(10, "40000", { contractName });
    await desk.place("demo2", "BUY CLOSE 10 @ 40000", { contractName });
    await desk.place("demo1", "SELL CLOSE 10 @ 40000", { contractName });
  }
  const pages = (body: unknown) =>
    desk
      .shown<Fields[]>(desk.post("profitHistorical", body))
      .then((found) => found.map(({ contractId }) => contractId));

  expect(await pages({})).toEqual([1, 2, 1]);
  expect(await pages({ contractName: LINEAR })).toEqual([1, 1]);
  expect(await pages({ ContractName: INVERSE })).toEqual([2]);
  expect(await pages({ limit: 1 })).toEqual([1]);
  expect(await pages({ fromId: 3, limit: "1" })).toEqual([2]);
});

test("FUT-FIELD-12 FUT-WIRE-4 an own trade has every field, as its side sees it", async () => {
  const desk = await ContractDesk.open({ mark: "40000" });
  await desk.open(10, "40000");

  const trades = (user: "demo1" | "demo2") => desk.orders(`myTrades?contractName=${LINEAR}`, user);

  const shared = {
    ...{ symbol: "BTCUSDT", contractName: LINEAR, id: 1, tradeId: 1, bidId: 2, askId: 1 },
    ...{ bidUserId: USERS.demo1, askUserId: USERS.demo2, price: 40_000, qty: 10, amount: 40 },
    time: NOW,
    forced: "NONE",
  };
  expect(await trades("demo1")).toEqual([
    { ...shared, fee: 0.016, side: "BUY", isBuyer: true, isMaker: false },
  ]);
  expect(await trades("demo2")).toEqual([
    { ...shared, fee: 0.008, side: "SELL", isBuyer: false, isMaker: true },
  ]);
});

test("FUT-FIELD-12 the amount of an inverse trade is in its coin, and a rebate is below zero", async () => {
  const desk = await ContractDesk.open({ mark: "30000" });
  const fees = { openMakerRate: -10_000, openTakerRate: 40_000 };
  desk.change(2, { fees: { ...fees, closeMakerRate: 0, closeTakerRate: 10_000 } });
  // A rebate is paid from fees that others have paid before.
  await desk.open(1, "30000", { contractName: INVERSE });
  await desk.open(1, "30000", { contractName: INVERSE });

  const [trade] = await desk.orders(`myTrades?contractName=${INVERSE}`, "demo2");

  expect(trade).toMatchObject({ symbol: "BTCUSD", qty: 1, amount: 0.00333333, fee: -0.00000033 });
});

/** Eleven ended orders of demo1, ids 1 to 11. */
async function withEleven(): Promise<ContractDesk> {
  const desk = await ContractDesk.open({ mark: "40000" });
  for (let count = 0; count < 11; count++) {
    await desk.place("demo1", "BUY OPEN 3 @ 39000", { timeInForce: "IOC" });
  }
  return desk;
}

test.each<[Fields, readonly number[]]>([
  [{ limit: 2 }, [11, 10]],
  [{ limit: "2" }, [11, 10]],
  [{ limit: 2, fromId: 3 }, [4, 3]],
  [{ limit: 2, fromId: "10" }, [11, 10]],
  [{ fromId: 10, limit: 5_000 }, [11, 10]],
  [{ fromId: 12 }, []],
  [{ fromId: "9".repeat(30) }, []],
])("HIST-PAGE-1 the page %j of the order history holds %j", async (body, ids) => {
  const desk = await withEleven();

  const page = await historyOf(desk, body);

  expect(page.map(({ orderId }) => orderId)).toEqual(ids);
});

test.each<[Fields, number]>([
  [{ contractName: "" }, -1102],
  [{ contractName: "NONE" }, -1121],
  [{ ContractName: LINEAR }, -1101],
  [{ limit: 0 }, -1102],
  [{ limit: "100abc" }, -1102],
  [{ fromId: "1' OR 1=1" }, -1100],
  [{ fromId: -1 }, -1100],
])("SEC-36 SEC-37 a history with %j is %i", async (change, code) => {
  const desk = await withEleven();
  const body = { contractName: LINEAR, ...change };

  const query = new URLSearchParams(body as Record<string, string>);
  const answers = [
    await desk.post("orderHistorical", body),
    await desk.get(`myTrades?${query}`),
    ...(change["contractName"] === "" ? [] : [await desk.post("profitHistorical", body)]),
  ];

  for (const answer of answers) expect(answer).toMatchObject({ status: 400, json: { code } });
});

test("HIST-BOUND-1 while the archive is behind, pages are refused with 503", async () => {
  const desk = await ContractDesk.open({ mark: "40000" });
  desk.http.tampered.history.page = async () => "behind";

  const answers = [
    await desk.post("orderHistorical", { contractName: LINEAR }),
    await desk.post("profitHistorical", {}),
    await desk.get(`myTrades?contractName=${LINEAR}`),
    await desk.get(`order?contractName=${LINEAR}`),
  ];

  for (const answer of answers) {
    expect(answer).toMatchObject({ status: 503, json: { code: -1001 } });
  }
});

test("HIST-FORCED-1 HIST-FORCED-2 FUT-FIELD-10 what the exchange closed is a filled order of type 1 without fees", async () => {
  const desk = await ContractDesk.open({ mark: "40000" });
  const units = 1_000_000_000n;
  desk.must({
    type: "FillFund",
    id: "f",
    fund: "futures_insurance",
    asset: 2,
    amount: units,
    request: 0,
  });
  await desk.open(100, "40000", { positionType: 2 });
  // 400 USDT at 20x: bankrupt at 38000, taken over before, and sold to this bid.
  await desk.place("demo2", "BUY OPEN 100 @ 38000", { positionType: 2 });

  desk.index("38100");

  const [record] = await historyOf(desk);
  expect(record).toMatchObject({
    ...{ side: "SELL", openOrClose: "CLOSE", type: 1, status: 2, positionType: 2 },
    ...{ price: 38_000, avgPrice: 38_000, volume: 100, dealVolume: 100, dealMoney: 380 },
    ...{ openMakerFeeRate: 0, openTakerFeeRate: 0, closeMakerFeeRate: 0, closeTakerFeeRate: 0 },
  });
  const [trade] = await desk.orders(`myTrades?contractName=${LINEAR}`);
  expect(trade).toMatchObject({
    ...{ price: 38_000, qty: 100, fee: 0, isBuyer: false, isMaker: false },
    ...{ askId: record?.["orderId"], askUserId: USERS.demo1, bidId: 0, bidUserId: 0 },
  });
  const [profit] = await desk.shown<Fields[]>(desk.post("profitHistorical", {}));
  expect(profit).toMatchObject({
    closeProfit: -20,
    tradeFee: -0.16,
    historyRealizedAmount: -20.16,
  });
  const forced = [record, trade, profit].map((row) => row?.["forced"]);
  expect(forced).toEqual(["LIQUIDATION", "LIQUIDATION", "LIQUIDATION"]);
  const opened = (await desk.orders(`myTrades?contractName=${LINEAR}`))[1];
  expect(opened?.["forced"]).toBe("NONE");
  const query = `order?contractName=${LINEAR}&orderId=${record?.["orderId"]}`;
  expect(await desk.orders(query)).toMatchObject([
    { status: "FILLED", price: 38_000, avgPrice: 38_000, type: "LIMIT", timeInForce: "GTC" },
  ]);
});
