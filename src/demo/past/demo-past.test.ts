/** The past of the demo's markets: seven days that lead to where the traders begin. */
import { expect, test } from "vitest";
import type { DirectExchange } from "../../../test/support/direct-exchange.ts";
import { MarketDesk } from "../../../test/support/market-desk.ts";
import { ByteWriter } from "../../base/bytes.ts";
import { encodeCommand } from "../../engine/codec.ts";
import type { Candle } from "../../views/candles.ts";
import { INTERVALS } from "../../views/interval.ts";
import { CENTRES } from "../market/demo-prices.ts";
import { ensurePast, PAST_MINUTES } from "./demo-past.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const SHARE = 0.001;

async function furnished(aheadMs = 0): Promise<DirectExchange> {
  const { exchange } = await MarketDesk.furnished();
  exchange.nowMs += aheadMs;
  return exchange;
}

function imports(exchange: DirectExchange) {
  return exchange.commands.filter((command) => command.type === "ImportCandles");
}

/** Everything that is shown of a market's candles. */
function shownOf({ views, nowMs }: DirectExchange): readonly (readonly Candle[])[] {
  return [views, views.contracts].flatMap(({ candles }) =>
    [1, 2, 3].flatMap((market) =>
      INTERVALS.map((name) => candles.newest(market, name, { nowMs, limit: 300 })),
    ),
  );
}

test("SANDBOX-PAST-5 every market has candles in every interval, a day and a tape, up to the start", async () => {
  const exchange = await furnished();
  await ensurePast(exchange);

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

test("SANDBOX-PAST-5 it ends at the prices where the traders begin, and has bursts", async () => {
  const exchange = await furnished();
  await ensurePast(exchange);
  const { views, nowMs } = exchange;

  const last = [1, 2, 3].map((market) => views.tickers.tickerOf(market, nowMs).last);
  const ofContracts = [1, 2, 3].map((id) => views.contracts.tickers.tickerOf(id, nowMs).last);
  expect(last).toEqual([CENTRES.BTCUSDT, CENTRES.ETHUSDT, CENTRES.ETHBTC]);
  expect(ofContracts).toEqual([500_000, 250_000, 500_000]);
  const minutes = views.candles.newest(1, "1min", { nowMs, limit: 300 });
  const lots = minutes.map((candle) => Number(candle.lots)).sort((a, b) => a - b);
  expect((lots.at(-3) ?? 0) / (lots[150] ?? 1)).toBeGreaterThan(2);
});

test("SANDBOX-PAST-5 it is the same for everybody, whenever they start", async () => {
  const [one, other] = [await furnished(), await furnished(40 * DAY_MS + 12_345)];
  await ensurePast(one);
  await ensurePast(other);

  const movedMs = other.nowMs - (other.nowMs % MINUTE_MS) - (one.nowMs - (one.nowMs % MINUTE_MS));
  const moved = imports(one).map(({ candles, ...rest }) => ({
    ...rest,
    candles: candles.map((candle) => ({ ...candle, startMs: candle.startMs + movedMs })),
  }));
  expect(imports(other)).toEqual(moved);
  expect(imports(one).reduce((sum, { candles }) => sum + candles.length, 0)).toBe(6 * PAST_MINUTES);
});

test("SANDBOX-PAST-5 CORE-BOUND-1 it takes less than a megabyte of log", async () => {
  const exchange = await furnished();
  await ensurePast(exchange);

  const out = new ByteWriter();
  for (const command of imports(exchange)) encodeCommand(out, command);

  expect(out.length).toBeLessThan(1_000_000);
});

test("SANDBOX-PAST-5 a market with a trade or a past is left as it is", async () => {
  const exchange = await furnished();
  exchange.state.prices.last[0] = 7;
  await ensurePast(exchange);
  const made = imports(exchange).length;
  const shown = shownOf(exchange);

  exchange.nowMs += DAY_MS;
  await ensurePast(exchange);

  expect(exchange.state.pasts.pair[0]).toBe(0);
  expect(exchange.views.candles.newest(1, "1day", { nowMs: exchange.nowMs, limit: 9 })).toEqual([]);
  expect(imports(exchange)).toHaveLength(made);
  exchange.nowMs -= DAY_MS;
  expect(shownOf(exchange)).toEqual(shown);
});
