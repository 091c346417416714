/** A record read by its shape: of a figure every digit stays, and what is no figure is a number. */
import { expect, test } from "vitest";
import { FUTURES_TRADE } from "../../contract/futures/history-shapes.ts";
import { OWN_TRADE } from "../../contract/pairs/histories.ts";
import { readRow } from "./read-row.ts";

test("FUT-WIRE-3 no digit is lost, however many there are", () => {
  const long = "-123456789012345678901234567890.12345678";
  const row = `"id":9007199254740991,"price":${long},"fee":0,"isMaker":true`;

  expect(readRow(FUTURES_TRADE, `{${row}}`)).toEqual({
    id: 9007199254740991,
    price: long,
    fee: "0",
    isMaker: true,
  });
});

test("SPOT-FIELD-2 the fee of a pair's own trade is text, and its ids and times are numbers", () => {
  const row = '"id":7,"price":"100.5","time":1700000000000,"feeCoin":"BTC","fee":0.0003';

  expect(readRow(OWN_TRADE, `{${row}}`)).toEqual({
    id: 7,
    price: "100.5",
    time: 1700000000000,
    feeCoin: "BTC",
    fee: "0.0003",
  });
});
