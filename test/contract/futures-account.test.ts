/**
 * The futures account through the dialect: every field of accounts and positions, what a user sets at
 * a contract, and transfers to and from FUTURE.
 */
import { expect, test } from "vitest";
import type { User } from "../support/http-client.ts";
import { ContractDesk, type Fields, INVERSE, LINEAR, USERS } from "./contract-desk.ts";

const DATE = "2023-11-14T22:13:21";

const EMPTY = {
  ...{ accountLock: 0, partPositionNormal: 0, totalPositionNormal: 0, achievedAmount: 0 },
  ...{ unrealizedAmount: 0, totalMarginRate: 0, partEquity: 0, totalCost: 0, sumMarginRate: 0 },
  positionVos: [],
};

test("FUT-FIELD-8 an account lists every margin coin, zeros included", async () => {
  const desk = await ContractDesk.open();

  expect(await desk.shown(desk.get("account"))).toEqual({
    account: [
      { marginCoin: "BTC", accountNormal: 10, totalEquity: 10, ...EMPTY },
      { marginCoin: "USDT", accountNormal: 100_000, totalEquity: 100_000, ...EMPTY },
    ],
  });
});

test("FUT-FIELD-8 what a user has brought is listed, also where no contract is margined in it", async () => {
  const desk = await ContractDesk.open();
  const moved = { user: USERS.demo1, asset: 3, amount: 5n, request: 0 };
  desk.must({ type: "AddAsset", name: "ETH", scale: 8, request: 0 });
  desk.must({ type: "Deposit", id: "eth", ...moved });
  desk.must({ type: "Transfer", key: 1, from: "spot", to: "futures", ...moved });

  const coinsOf = async (user: User) => {
    const { account } = await desk.shown<{ account: Fields[] }>(desk.get("account", user));
    return account.map(({ marginCoin }) => marginCoin);
  };
  expect(await coinsOf("demo1")).toEqual(["BTC", "USDT", "ETH"]);
  expect(await coinsOf("demo2")).toEqual(["BTC", "USDT"]);
});

/** demo1 is long 10 at 40000, and the mark is 40400. */
async function withLong(more: Fields = {}): Promise<ContractDesk> {
  const desk = await ContractDesk.open({ mark: "40000" });
  await desk.open(10, "40000", more);
  desk.index("40400");
  return desk;
}

const LONG = {
  ...{ id: expect.any(Number), uid: USERS.demo1, contractId: 1, side: "BUY", volume: 10 },
  ...{ openPrice: 40_000, avgPrice: 40_000, closePrice: 0, leverageLevel: 20, openAmount: 2 },
  ...{ closeVolume: 0, pendingCloseVolume: 0, canCloseVolume: 10, shareAmount: 0 },
  ...{ realizedAmount: -0.016, historyRealizedAmount: -0.016, tradeFee: -0.016 },
  ...{ capitalFee: 0, closeProfit: 0, settleProfit: 0, freezeLock: 0, status: 1, brokerId: 1 },
  ...{ ctime: DATE, mtime: DATE, lockTime: DATE, unRealizedAmount: 0.4 },
  ...{ openRealizedAmount: 0.4, positionBalance: 40.4, indexPrice: 40_400 },
  ...{ keepRate: 0.005, maxFeeRate: 0.0004, returnRate: 0.2 },
};

test("FUT-FIELD-1 FUT-FIELD-2 FUT-FIELD-4 FUT-FIELD-7 FUT-WIRE-8 a cross position and its account", async () => {
  const desk = await withLong();

  const { positionVos, ...account } = await desk.account();

  expect(account).toEqual({
    ...{ marginCoin: "USDT", accountNormal: 99_999.984, accountLock: 0 },
    ...{ partPositionNormal: 0, totalPositionNormal: 2.02, achievedAmount: -0.016 },
    ...{ unrealizedAmount: 0.4, totalEquity: 100_000.384, partEquity: 0, totalCost: 2.02 },
    ...{ totalMarginRate: 2475.2570297, sumMarginRate: 2475.2570297 },
  });
  expect(positionVos).toEqual([
    {
      ...{ contractId: 1, contractName: LINEAR, contractOtherName: LINEAR },
      contractSymbol: "BTC-USDT",
      positions: [
        {
          ...{ ...LONG, positionType: 1, holdAmount: 2.02, marginRate: 2475.2570297 },
          reducePrice: Number("-100502698.57229037"),
        },
      ],
    },
  ]);
});

test("FUT-FIELD-5 FUT-FIELD-6 FUT-FIELD-7 an isolated position has margin of its own", async () => {
  const desk = await withLong({ positionType: 2 });

  expect(await desk.account()).toMatchObject({
    ...{ accountNormal: 99_997.984, partPositionNormal: 2, totalPositionNormal: 0 },
    ...{ totalEquity: 99_997.984, partEquity: 2.4, totalCost: 0, totalMarginRate: 0 },
    sumMarginRate: 2475.2570297,
  });
  expect(await desk.position()).toEqual({
    ...{ ...LONG, positionType: 2, holdAmount: 2, marginRate: 0.05940594 },
    reducePrice: 38_206.31409612,
  });
});

test("FUT-FIELD-2 FUT-FIELD-8 what orders take is shown: frozen, pending, closed", async () => {
  const desk = await withLong();
  await desk.place("demo1", "BUY OPEN 10 @ 40000");
  await desk.place("demo2", "BUY CLOSE 4 @ 40400");
  await desk.place("demo1", "SELL CLOSE 4 @ 40400");
  await desk.place("demo1", "SELL CLOSE 3 @ 41000");

  // 40 / 20 + 40 × 0.0004 frozen; 16.16 × 0.0004 paid
  expect(await desk.account()).toMatchObject({ accountLock: 2.016, achievedAmount: 0.137536 });
  expect(await desk.position()).toMatchObject({
    ...{ volume: 6, closeVolume: 4, pendingCloseVolume: 3, canCloseVolume: 3 },
    ...{ closePrice: 40_400, closeProfit: 0.16, tradeFee: -0.022464, realizedAmount: 0.137536 },
  });
});

test("FUT-FIELD-8 long and short, linear and inverse stand side by side", async () => {
  const desk = await ContractDesk.open({ mark: "40000" });
  await desk.open(10, "40000");
  await desk.place("demo2", "BUY OPEN 5 @ 40000");
  await desk.place("demo1", "SELL OPEN 5 @ 40000");
  await desk.open(8, "40000", { contractName: INVERSE, positionType: 2 });

  const [linear, inverse] = [await desk.account("demo1"), await desk.account("demo1", "BTC")];

  const sides = linear.positionVos.flatMap(({ positions }) => positions.map(({ side }) => side));
  expect(sides).toEqual(["BUY", "SELL"]);
  expect(inverse.positionVos).toMatchObject([
    { contractName: INVERSE, contractSymbol: "BTC-USD", positions: [{ positionBalance: 0.02 }] },
  ]);
});

/** The last mark at which it is safe, and the first at which it is not, of one decimal. */
function around(reducePrice: unknown, side: "BUY" | "SELL"): [string, string] {
  const tenths = Number(reducePrice) * 10;
  const [above, below] = [Math.floor(tenths) + 1, Math.floor(tenths)];
  const [safe, gone] = side === "BUY" ? [above, below] : [below, above];
  return [`${safe / 10}`, `${gone / 10}`];
}

test.each([
  [LINEAR, "BUY", 2],
  [LINEAR, "SELL", 2],
  [INVERSE, "BUY", 2],
  [INVERSE, "SELL", 2],
  [LINEAR, "BUY", 1],
  [INVERSE, "SELL", 1],
] as const)(
  "FUT-FIELD-7 what reducePrice says comes true: %s %s with positionType %i",
  async (contractName, side, positionType) => {
    const desk = await ContractDesk.open({ mark: "40000" });
    const user = side === "BUY" ? "demo1" : "demo2";
    const coin = contractName === LINEAR ? "USDT" : "BTC";
    const fund = { id: "f", fund: "futures_insurance", request: 0 } as const;
    desk.must({ type: "FillFund", ...fund, asset: coin === "BTC" ? 1 : 2, amount: 10n ** 12n });
    await desk.open(100, "40000", { contractName, positionType });
    if (positionType === 1) {
      // Cross: all that is not tied up leaves, but for a little.
      const { accountNormal, totalCost } = await desk.account(user, coin);
      const little = coin === "BTC" ? 0.001 : 1;
      const amount = (Number(accountNormal) - Number(totalCost) - little).toFixed(6);
      const body = { coinSymbol: coin, amount, fromAccount: "FUTURE", toAccount: "EXCHANGE" };
      await desk.shown(desk.http.post("/sapi/v1/asset/transfer", body, { user }));
    }
    const { reducePrice } = await desk.position(user, coin);
    const [safe, gone] = around(reducePrice, side);

    desk.index(safe);
    expect(await desk.position(user, coin)).toMatchObject({ volume: 100, freezeLock: 0 });
    desk.index(gone);
    expect((await desk.account(user, coin)).positionVos).toEqual([]);
    const profits = await desk.shown<Fields[]>(desk.post("profitHistorical", {}, user));
    expect(profits).toMatchObject([{ side, positionType, volume: 100 }]);
  },
);

test("NUM-DEC-1 FUT-WIRE-3 every number of an account is written in its one plain form", async () => {
  const desk = await ContractDesk.open({ mark: "40000" });
  await desk.open(3, "39999.9", { contractName: INVERSE });
  await desk.open(1_000, "40000", { positionType: 2 });
  const head = desk.http.head("GET", "/fapi/v1/account", "", {});

  const { body } = await desk.http.api.dispatch(head, new Uint8Array());

  const values = [...body.matchAll(/":(-?[^"[{,}\]]+)/g)].map(([, value]) => value ?? "");
  expect(values.length).toBeGreaterThan(80);
  const wrong = values.filter((value) => !/^-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/.test(value));
  expect(wrong).toEqual([]);
  expect(body).not.toContain('"-0"');
});

const LEVER = { contractName: LINEAR, nowLevel: 50 };

test("FUT-LEV-1 edit_lever sets the leverage of later orders and of cross positions", async () => {
  const desk = await withLong();

  expect(await desk.shown(desk.post("edit_lever", LEVER))).toEqual({});

  expect(await desk.position()).toMatchObject({ leverageLevel: 50, holdAmount: 0.808 });
});

const DEFAULT_CONFIG = [
  { contractId: 1, contractName: LINEAR, nowLevel: 20, marginModel: 1, positionModel: 2 },
  { contractId: 2, contractName: INVERSE, nowLevel: 20, marginModel: 1, positionModel: 2 },
];

test("FUT-LEV-4 leverage and margin mode are read of every contract, without a position", async () => {
  const desk = await ContractDesk.open({ mark: "40000" });
  expect(await desk.shown(desk.get("get_user_config"))).toEqual(DEFAULT_CONFIG);

  await desk.shown(desk.post("edit_lever", LEVER));
  await desk.shown(desk.post("edit_user_margin_model", { contractName: INVERSE, marginModel: 2 }));

  const [linear, inverse] = DEFAULT_CONFIG;
  expect(await desk.shown(desk.get("get_user_config"))).toEqual([
    { ...linear, nowLevel: 50 },
    { ...inverse, marginModel: 2 },
  ]);
  expect(await desk.shown(desk.get("get_user_config", "demo2"))).toEqual(DEFAULT_CONFIG);
  const named = await desk.shown(desk.get(`get_user_config?contractName=${INVERSE.toLowerCase()}`));
  expect(named).toEqual([{ ...inverse, marginModel: 2 }]);
  const unknown = await desk.get("get_user_config?contractName=NONE");
  expect([unknown.status, unknown.json]).toMatchObject([400, { code: -1121 }]);
});

test("FUT-LEV-4 FUT-MODE-1 the mode that an order has set is read, too", async () => {
  const desk = await ContractDesk.open({ mark: "40000" });

  await desk.open(10, "40000", { positionType: 2 });

  expect(await desk.shown(desk.get(`get_user_config?contractName=${LINEAR}`))).toEqual([
    { ...DEFAULT_CONFIG[0], marginModel: 2 },
  ]);
});

test.each<[Fields, number]>([
  ...["", null, "x", "1.5", "-1", true].map((nowLevel): [Fields, number] => [{ nowLevel }, -1102]),
  [{ contractName: "" }, -1102],
  [{ nowLevel: "x", contractName: "NONE" }, -1102],
  [{ contractName: "NONE", nowLevel: 0 }, -1121],
  [{ ContractName: LINEAR }, -1101],
  [{ nowLevel: 0 }, -1102],
  [{ nowLevel: 101 }, -1102],
  [{ nowLevel: "999999999999999" }, -1102],
])("FUT-LEV-1 edit_lever with %j is %i", async (change, code) => {
  const desk = await withLong();

  const { status, json } = await desk.post("edit_lever", { ...LEVER, ...change });

  expect({ status, json }).toEqual({ status: 400, json: { code, msg: expect.any(String) } });
});

test("FUT-LEV-2 FUT-LEV-3 edit_lever is refused with open orders, above the tier, beyond the money", async () => {
  const desk = await ContractDesk.open({ mark: "40000" });
  const codeAt = async (nowLevel: number) =>
    (await desk.post("edit_lever", { ...LEVER, nowLevel })).json;

  const orderId = await desk.place("demo1", "BUY OPEN 10 @ 39000");
  expect(await codeAt(50)).toMatchObject({ code: -1163 });
  await desk.shown(desk.post("cancel", { contractName: LINEAR, orderId }));
  await desk.open(30_000, "40000");
  expect(await codeAt(50)).toMatchObject({ code: -1140 });
  expect(await codeAt(1)).toMatchObject({ code: -2017 });
  expect(await codeAt(10)).toEqual({});
});

const MODEL = { contractName: LINEAR, marginModel: 2 };

test("FUT-MODE-1 edit_user_margin_model sets the mode, which an order must then bear only if held", async () => {
  const desk = await ContractDesk.open({ mark: "40000" });

  expect(await desk.shown(desk.post("edit_user_margin_model", MODEL))).toEqual({});
  expect(
    await desk.shown(desk.post("edit_user_margin_model", { ...MODEL, marginModel: "1" })),
  ).toEqual({});
  await desk.open(10, "40000");
  expect(await desk.post("edit_user_margin_model", MODEL)).toMatchObject({ json: { code: -1165 } });
});

test.each<[Fields, number]>([
  ...["", "x", 3, "0", 1.5, "cross"].map((model): [Fields, number] => [
    { marginModel: model },
    -1102,
  ]),
  [{ contractName: "NONE" }, -1121],
  [{ contractName: "NONE", marginModel: "x" }, -1102],
])("FUT-MODE-1 edit_user_margin_model with %j is %i", async (change, code) => {
  const desk = await ContractDesk.open();

  const { status, json } = await desk.post("edit_user_margin_model", { ...MODEL, ...change });

  expect({ status, json }).toEqual({ status: 400, json: { code, msg: expect.any(String) } });
});

test("FUT-MARGIN-1 FUT-MARGIN-2 margin goes into an isolated position, and back while it may", async () => {
  const desk = await withLong({ positionType: 2 });
  const { id: positionId } = await desk.position();
  const move = (amount: string | number) =>
    desk.post("edit_position_margin", { positionId, amount });

  expect(await desk.shown(move("7.5"))).toEqual({});
  expect(await desk.position()).toMatchObject({ holdAmount: 9.5 });
  expect(await desk.account()).toMatchObject({ accountNormal: 99_990.484 });
  expect(await desk.shown(move(-7.48))).toEqual({});
  expect(await desk.position()).toMatchObject({ holdAmount: 2.02 });
  expect(await move("-0.00000001")).toMatchObject({ json: { code: -2017 } });
  expect(await move("100000")).toMatchObject({ json: { code: -2017 } });
});

test.each<[Fields, User, number]>([
  [{ positionId: "" }, "demo1", -1102],
  [{ amount: "" }, "demo1", -1102],
  [{ amount: "x" }, "demo1", -1102],
  [{ amount: "0" }, "demo1", -1102],
  [{ amount: "-0.0" }, "demo1", -1102],
  [{ positionId: "a" }, "demo1", -1100],
  [{ positionId: "0" }, "demo1", -2013],
  [{ positionId: 99 }, "demo1", -2013],
  [{ positionId: "9".repeat(30) }, "demo1", -2013],
  [{}, "demo2", -2013],
  [{ amount: "0.000000001" }, "demo1", -1111],
  [{ amount: "0.000000001" }, "demo2", -2013],
])("FUT-MARGIN-1 edit_position_margin with %j by %s is %i", async (change, user, code) => {
  const desk = await withLong({ positionType: 2 });
  const { id: positionId } = await desk.position();

  const answer = await desk.post(
    "edit_position_margin",
    { positionId, amount: 1, ...change },
    user,
  );

  expect(answer.json).toEqual({ code, msg: expect.any(String) });
  expect(await desk.position()).toMatchObject({ holdAmount: 2 });
});

test("FUT-MARGIN-1 a cross position has no margin of its own, one that ended is none", async () => {
  const desk = await withLong();
  const { id: positionId } = await desk.position();
  const move = () => desk.post("edit_position_margin", { positionId, amount: 1 });

  expect(await move()).toMatchObject({ json: { code: -1165 } });
  await desk.place("demo2", "BUY CLOSE 10 @ 40400");
  await desk.place("demo1", "SELL CLOSE 10 @ 40400");
  expect((await move()).json).toEqual({ code: -2013, msg: "Position does not exist." });
});

test("USER-FREEZE-2 a frozen user sets nothing", async () => {
  const desk = await withLong({ positionType: 2 });
  const { id: positionId } = await desk.position();
  desk.must({ type: "FreezeUser", user: USERS.demo1, request: 0 });

  const answers = [
    await desk.post("edit_lever", LEVER),
    await desk.post("edit_user_margin_model", MODEL),
    await desk.post("edit_position_margin", { positionId, amount: 1 }),
  ];

  for (const { json } of answers) expect(json).toMatchObject({ code: -2016 });
});

function move(desk: ContractDesk, amount: string, fromAccount: string, toAccount: string) {
  const body = { coinSymbol: "USDT", amount, fromAccount, toAccount };
  return desk.http.post("/sapi/v1/asset/transfer", body);
}

test("FUT-TRANSFER-1 money goes to and from FUTURE, and no more than is available", async () => {
  const desk = await withLong();

  expect(await move(desk, "10", "EXCHANGE", "FUTURE")).toMatchObject({ status: 200 });
  expect(await move(desk, "5", "FUTURE", "MARGIN")).toMatchObject({ status: 200 });
  expect(await desk.account()).toMatchObject({ accountNormal: 100_004.984 });

  // 2.02 are tied up by the position.
  const beyond = await move(desk, "100002.96400001", "FUTURE", "EXCHANGE");
  expect(beyond).toMatchObject({ status: 400, json: { code: -2017 } });
  expect(await move(desk, "100002.964", "FUTURE", "EXCHANGE")).toMatchObject({ status: 200 });
  expect(await desk.account()).toMatchObject({ accountNormal: 2.02 });
});
