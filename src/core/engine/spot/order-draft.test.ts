/** One draft serves every order of the exchange: nothing of the order before may be left in it. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { Desk } from "../../../../test/support/desk.ts";
import { checkTerms } from "./check-order.ts";
import { newDraft } from "./order-draft.ts";

const side = fc.constantFrom("buy", "sell");
const price = fc.constantFrom("", " @ 99", " @ 100", " @ 101");
const rest = fc.constantFrom(
  "",
  " as x1",
  " as x2",
  " ioc",
  " meets expire_both",
  " stop 102 as x3",
);
const words = fc
  .tuple(side, fc.constantFrom("1", "2.5"), price, rest)
  .map(([side, quantity, price, rest]) => `${side} ${quantity}${price}${rest}`);
const area = fc.constantFrom("spot", "margin");

test("CORE-REPLAY-1 a draft that other orders went through is as a new one", () => {
  const desk = new Desk({ ann: { BTC: "1000", USDT: "100000" }, bob: { BTC: "10", USDT: "1000" } });
  desk.place("ann", "sell 1 @ 100");
  desk.place("bob", "buy 1 @ 100");
  let checked = 0;
  fc.assert(
    fc.property(fc.constantFrom("ann", "bob"), words, area, (name, words, area) => {
      const asked = desk.placing(name, words);
      const fresh = newDraft();
      desk.state.draft.isForced = true; // As a liquidation leaves it.
      const no = checkTerms(desk.state, fresh, asked, area);

      expect(checkTerms(desk.state, desk.state.draft, asked, area)).toEqual(no);

      if (no === undefined) {
        checked++;
        expect({ ...desk.state.draft, placedAtMs: 0 }).toEqual(fresh);
      }
      desk.send(asked);
    }),
    { seed: 43, numRuns: 400 },
  );
  expect(checked).toBeGreaterThan(200);
});
