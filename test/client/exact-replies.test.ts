/** What the replies look like to a caller: money as the text that the server wrote, the rest as numbers. */
import { expect, test } from "vitest";
import { ClientDesk } from "./client-desk.ts";

const NAME = "E-BTC-USDT";
const CONTRACT = { contractName: NAME };
const LIMIT = { ...CONTRACT, type: "LIMIT", positionType: 2, volume: "20" } as const;

async function deskWithPosition() {
  const desk = await ClientDesk.open();
  const index = { type: "SetIndex", asset: 1, source: "operator", weight: 1, request: 0 } as const;
  desk.http.must({ ...index, price: 50_000n * 10n ** 18n });
  const long = desk.client().futures;
  const short = desk.client({ user: "demo2" }).futures;
  const price = "49999.9";
  await long.createOrder({ ...LIMIT, side: "BUY", open: "OPEN", price });
  await short.createOrder({ ...LIMIT, side: "SELL", open: "OPEN", price });
  return { desk, long, short };
}

test("a position: volumes, prices and money are decimal text, ids and words numbers", async () => {
  const { long } = await deskWithPosition();

  const { account } = await long.account();
  const usdt = account.find(({ marginCoin }) => marginCoin === "USDT");
  const [position] = usdt?.positionVos[0]?.positions ?? [];

  expect(usdt?.positionVos[0]?.contractName).toBe(NAME);
  expect(position).toMatchObject({
    id: expect.any(Number),
    uid: expect.any(Number),
    positionType: 2,
    freezeLock: 0,
    leverageLevel: expect.any(Number),
    volume: "20",
    openPrice: "49999.9",
    holdAmount: expect.stringMatching(/^\d+(?:\.\d+)?$/),
    tradeFee: expect.any(String),
  });
  const figures = [...Object.values(usdt ?? {}), ...Object.values(position ?? {})];
  for (const figure of figures.filter((value) => typeof value === "number")) {
    expect(Number.isSafeInteger(figure)).toBe(true);
  }
});

test("orders, trades, history, contracts, index and candles of futures", async () => {
  const { long } = await deskWithPosition();

  const [order] = await long.newestOrders(CONTRACT);
  const [ended] = await long.orderHistory(CONTRACT);
  const [trade] = await long.myTrades(CONTRACT);
  const [contract] = await long.contracts();
  const prices = await long.index(CONTRACT);
  const [candle] = await long.klines({ ...CONTRACT, interval: "1min" });

  expect(order).toMatchObject({ price: "49999.9", origQty: "20", executedQty: "20" });
  expect(order?.time).toBe(order?.transactTime);
  expect(ended).toMatchObject({ type: 1, status: 2, dealVolume: "20", dealMoney: "99.9998" });
  expect(trade).toMatchObject({ price: "49999.9", qty: "20", amount: "99.9998" });
  expect(contract).toMatchObject({ multiplier: "0.0001", status: 1, side: 1, pricePrecision: 1 });
  expect(prices).toMatchObject({ contractName: NAME, indexPrice: "50000" });
  expect(candle).toMatchObject({ close: "49999.9", vol: "20", idx: expect.any(Number) });
});

test("a balance that no double can hold comes out digit by digit", async () => {
  const { desk, long } = await deskWithPosition();
  const amount = 90_071_992_547_409_931_234_567_891n;
  const asset = desk.http.exchange.state.catalogue.assetsByName.get("USDT")?.id ?? 0;
  desk.http.must({ type: "Deposit", id: "large", user: 1, asset, amount, request: 0 });
  const { spot, wallet } = desk.client();

  await wallet.transfer({
    coinSymbol: "USDT",
    amount: "900719925474099312.34567891",
    ...({ fromAccount: "EXCHANGE", toAccount: "FUTURE" } as const),
  });
  const { balances } = await spot.account();
  const { account } = await long.account();

  const free = balances.find(({ asset }) => asset === "USDT")?.free;
  const normal = account.find(({ marginCoin }) => marginCoin === "USDT")?.accountNormal;
  expect(free).toBe("10000000");
  expect(normal).toMatch(/^9007199254\d{8}\.\d{7,8}$/);
  expect(BigInt((normal ?? "").replace(".", "")) > 2n ** 53n).toBe(true);
});
