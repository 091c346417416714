/** The demo's traders on its contracts: they recover from what users and the operator do to them. */
import { expect, test } from "vitest";
import { CONTRACTS, MarketDesk, TRADERS } from "../../../../test/support/market-desk.ts";
import { INDEX_DECIMALS } from "../../../core/engine/catalogue/catalogue.ts";
import type { Command } from "../../../core/engine/codec.ts";
import { brokenInvariants } from "../../../core/engine/invariants/invariants.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const LEVELS_MIN = 4;

function onContracts(desk: MarketDesk): Command[] {
  return desk.sent.map(({ command }) => command).filter((command) => "contract" in command);
}

function setIndex(desk: MarketDesk, price: bigint): void {
  const said = { asset: 1, source: "operator", weight: 1, price: price * 10n ** 18n };
  expect(INDEX_DECIMALS).toBe(18);
  desk.exchange.do({ type: "SetIndex", ...said, request: 0 });
}

test("the price of a contract is that of its pair, and the inverse contract is left to people", async () => {
  const desk = await MarketDesk.open();
  await desk.pass(MINUTE);

  const btc = desk.levels("BTCUSDT", "buy")[0]?.ticks ?? 0;
  const eth = desk.levels("ETHUSDT", "buy")[0]?.ticks ?? 0;
  expect(Math.abs((desk.market("E-BTC-USDT").book.bids.best?.ticks ?? 0) * 10 - btc)).toBeLessThan(
    btc / 1_000,
  );
  expect(Math.abs((desk.market("E-ETH-USDT").book.bids.best?.ticks ?? 0) - eth)).toBeLessThan(
    eth / 1_000,
  );
  expect(desk.exchange.state.futures.markets[2]?.book.bids.best).toBeUndefined();
  expect(desk.exchange.state.futures.markets[2]?.mark).toBeGreaterThan(0);
});

test.each(CONTRACTS)(
  "%s is whole again within four seconds after both sides were swept",
  async (name) => {
    const desk = await MarketDesk.open();
    await desk.pass(10 * SECOND);

    desk.takeContract("demo1", name, "sell", 1_000_000);
    desk.takeContract("demo2", name, "buy", 1_000_000);
    expect(desk.fewestContractLevels([name])).toBe(0);
    await desk.pass(4 * SECOND);

    expect(desk.fewestContractLevels([name])).toBeGreaterThanOrEqual(LEVELS_MIN);
    expect(brokenInvariants(desk.exchange.state)).toEqual([]);
  },
);

test("FUT-CHECK-12 where the operator sets the index, quotes follow the mark, and no trader is liquidated", async () => {
  const desk = await MarketDesk.open();
  await desk.pass(MINUTE);
  const ends: string[] = [];
  let refused = 0;
  desk.exchange.onEvent((event) => {
    if (event.type === "FuturesLiquidated" || event.type === "ForceClosed") ends.push(event.type);
  });
  const submit = desk.exchange.submit.bind(desk.exchange);
  desk.exchange.submit = async (command, notAfterMs) => {
    const submitted = await submit(command, notAfterMs);
    if (submitted.kind === "done" && !submitted.outcome.ok) refused++;
    return submitted;
  };

  for (const price of [28_000n, 90_000n, 40_000n]) {
    setIndex(desk, price);
    await desk.pass(10 * SECOND);

    const { mark, last } = desk.market();
    expect(Math.abs(mark - Number(price) * 10)).toBeLessThanOrEqual(Number(price) / 2);
    expect(Math.abs(last - mark) * 10).toBeLessThanOrEqual(mark);
    expect(desk.fewestContractLevels()).toBeGreaterThanOrEqual(LEVELS_MIN);
  }
  desk.exchange.do({ type: "WithdrawIndex", asset: 1, source: "operator", request: 0 });
  await desk.pass(5 * MINUTE);

  expect(ends).toEqual([]);
  expect(refused).toBe(0);
  const walk = (desk.levels("BTCUSDT", "buy")[0]?.ticks ?? 0) / 10;
  expect(Math.abs(desk.market().last - walk)).toBeLessThan(walk / 500);
});

test("people who only ever buy find a seller up to what the makers hold, and money stays exact", async () => {
  const desk = await MarketDesk.open();

  for (let times = 0; times < 60; times++) {
    if (desk.market().book.asks.best) desk.takeContract("demo1", "E-BTC-USDT", "buy", 50_000);
    await desk.pass(2 * SECOND);
  }

  const { buy } = desk.held("demo1", "E-BTC-USDT");
  expect(buy).toBeGreaterThan(500_000);
  for (const maker of ["maker1", "maker2"]) {
    expect(desk.held(maker, "E-BTC-USDT").sell).toBeLessThanOrEqual(2_000_000);
  }
  expect(brokenInvariants(desk.exchange.state)).toEqual([]);
});

test("a halted contract is left alone and taken up again when it resumes; the other goes on", async () => {
  const desk = await MarketDesk.open();
  const { id: contract } = desk.market("E-ETH-USDT").contract;
  await desk.pass(10 * SECOND);

  desk.exchange.do({ type: "HaltContract", contract, request: 0 });
  desk.sent.length = 0;
  await desk.pass(MINUTE);
  const meant = new Set(
    onContracts(desk).map((command) => "contract" in command && command.contract),
  );
  expect(meant).toEqual(new Set([desk.market("E-BTC-USDT").contract.id]));
  desk.exchange.do({ type: "ResumeContract", contract, request: 0 });
  desk.sent.length = 0;
  await desk.pass(MINUTE);

  expect(
    onContracts(desk).some((command) => "contract" in command && command.contract === contract),
  ).toBe(true);
  expect(desk.fewestContractLevels()).toBeGreaterThanOrEqual(LEVELS_MIN);
});

test("a restart leaves the quotes of the contracts where they are", async () => {
  const desk = await MarketDesk.open();
  await desk.pass(5 * MINUTE);
  const orders = () =>
    TRADERS.flatMap((trader) =>
      CONTRACTS.flatMap((name) => desk.futuresOrders(trader, name).map(({ id }) => id)),
    );
  const before = orders();
  desk.sent.length = 0;

  await desk.start();

  expect(onContracts(desk)).toEqual([]);
  expect(orders()).toEqual(before);
});
