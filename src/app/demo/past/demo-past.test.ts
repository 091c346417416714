/** The past of the demo's markets: seven days, or ninety, that lead to where the traders begin. */
import { beforeAll, expect, test } from "vitest";
import type { DirectExchange } from "../../../../test/support/direct-exchange.ts";
import { MarketDesk } from "../../../../test/support/market-desk.ts";
import { ByteWriter } from "../../../core/base/records/bytes.ts";
import { encodeCommand } from "../../../core/engine/codec.ts";
import { INTERVALS } from "../../../core/views/interval.ts";
import { CENTRES } from "../market/demo-prices.ts";
import { PAST_MINUTES } from "./calm-past.ts";
import { ensurePast } from "./demo-past.ts";
import { HOURS_TOLD, MINUTES_TOLD } from "./live-past.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const SHARE = 0.001;

async function provisioned(aheadMs = 0): Promise<DirectExchange> {
  const { exchange } = await MarketDesk.provisioned();
  exchange.nowMs += aheadMs;
  return exchange;
}

/** The bytes of the imports, with times that count from the first minute. */
function importsOf({ commands }: DirectExchange): {
  bytes: Buffer;
  count: number;
  candles: number;
} {
  const imports = commands.filter((command) => command.type === "ImportCandles");
  const out = new ByteWriter();
  for (const command of imports) {
    const firstMs = command.candles[0]?.startMs ?? 0;
    const candles = command.candles.map((candle) => ({
      ...candle,
      startMs: candle.startMs - firstMs,
    }));
    encodeCommand(out, { ...command, candles });
  }
  const candles = imports.reduce((sum, command) => sum + command.candles.length, 0);
  return { bytes: Buffer.from(out.view()), count: imports.length, candles };
}

let exchange: DirectExchange;

beforeAll(async () => {
  exchange = await provisioned();
  await ensurePast(exchange);
});

test("SANDBOX-PAST-5 every market has candles in every interval, a day and a tape, up to the start", () => {
  const { views, nowMs } = exchange;
  const endMs = nowMs - (nowMs % MINUTE_MS);
  for (const { candles, tickers, trades } of [views, views.contracts]) {
    for (const market of [1, 2, 3]) {
      for (const name of INTERVALS) {
        const shown = candles.newest(market, name, { nowMs, limit: 300 });
        const expected = { "1min": 300, "5min": 300, "15min": 300, "30min": 300, "60min": 168 };
        const least = name in expected ? expected[name as keyof typeof expected] : 1;
        expect(shown.length, name).toBeGreaterThanOrEqual(least);
        expect(shown.filter(({ lots }) => lots > 0n).length, name).toBeGreaterThan(least - 2);
      }
      const day = tickers.tickerOf(market, nowMs);
      // A range of some percent: not a line, and not a crash.
      const range = (day.high - day.low) / day.last;
      expect(range).toBeGreaterThan(10 * SHARE);
      expect(range).toBeLessThan(150 * SHARE);
      const rows = trades.newest(market, 1_000);
      expect(rows).toHaveLength(1_000);
      expect(rows[0]?.timeMs).toBe(endMs - 15_000);
    }
  }
});

test("SANDBOX-PAST-5 it ends at the prices where the traders begin, and has bursts", () => {
  const { views, nowMs } = exchange;

  const last = [1, 2, 3].map((market) => views.tickers.tickerOf(market, nowMs).last);
  const ofContracts = [1, 2, 3].map((id) => views.contracts.tickers.tickerOf(id, nowMs).last);
  expect(last).toEqual([CENTRES.BTCUSDT, CENTRES.ETHUSDT, CENTRES.ETHBTC]);
  expect(ofContracts).toEqual([500_000, 250_000, 500_000]);
  const minutes = views.candles.newest(1, "1min", { nowMs, limit: 300 });
  const lots = minutes.map((candle) => Number(candle.lots)).sort((a, b) => a - b);
  expect((lots.at(-3) ?? 0) / (lots[150] ?? 1)).toBeGreaterThan(2);
});

test("SANDBOX-PAST-5 CORE-BOUND-1 it is the same in every sandbox, whenever it starts, and less than a megabyte", async () => {
  const other = await provisioned(40 * DAY_MS + 12_345);
  await ensurePast(other);

  const [one, two] = [importsOf(exchange), importsOf(other)];
  expect(Buffer.compare(one.bytes, two.bytes)).toBe(0);
  expect([one.candles, two.candles]).toEqual([6 * PAST_MINUTES, 6 * PAST_MINUTES]);
  expect(one.bytes.length).toBeLessThan(900_000);
  const startMs = other.nowMs - (other.nowMs % MINUTE_MS) - 7 * DAY_MS;
  const [oldest] = other.views.candles.newest(2, "1month", { nowMs: startMs, limit: 1 });
  expect(oldest?.startMs).toBeLessThanOrEqual(startMs);
});

test("SANDBOX-PAST-5 a live market has ninety days: a week of minutes, before it hours, in less than a megabyte", async () => {
  const live = await provisioned();
  await ensurePast(live, { isLive: true });
  const { views, nowMs } = live;
  const { bytes, candles } = importsOf(live);

  expect(candles).toBe(6 * (MINUTES_TOLD + HOURS_TOLD));
  expect(MINUTES_TOLD / 1_440 + HOURS_TOLD / 24).toBe(90);
  expect(bytes.length).toBeLessThan(750_000);
  for (const market of [1, 2, 3]) {
    const days = views.candles.newest(market, "1day", { nowMs, limit: 300 });
    expect(days.length).toBeGreaterThanOrEqual(90);
    expect(days.every(({ lots }) => lots > 0n)).toBe(true);
    const hours = views.candles.newest(market, "60min", { nowMs, limit: 300 });
    expect(hours.filter(({ lots }) => lots > 0n).length).toBeGreaterThanOrEqual(299);
    // The views hold 300 hours; four hours from before come from the archive (SANDBOX-PAST-4).
    const fourHours = views.candles.newest(market, "4hour", { nowMs, limit: 300 });
    expect(fourHours.length).toBeGreaterThanOrEqual(74);
  }
  const last = [1, 2, 3].map((market) => views.tickers.tickerOf(market, nowMs).last);
  expect(last).toEqual([CENTRES.BTCUSDT, CENTRES.ETHUSDT, CENTRES.ETHBTC]);
});

test("SANDBOX-PAST-5 the ninety days of a seed are the same whenever they end, of another seed others", async () => {
  const [one, same, other] = await Promise.all([
    provisioned(),
    provisioned(9 * DAY_MS),
    provisioned(),
  ]);
  await ensurePast(one, { isLive: true });
  await ensurePast(same, { isLive: true });
  await ensurePast(other, { isLive: true, seed: 2 });

  expect(Buffer.compare(importsOf(one).bytes, importsOf(same).bytes)).toBe(0);
  expect(Buffer.compare(importsOf(one).bytes, importsOf(other).bytes)).not.toBe(0);
});

test("SANDBOX-PAST-5 a market with a trade or a past is left as it is", async () => {
  const traded = await provisioned();
  traded.state.prices.last[0] = 7;
  await ensurePast(traded);
  const { count } = importsOf(traded);

  traded.nowMs += DAY_MS;
  await ensurePast(traded);

  expect(count).toBeLessThan(importsOf(exchange).count);
  expect(importsOf(traded).count).toBe(count);
  expect(traded.state.pasts.pair[0]).toBe(0);
  expect(traded.views.candles.newest(1, "1day", { nowMs: traded.nowMs, limit: 9 })).toEqual([]);
});
