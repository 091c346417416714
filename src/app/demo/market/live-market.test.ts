/** The demo's live market on the real engine: whole books, bursts of volume, and traders who last. */
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { CONTRACTS, MarketDesk, TRADERS } from "../../../../test/support/market-desk.ts";
import { runs } from "../../../../test/support/runs.ts";
import { present } from "../../../core/base/assert.ts";
import type { Draws } from "../../../core/base/draws.ts";
import { brokenInvariants } from "../../../core/engine/invariants/invariants.ts";
import { dueTicks } from "../../../runtime/sequencer/ticks.ts";
import { LiveMarket } from "../live-traders/live-market.ts";
import { type DemoPrices, LivePrices } from "./demo-prices.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 1_440 * MINUTE;
const STEP_MS = 200;

function hashOf(desk: MarketDesk): string {
  const text = JSON.stringify(desk.sent, (_, value) =>
    typeof value === "bigint" ? `${value}` : value,
  );
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

test("SANDBOX-MARKET-3 a calm market does to the letter what it did before there was a live one", async () => {
  const desk = await MarketDesk.provisioned();
  // Its steps are counted from here, however many commands it takes to provision a demo.
  desk.exchange.state.position = 1_000;
  await desk.start(7);
  await desk.pass(2 * MINUTE);

  expect(hashOf(desk)).toBe("5f2e072e9b71e421");
});

test("SANDBOX-MARKET-1 the same seed makes the same live market, another seed another", async () => {
  const [one, same, other] = [
    await MarketDesk.live(7),
    await MarketDesk.live(7),
    await MarketDesk.live(8),
  ];
  for (const desk of [one, same, other]) await desk.pass(runs(60, 60) * SECOND);

  expect(hashOf(same)).toBe(hashOf(one));
  expect(hashOf(other)).not.toBe(hashOf(one));
});

test("SANDBOX-MARKET-2 books stay whole, nothing is refused, volume comes in bursts, the pace is kept", async () => {
  // Its first minutes have a burst already.
  const desk = await MarketDesk.live(2);
  const volumes: bigint[] = [];
  let refused = 0;
  desk.exchange.onEvent((event) => {
    if (event.type === "OrderEnded" && event.status === "rejected") refused++;
    if (event.type !== "Traded" || event.pair !== desk.pair().id) return;
    const minute = Math.trunc(desk.time.monotonicMs() / MINUTE);
    volumes[minute] = (volumes[minute] ?? 0n) + BigInt(event.lots);
  });
  desk.sent.length = 0;

  const minutes = runs(10, 120);
  await desk.pass(minutes * MINUTE, () => {
    // Beside a fill, or after a leap, a far quote may be missing until its turn.
    if (Math.min(desk.fewestLevels(), desk.fewestContractLevels()) < 15)
      expect.fail("a broken book");
  });

  expect(refused).toBe(0);
  expect(desk.reports).toEqual([]);
  const sorted = volumes.map(Number).sort((a, b) => a - b);
  const middle = sorted[Math.trunc(sorted.length / 2)] ?? 0;
  expect((sorted.at(-1) ?? 0) / middle).toBeGreaterThan(3);
  expect(desk.sent.length / (minutes * 60)).toBeLessThan(30);
  for (const name of CONTRACTS) {
    const { mark, index, last } = desk.market(name);
    for (const price of [mark, last]) expect(Math.abs(price - index) * 200).toBeLessThan(index);
  }
  expect(brokenInvariants(desk.exchange.state)).toEqual([]);
}, 600_000);

/** Prices that go many steps at each step of the market: a month of moves for fewer orders. */
class FastPrices implements DemoPrices {
  readonly #prices: LivePrices;
  times: number;

  constructor(prices: LivePrices, times: number) {
    this.#prices = prices;
    this.times = times;
  }

  get activity(): number {
    return this.#prices.activity;
  }

  get progress() {
    return this.#prices.progress;
  }

  go(draws: Draws, step: number): void {
    for (let at = 0; at < this.times; at++) this.#prices.go(draws, step * this.times + at);
  }

  ticksOf(pair: Parameters<LivePrices["ticksOf"]>[0]): number {
    return this.#prices.ticksOf(pair);
  }

  perpetualOf(pair: Parameters<LivePrices["ticksOf"]>[0]): number {
    return this.#prices.perpetualOf(pair);
  }
}

const TIMES = 300;
const DAYS = runs(1, 31);

test(`SANDBOX-MARKET-2 over ${DAYS} days of moves no trader is liquidated or gone, and all books stand`, async () => {
  const desk = await MarketDesk.live();
  await desk.stop();
  const { exchange } = desk;
  const ends: string[] = [];
  exchange.onEvent(({ type }) => {
    if (/Liquidated|ForceClosed|Deficit|BadDebt/.test(type)) ends.push(type);
  });
  const [near, far, taker] = TRADERS.map((name) => desk.trader(name));
  const traders = { near: present(near, ""), far: present(far, ""), taker: present(taker, "") };
  const prices = new FastPrices(new LivePrices(() => 0, 1), TIMES);
  const market = new LiveMarket({
    state: exchange.state,
    traders,
    seed: 1,
    prices,
  });
  const refused: string[] = [];
  const step = (ms: number) => {
    exchange.nowMs += ms;
    for (const tick of dueTicks(exchange.state, exchange.nowMs, 100)) exchange.do(tick);
    for (const command of market.next()) {
      const outcome = exchange.do(command);
      // So far apart are two steps here that a trade may find its side of the book not moved yet.
      const isEmpty = !outcome.ok && outcome.reason === "no_opposite_orders";
      if (!outcome.ok && !isEmpty) refused.push(outcome.reason);
    }
    exchange.commands.length = 0;
  };

  for (let passed = 0; passed < DAYS * DAY; passed += STEP_MS * TIMES) step(STEP_MS * TIMES);
  // Then the price stands, and every quote comes to its place.
  prices.times = 0;
  for (let at = 0; at < 60; at++) step(STEP_MS);

  expect([ends, refused]).toEqual([[], []]);
  expect(Math.min(desk.fewestLevels(), desk.fewestContractLevels())).toBeGreaterThanOrEqual(22);
  expect(brokenInvariants(exchange.state)).toEqual([]);
}, 600_000);

test("FUT-CHECK-12 where the operator sets the index far away, quotes follow, and no trader trades there", async () => {
  const desk = await MarketDesk.live();
  await desk.pass(MINUTE);
  const before = desk.market().last;
  const price = 30_000n * 10n ** 18n;
  const said = { asset: 1, source: "operator", weight: 1, price, request: 0 };
  desk.exchange.do({ type: "SetIndex", ...said });
  const lasts = new Set<number>();

  await desk.pass(MINUTE, () => lasts.add(desk.market().last));

  const { mark, book } = desk.market();
  expect(mark).toBeLessThanOrEqual(315_000);
  expect(book.bids.best?.ticks ?? 0).toBeGreaterThan(mark * 0.9);
  expect(desk.fewestContractLevels()).toBeGreaterThanOrEqual(4);
  for (const last of lasts) expect(Math.abs(last - before) * 10).toBeLessThan(before);
  desk.exchange.do({ type: "WithdrawIndex", asset: 1, source: "operator", request: 0 });
  await desk.pass(MINUTE);
  expect(Math.abs(desk.market().mark - before) * 50).toBeLessThan(before);
});
