/** Reading what clients say: what existing clients send, and what no client should. */
import { expect, test } from "vitest";
import { readMessage, readPage } from "./kline-api-message.ts";

const req = (params: object) => readMessage(JSON.stringify({ event: "req", params }));

test("STREAM-FAM-7 pageSize and endIdx are numbers or text, and optional", () => {
  expect(readPage(req({}))).toEqual({ limit: 300, endMs: undefined });
  expect(readPage(req({ pageSize: 5, endIdx: 1_700_000_000 }))).toEqual({
    limit: 5,
    endMs: 1_700_000_000_000,
  });
  expect(readPage(req({ pageSize: "5", endIdx: "0" }))).toEqual({ limit: 5, endMs: 0 });
  expect(readPage(req({ pageSize: "", endIdx: null }))).toEqual({ limit: 300, endMs: undefined });
  expect(readPage(req({ pageSize: 301 })).limit).toBe(300);
  expect(readPage(req({ endIdx: "9999999999999999" })).endMs).toBe(Number.MAX_SAFE_INTEGER);
});

test.each([
  { pageSize: 0 },
  { pageSize: -1 },
  { pageSize: 1.5 },
  { pageSize: "ten" },
  { pageSize: [5] },
  { endIdx: true },
  { endIdx: "1e9" },
  { endIdx: 1e300 },
  { endIdx: {} },
])("STREAM-FAM-7 %j is malformed", (params) => {
  expect(() => readPage(req(params))).toThrow("is missing or malformed.");
});

test("STREAM-FAM-8 a cb_id comes back as it came, if it is short", () => {
  expect(req({ cb_id: 'a"b' }).cbId).toBe('a"b');
  expect(req({ cb_id: 1.5 }).cbId).toBe(1.5);
  expect(req({ cb_id: "x".repeat(64) }).cbId).toHaveLength(64);
  expect(req({ cb_id: "x".repeat(65) }).cbId).toBeUndefined();
  expect(req({ cb_id: {} }).cbId).toBeUndefined();
});

test.each(["", "null", "7", '"sub"', "[]", "{", "\u0000"])(
  "STREAM-FAM-8 %j is no message",
  (text) => {
    expect(() => readMessage(text)).toThrow("not a JSON object");
  },
);

test("STREAM-FAM-8 what does not look like a channel is not taken for one", () => {
  for (const channel of [7, null, "", "a b", "x".repeat(129), 'a"b', ["market_btcusdt_ticker"]]) {
    expect(req({ channel }).channel).toBeUndefined();
  }
  expect(readMessage('{"event":"sub","params":7}').channel).toBeUndefined();
  expect(readMessage('{"event":"sub","params":{"__proto__":{"channel":"a"}}}').channel).toBe(
    undefined,
  );
});
