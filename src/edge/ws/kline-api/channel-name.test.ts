/** Channels by name: pairs, contracts of every type, and names that mean nothing. */
import { expect, test } from "vitest";
import { KlineApiDesk } from "../../../../test/support/kline-api-desk.ts";
import { INTERVALS } from "../../../core/views/interval.ts";
import { ChannelNames } from "./channel-name.ts";

async function openNames() {
  const desk = await KlineApiDesk.open();
  const names = new ChannelNames(desk.markets);
  const told = (name: string) => {
    const found = names.find(name);
    return found && `${found.market.name} ${found.kind}`;
  };
  return { ...desk, desk, names, told };
}

/** Another contract with the terms of E-BTC-USD, whose quote need not be an asset. */
function list({ market: { exchange } }: KlineApiDesk, name: string): number {
  const { catalogue } = exchange.state;
  const like = catalogue.contractsByName.get("E-BTC-USD");
  if (!like) throw new Error("the demo has it");
  const base = catalogue.assetsByName.get(name.split("-")[1] ?? "")?.id ?? like.base;
  const { id: _id, ...rules } = like;
  const outcome = exchange.do({ ...rules, type: "AddContract", name, base, request: 0 });
  expect(outcome).toMatchObject({ ok: true });
  return catalogue.contractsByName.get(name)?.id ?? 0;
}

function delist({ market: { exchange } }: KlineApiDesk, contract: number): void {
  exchange.do({ type: "DelistContract", contract, request: 0 });
}

test("STREAM-FAM-1 a symbol in small letters, of a contract its type, base and quote", async () => {
  const { told } = await openNames();

  expect(told("market_btcusdt_depth_step0")).toBe("BTCUSDT depth");
  expect(told("market_ethbtc_ticker")).toBe("ETHBTC ticker");
  expect(told("market_e_btcusdt_depth_step0")).toBe("E-BTC-USDT depth");
  expect(told("market_e_btcusd_trade_ticker")).toBe("E-BTC-USD trades");
  expect(told("market_e_ethusdt_ticker")).toBe("E-ETH-USDT ticker");
});

test("STREAM-FAM-1 klines have the intervals of the API", async () => {
  const { names } = await openNames();

  for (const interval of INTERVALS) {
    expect(names.find(`market_btcusdt_kline_${interval}`)).toMatchObject({ interval });
  }
  expect(names.find("market_btcusdt_kline_2min")).toBeUndefined();
});

test.each([
  "market_BTCUSDT_ticker",
  "market_btcusdt_depth_step1",
  "market_btcusdt_",
  "market__ticker",
  "market_btcusdt_kline",
  "market_e_dogeusdt_ticker",
  "market_dogeusdt_ticker",
  "market_btcusdt_trade",
  "market_e-btc-usdt_ticker",
  " market_btcusdt_ticker",
  "market_btcusdt_ticker\n",
])("STREAM-FAM-1 %j is no channel", async (name) => {
  expect((await openNames()).told(name)).toBeUndefined();
});

test("STREAM-FAM-1 contracts are found from their listing on, of any type", async () => {
  const { desk, told } = await openNames();
  expect(told("market_q_btcusd_ticker")).toBeUndefined();

  list(desk, "Q-BTC-USD");

  expect(told("market_q_btcusd_ticker")).toBe("Q-BTC-USD ticker");
});

test("STREAM-FAM-1 a name of several contracts is that of the first that is still listed", async () => {
  const { desk, told } = await openNames();
  desk.market.exchange.do({ type: "AddAsset", name: "BT", scale: 8, request: 0 });
  const first = list(desk, "X-BTC-USD");
  list(desk, "X-BT-CUSD");
  expect(told("market_x_btcusd_ticker")).toBe("X-BTC-USD ticker");

  delist(desk, first);

  expect(told("market_x_btcusd_ticker")).toBe("X-BT-CUSD ticker");
});
