/** The tape: newest first, each trade once, and an end. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { PublicTrade } from "../exchange.ts";
import { addToTape, TAPE_MAX } from "./tape.ts";

const tradeOf = (id: number): PublicTrade => {
  return { id, price: "1", qty: "1", side: "BUY", time: id };
};
const upTo = (count: number) => Array.from({ length: count }, (_, id) => tradeOf(id));

test("trades come oldest first and are kept newest first", () => {
  const tape = addToTape(addToTape([], [tradeOf(1), tradeOf(2)]), [tradeOf(3)]);

  expect(tape.map(({ id }) => id)).toEqual([3, 2, 1]);
});

test("the tape ends at 200, and the newest are kept", () => {
  const tape = addToTape([], upTo(TAPE_MAX + 3));

  expect([tape.length, tape[0]?.id, tape.at(-1)?.id]).toEqual([TAPE_MAX, TAPE_MAX + 2, 3]);
});

test("however a run of trades is cut, and though pieces overlap, the tape is the same", () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 60 })), fc.nat({ max: 5 }), (cuts, overlap) => {
      const trades = upTo(60);
      const ends = [...cuts, 60].sort((a, b) => a - b);
      let begin = 0;
      let tape: readonly PublicTrade[] = [];
      for (const end of ends) {
        tape = addToTape(tape, trades.slice(Math.max(0, begin - overlap), end));
        begin = end;
      }

      expect(tape).toEqual(trades.toReversed());
    }),
    { seed: 7 },
  );
});

test("nothing new leaves the tape as it is, so that nothing is drawn", () => {
  const tape = addToTape([], upTo(3));

  expect(addToTape(tape, [tradeOf(1)])).toBe(tape);
});

test("SANDBOX-PAST-3 rows of an imported past, whose ids are below zero, come before the trades", () => {
  const past = addToTape([], [-9, -8].map(tradeOf));

  expect(addToTape(past, [-8, 1].map(tradeOf)).map(({ id }) => id)).toEqual([1, -8, -9]);
});
