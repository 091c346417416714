/** The past of a market, as the engine sees it: what it takes, and what it leaves alone. */
import { expect, test } from "vitest";
import { Desk, OPENING_MS } from "../../../test/support/desk.ts";
import { FuturesDesk } from "../../../test/support/futures-desk.ts";
import { substanceOf } from "../../../test/support/substance.ts";
import { somePast } from "../../../test/views/past-candles.ts";
import { ByteWriter } from "../base/records/bytes.ts";
import { COMMAND_BYTES_MAX, type Command, decodeCommands, encodeCommand } from "./codec.ts";
import { chunksOf, type ImportCandles, type PastCandle } from "./prices/past.ts";
import { readSnapshot, writeSnapshot } from "./snapshot/snapshot.ts";

const MINUTE_MS = 60_000;
const FLAT = { open: 10, high: 10, low: 10, close: 10, lots: 1 };
const SETTLEMENT_ACCOUNTS = { alice: { BTC: "10" }, bob: { USDT: "1000" } };

/** A candle so many minutes before the present. */
function candle(minutesAgo: number, changes: Partial<PastCandle> = {}): PastCandle {
  return { startMs: OPENING_MS - minutesAgo * MINUTE_MS, ...FLAT, ...changes };
}

function past(candles: readonly PastCandle[], changes: Partial<ImportCandles> = {}): Command {
  return { type: "ImportCandles", sort: "pair", market: 1, candles, request: 0, ...changes };
}

test("SANDBOX-PAST-1 a past comes in the order of time, up to the present, and goes out as an event", () => {
  const desk = new Desk();

  const first = desk.send(past([candle(5), candle(3)]));
  const second = desk.send(past([candle(2), candle(1)]));

  expect(first).toEqual({ ok: true, answer: { endMs: OPENING_MS - 2 * MINUTE_MS } });
  expect(second).toEqual({ ok: true, answer: { endMs: OPENING_MS } });
  const candles = [candle(2), candle(1)];
  expect(desk.events).toEqual([{ type: "CandlesImported", sort: "pair", market: 1, candles }]);
});

const REFUSED: readonly (readonly [string, readonly PastCandle[], Partial<ImportCandles>])[] = [
  ["pair_not_found", [candle(1)], { market: 2 }],
  ["contract_not_found", [candle(1)], { sort: "contract" }],
  ["candles_wrong", [], {}],
  ["candles_wrong", [candle(1, { startMs: 120_000 })], {}],
  ["candles_wrong", [candle(1, { low: 0 })], {}],
  ["candles_wrong", [candle(1, { low: 11 })], {}],
  ["candles_wrong", [candle(1, { high: 9 })], {}],
  ["candles_wrong", [candle(1, { open: 11 })], {}],
  ["candles_wrong", [candle(1, { close: 9 })], {}],
  ["candles_wrong", [candle(1, { high: 2 ** 51 })], {}],
  ["candles_wrong", [candle(1, { lots: 2 ** 51 })], {}],
  ["candles_out_of_order", [candle(10)], {}],
  ["candles_out_of_order", [candle(2), candle(3)], {}],
  ["candles_out_of_order", [candle(2), candle(2)], {}],
  ["candles_not_past", [candle(2), candle(0)], {}],
];

test.each(REFUSED)("SANDBOX-PAST-1 %s: %j %j changes nothing", (reason, candles, changes) => {
  const desk = new Desk();
  desk.must(past([candle(11), candle(10)]));
  const before = substanceOf(desk.state);

  expect(desk.send(past(candles, changes))).toMatchObject({ ok: false, reason });

  expect(desk.events).toEqual([]);
  expect(Buffer.compare(substanceOf(desk.state), before)).toBe(0);
});

test("SANDBOX-PAST-1 a market that has traded has no past any more, a pair or a contract", () => {
  const desk = new Desk(SETTLEMENT_ACCOUNTS);
  desk.order("alice", "sell 1 @ 100");
  desk.must(past([candle(3)]));
  desk.order("bob", "buy 1 @ 100");

  expect(desk.send(past([candle(2)]))).toEqual({ ok: false, reason: "market_has_trades" });

  const futures = new FuturesDesk();
  const contract = { sort: "contract", market: 1 } as const;
  futures.must(past([candle(3)], contract));
  futures.market().last = 1_000;

  expect(futures.send(past([candle(2)], contract))).toMatchObject({ reason: "market_has_trades" });
});

test("SANDBOX-PAST-2 a past is no price, no id and no money: only its end is remembered", () => {
  const desk = new Desk(SETTLEMENT_ACCOUNTS);
  const plain = readSnapshot(writeSnapshot(desk.state));

  desk.must(past([candle(3, { high: 99 }), candle(2)]));

  expect(desk.state.pasts).toEqual({ pair: [OPENING_MS - MINUTE_MS], contract: [] });
  desk.state.pasts.pair.length = 0;
  expect(Buffer.compare(substanceOf(desk.state), substanceOf(plain))).toBe(0);
});

test("SANDBOX-PAST-2 a production directory refuses a past", () => {
  const desk = new Desk();
  desk.state.kind = "production";

  expect(desk.send(past([candle(1)]))).toEqual({ ok: false, reason: "not_a_sandbox" });
});

test("LOG-SNAP-3 SANDBOX-PAST-2 a snapshot holds the end of a past; without a past it is as it was before", () => {
  const desk = new Desk();
  const before = writeSnapshot(desk.state).slice();
  desk.must(past([candle(3)]));

  const copy = readSnapshot(writeSnapshot(desk.state));

  expect(before[0]).toBe(6);
  expect(copy.pasts).toEqual(desk.state.pasts);
  expect(Buffer.compare(writeSnapshot(copy), writeSnapshot(desk.state))).toBe(0);
});

test("SANDBOX-PAST-1 CORE-BOUND-1 chunks hold all candles, each fits a command, and a candle takes some bytes", () => {
  const wild = Array.from({ length: 5_000 }, (_, at): PastCandle => {
    const [open, close] = at % 2 === 0 ? [1, 2 ** 51 - 1] : [2 ** 51 - 1, 1];
    const startMs = (at % 2 === 0 ? 2 ** 30 - at : at) * MINUTE_MS;
    return { startMs, open, high: 1, low: 2 ** 51 - 1, close, lots: 2 ** 53 - 1 };
  });

  for (const [candles, bytesMax] of [
    [somePast(5_000), 9],
    [wild, 50],
  ] as const) {
    let bytes = 0;
    const read: PastCandle[] = [];
    for (const chunk of chunksOf(candles)) {
      const out = new ByteWriter();
      encodeCommand(out, past(chunk));
      expect(out.length).toBeLessThanOrEqual(COMMAND_BYTES_MAX);
      bytes += out.length;
      for (const command of decodeCommands(out.view(), 1)) {
        if (command.type === "ImportCandles") read.push(...command.candles);
      }
    }
    expect(read).toEqual(candles);
    expect(bytes / candles.length).toBeLessThan(bytesMax);
  }
});
