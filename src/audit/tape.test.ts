/** The slow list of trades against the views: equal when they are right, told when they are not. */
import { expect, test } from "vitest";
import { seededRandom } from "../../test/support/random.ts";
import { trade } from "../../test/views/trade-tape.ts";
import { Views } from "../views/views.ts";
import { Tape } from "./tape.ts";

const START_MS = 1_700_000_000_000;
const DAY_MS = 86_400_000;

/** Two days of trades; `hides` of them the views do not see. */
function run(hides: (n: number) => boolean, sinceMs = 0): string[] {
  const random = seededRandom(18);
  const views = new Views();
  const tape = new Tape(sinceMs);
  let timeMs = START_MS;
  for (let n = 0; n < 400; n++) {
    timeMs += Math.floor(random() * 864_000);
    const ticks = 100 + Math.floor(random() * 50);
    const event = trade({ id: n + 1, timeMs, ticks, lots: 1 + Math.floor(random() * 9) });
    tape.see(event);
    if (!hides(n)) views.fold(event);
  }
  return tape.differences(views, timeMs + 1_234);
}

test("I-18 ticker and candles of the day equal what the list of trades gives", () => {
  expect(run(() => false)).toEqual([]);
});

test("I-18 a trade that the views have not seen turns up in both", () => {
  expect(run((n) => n === 390)).toEqual(["I-18 ticker of pair 1", "I-18 candles of pair 1"]);
});

test("I-18 a day that was not followed from its beginning is left out", () => {
  expect(run((n) => n === 390, START_MS + 3 * DAY_MS)).toEqual([]);
});
