/** The text of private rows: decimals are strings in it, whatever the REST API writes. */
import { expect, test } from "vitest";
import { Desk } from "../../../test/support/desk.ts";
import { privateWords } from "./private-words.ts";

test("SPOT-FIELD-2 STREAM-MINE-2 the fee of an own trade is a string, on either side, ids and times are numbers", () => {
  const balances = { alice: { USDT: "1000" }, bob: { BTC: "1" } };
  const desk = new Desk(balances, { rules: { makerRate: 50_000, takerRate: 100_000 } });
  desk.order("bob", "sell 1 @ 100");
  desk.order("alice", "buy 1 @ 100");
  const trade = desk.events.find((event) => event.type === "Traded") ?? expect.fail();

  const { ownTrade } = privateWords(desk.state);

  const taker = ownTrade(trade, "taker");
  expect(taker).toMatch(/^\{"area":"spot","symbol":"BTCUSDT","id":1,"bidId":2,"askId":1,/);
  expect(taker).toMatch(/"price":"100","qty":"1","time":\d+,.*"feeCoin":"BTC","fee":"0.001",/);
  expect(ownTrade(trade, "maker")).toMatch(/"feeCoin":"USDT","fee":"0.05",/);
});
