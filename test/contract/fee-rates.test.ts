/** Fee rates of the user's own, through the API: what is shown, what is paid, and what others see of it. */
import { expect, test } from "vitest";
import { HttpDesk, type User } from "../support/http-client.ts";
import { ContractDesk, LINEAR } from "./contract-desk.ts";

const OWN = { makerRate: 20_000, takerRate: 50_000 };

async function deskWithRates(): Promise<HttpDesk> {
  const desk = await HttpDesk.open();
  const pair = desk.exchange.state.catalogue.pairsByName.get("BTCUSDT")?.id ?? 0;
  desk.must({ type: "SetUserFees", user: 1, pair, ...OWN, request: 0 });
  return desk;
}

async function shown(desk: HttpDesk, user: User, query = "") {
  const { status, json } = await desk.get(`/sapi/v1/feeRates${query}`, { user });
  expect(status).toBe(200);
  return json as { symbol: string; makerFeeRate: string; takerFeeRate: string }[];
}

test("SPOT-FEE-4 the user's own rates of one symbol, or of all in the order of the list", async () => {
  const desk = await deskWithRates();
  const own = { symbol: "BTCUSDT", makerFeeRate: "0.0002", takerFeeRate: "0.0005" };

  expect(await shown(desk, "demo1", "?symbol=btc/usdt")).toEqual([own]);
  expect(await shown(desk, "demo2", "?symbol=BTCUSDT")).toEqual([
    { symbol: "BTCUSDT", makerFeeRate: "0.001", takerFeeRate: "0.001" },
  ]);
  const { json } = await desk.get("/sapi/v1/symbols");
  const { symbols } = json as { symbols: Awaited<ReturnType<typeof shown>> };
  const market = symbols.map(({ symbol, makerFeeRate, takerFeeRate }) => {
    return { symbol, makerFeeRate, takerFeeRate };
  });
  expect(await shown(desk, "demo2")).toEqual(market);
  const all = market.map((row) => (row.symbol === "BTCUSDT" ? own : row));
  expect(await shown(desk, "demo1")).toEqual(all);
});

test("SPOT-FEE-4 a change of the symbol's rates, and rates below zero, are shown at once", async () => {
  const desk = await deskWithRates();
  await shown(desk, "demo2");
  const rates = { makerRate: -10_000, takerRate: 30_000 };

  desk.must({ type: "SetFees", pair: 1, ...rates, request: 0 });

  const [row] = await shown(desk, "demo2", "?symbol=BTCUSDT");
  expect(row).toMatchObject({ makerFeeRate: "-0.0001", takerFeeRate: "0.0003" });
});

test("SPOT-FEE-2 what a trade cost is in the own trades of both, each by its rates", async () => {
  const desk = await deskWithRates();
  const order = { symbol: "BTCUSDT", type: "LIMIT", price: "100", volume: "1" };
  await desk.post("/sapi/v1/order", { ...order, side: "SELL" }, { user: "demo1" });
  await desk.post("/sapi/v1/order", { ...order, side: "BUY" }, { user: "demo2" });

  const fees = await Promise.all(
    (["demo1", "demo2"] as const).map(async (user) => {
      const { json } = await desk.get("/sapi/v1/myTrades?symbol=BTCUSDT", { user });
      return (json as { fee: number; feeCoin: string }[]).map(({ fee, feeCoin }) => [fee, feeCoin]);
    }),
  );

  expect(fees).toEqual([[[0.02, "USDT"]], [[0.001, "BTC"]]]);
});

test("FUT-FEE-3 the four rates of one contract, or of all", async () => {
  const desk = await ContractDesk.open();
  const fees = {
    openMakerRate: -10_000,
    openTakerRate: 30_000,
    closeMakerRate: 0,
    closeTakerRate: 40_000,
  };
  desk.must({ type: "SetUserContractFees", user: 1, contract: 1, fees, request: 0 });
  const own = { openMakerFee: -0.0001, openTakerFee: 0.0003, closeMakerFee: 0 };
  const market = { openMakerFee: 0.0002, openTakerFee: 0.0004, closeMakerFee: 0.0002 };

  expect(await desk.shown(desk.get(`feeRates?ContractName=${LINEAR}`))).toEqual([
    { contractName: LINEAR, ...own, closeTakerFee: 0.0004 },
  ]);
  expect(await desk.shown(desk.get("feeRates"))).toMatchObject([own, market]);
});
