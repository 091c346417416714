/** What is true of every command: one after the other, checks before changes, time forward. */
import { expect, test } from "vitest";
import { Desk } from "../../../test/support/desk.ts";
import { substanceOf } from "../../../test/support/substance.ts";
import { apply, passOver } from "./engine.ts";
import { readSnapshot, writeSnapshot } from "./snapshot/snapshot.ts";
import { emptyState } from "./state.ts";

test("CORE-SEQ-1 a command is applied with all that it causes before the next begins", () => {
  const desk = new Desk({ alice: { BTC: "3" }, bob: { USDT: "1000" } });
  const asks = [100, 101, 102].map((price) => desk.place("alice", `sell 1 @ ${price}`));

  const bid = desk.place("bob", "buy 4 @ 103");

  expect(desk.events.map(({ type }) => type)).toEqual([
    ...["Traded", "OrderEnded", "Traded", "OrderEnded", "Traded", "OrderEnded"],
    "OrderRested",
  ]);
  expect(asks.map((ask) => desk.status(ask))).toEqual(["filled", "filled", "filled"]);
  expect(desk.book()).toEqual(["buy 1 @ 103"]);
  expect(desk.balances("bob")).toEqual({ BTC: "3/0", USDT: "594/103" });
  expect(desk.status(bid)).toBe("partially_filled");
});

test("CORE-SEQ-1 every command takes one position, a refused one too", () => {
  const desk = new Desk({ bob: { USDT: "10" } });
  const { position } = desk.state;

  desk.order("bob", "buy 1 @ 10");
  desk.order("bob", "buy 1 @ 10");

  expect(desk.state.position).toBe(position + 2);
});

test("CORE-SEQ-2 a refused command leaves the state as it was, byte for byte", () => {
  const desk = new Desk({ alice: { BTC: "3" }, bob: { USDT: "100" } });
  desk.place("alice", "sell 1 @ 100 as mine");
  const before = substanceOf(desk.state);

  desk.order("alice", "sell 1 @ 100 as mine");
  desk.order("bob", "buy 1 @ 1000");
  desk.batch("bob", ["buy 1 @ 10", "buy 1 @ 10.001"]);
  desk.withdraw("bob", "101 USDT");
  desk.cancel("bob", 1);
  desk.cancelBatch("bob", []);
  desk.send({ type: "AddAsset", name: "BTC", scale: 8, request: 0 });
  desk.send({ type: "RevokeKey", key: 99, request: 0 });

  expect(substanceOf(desk.state)).toEqual(before);
});

test("CORE-SEQ-2 a refusal shows in the digest: a replay must refuse as well", () => {
  const desk = new Desk({ bob: { USDT: "10" } });
  const other = readSnapshot(writeSnapshot(desk.state));

  desk.order("bob", "buy 9 @ 9");
  apply(other, { type: "VoidCommand", position: 1 }, { timeMs: desk.timeMs, events: [] });

  expect(other.position).toBe(desk.state.position);
  expect([...other.digest]).not.toEqual([...desk.state.digest]);
});

test("CORE-TIME-1 time never goes back: an earlier command is a fault", () => {
  const desk = new Desk();
  desk.advance(-1);

  expect(() => desk.send({ type: "VoidCommand", position: 1 })).toThrow("time never goes back");
});

test("CORE-TIME-1 the time of a command is its batch's, wherever a time is written down", () => {
  const desk = new Desk({ alice: { BTC: "1" }, bob: { USDT: "100" } });
  desk.advance(1234);
  desk.place("alice", "sell 1 @ 100");

  desk.place("bob", "buy 1 @ 100");

  expect(desk.state.timeMs).toBe(desk.timeMs);
  const times = desk.events.map((event) => ("timeMs" in event ? event.timeMs : undefined));
  expect(new Set(times)).toEqual(new Set([desk.timeMs]));
});

test("CORE-REPLAY-1 the same commands applied to nothing give the same state, bit for bit", () => {
  const desk = new Desk({ alice: { BTC: "5" }, bob: { USDT: "1000" } });
  desk.place("alice", "sell 2 @ 100 as first");
  desk.advance(5);
  desk.place("bob", "buy 3 @ 100 as second");
  desk.order("bob", "buy 1 @ 100 as second");
  desk.cancel("bob", "second");

  const again = emptyState();
  for (const { command, timeMs } of desk.sent) apply(again, command, { timeMs, events: [] });

  expect(writeSnapshot(again)).toEqual(writeSnapshot(desk.state));
});

test("LOG-VOID-1 a command that is passed over takes its position and its time, and no more", () => {
  const desk = new Desk({ bob: { USDT: "10" } });
  const { position } = desk.state;
  const before = substanceOf(desk.state);

  passOver(desk.state, desk.timeMs + 5);

  expect(desk.state).toMatchObject({ position: position + 1, timeMs: desk.timeMs + 5 });
  expect(substanceOf(desk.state)).toEqual(before);
});
