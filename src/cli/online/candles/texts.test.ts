import { expect, test } from "vitest";
import { candlesIn } from "./candle-file.ts";
import { textsOf } from "./texts.ts";

test("SANDBOX-PAST-6 a start and an open that follow from the candle before are left out, but not at the head of a text", () => {
  const rows = Array.from({ length: 5_000 }, (_, at) => {
    const minute = 1_693_785_600 + (at + (at >= 3 ? 1 : 0)) * 60;
    return `${minute},${1000 + (at % 2)},1001,1000,${1001 - (at % 2)},0.5`;
  });
  const terms = { pricePrecision: 2, quantityPrecision: 4, rounds: false };

  const { texts, count, first, last } = textsOf(candlesIn(rows.join("\n"), terms));

  expect(texts[0]?.text.split("\n").slice(0, 5)).toEqual([
    "1693785600000,1000,1001,1000,1001,0.5",
    ",,1001,1000,1000,0.5",
    ",,1001,1000,1001,0.5",
    "1693785840000,,1001,1000,1000,0.5",
    ",,1001,1000,1001,0.5",
  ]);
  expect(texts.length).toBeGreaterThan(1);
  for (const { text } of texts) {
    expect(text).toMatch(/^\d{13},\d+,/);
    expect(JSON.stringify({ market: "BTCUSDT", candles: text }).length).toBeLessThan(65_536);
  }
  expect([count, first.line, last.line]).toEqual([5_000, 1, 5_000]);
});
