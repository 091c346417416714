import { expect, test } from "vitest";
import { StreamDesk } from "../../../test/client/stream-desk.ts";
import { followDepth, followRows, type Kline, type NamedTicker } from "../client.ts";

test("a book is told whole after every change, best first", () => {
  const desk = new StreamDesk();
  const books: unknown[] = [];
  const resyncs: string[] = [];
  const resync = (reason: string) => void resyncs.push(reason);
  const following = followDepth(desk.stream, "BTCUSDT", (book) => books.push(book), { resync });
  const channel = "depth:BTCUSDT";
  desk.socket.hello();
  desk.socket.accept(channel);

  desk.socket.snapshot(channel, "5-0", { bids: [["9.5", "1"]], asks: [["10", "2"]] });
  desk.socket.update(channel, ["5-0", "6-0"], { bids: [["9.75", "3"]], asks: [["10", "0"]] });
  desk.socket.end(4_001);
  following.close();

  expect(books).toEqual([
    { bids: [["9.5", "1"]], asks: [["10", "2"]] },
    {
      bids: [
        ["9.75", "3"],
        ["9.5", "1"],
      ],
      asks: [],
    },
  ]);
  expect(resyncs).toEqual(["other_log"]);
});

test("rows are told whole after every change, with those that changed", () => {
  const desk = new StreamDesk();
  const told: unknown[] = [];
  const names = (rows: readonly NamedTicker[] | undefined) =>
    rows?.map(({ name, last }) => `${name} ${last}`);
  followRows(desk.stream, "tickers", (rows, changed) => told.push([names(rows), names(changed)]));
  desk.socket.hello();
  desk.socket.accept("tickers");

  desk.socket.snapshot("tickers", "5-0", { tickers: [row("A", "1"), row("B", "2")] });
  desk.socket.update("tickers", ["5-0", "6-0"], { tickers: [row("B", "3"), row("C", "4")] });

  expect(told).toEqual([
    [["A 1", "B 2"], undefined],
    [
      ["A 1", "B 3", "C 4"],
      ["B 3", "C 4"],
    ],
  ]);
});

function row(name: string, last: string) {
  return { name, last };
}

test("candles are rows as well: the last one changes, and a new one comes behind it", () => {
  const desk = new StreamDesk();
  let candles: readonly Kline[] = [];
  const channel = "kline:BTCUSDT:1min";
  followRows(desk.stream, channel, (rows) => {
    candles = rows;
  });
  desk.socket.hello();
  desk.socket.accept(channel);

  desk.socket.snapshot(channel, "5-0", { candles: [{ idx: 1, close: "1" }] });
  desk.socket.update(channel, ["5-0", "6-0"], {
    candles: [
      { idx: 1, close: "2" },
      { idx: 2, close: "3" },
    ],
  });

  expect(candles.map(({ idx, close }) => [idx, close])).toEqual([
    [1, "2"],
    [2, "3"],
  ]);
});

test("a channel without rows cannot be followed as rows", () => {
  const { stream } = new StreamDesk();

  expect(() => followRows(stream, "my.margin" as "tickers", () => undefined)).toThrow(TypeError);
});
