/** The slow list of trades against the views: equal when they are right, told when they are not. */
import { expect, test } from "vitest";
import { contractTrade } from "../../../test/history/contract-events.ts";
import { seededRandom } from "../../../test/support/random.ts";
import { somePast } from "../../../test/views/past-candles.ts";
import { trade } from "../../../test/views/trade-tape.ts";
import { Views } from "../../core/views/views.ts";
import { Tapes } from "./tape.ts";

const START_MS = 1_700_000_000_000;
const DAY_MS = 86_400_000;

/** Two days of trades; `hides` of them the views do not see. */
function run(hides: (n: number) => boolean, sinceMs = 0): string[] {
  const random = seededRandom(18);
  const views = new Views();
  const tapes = new Tapes(sinceMs);
  let timeMs = START_MS;
  for (let n = 0; n < 400; n++) {
    timeMs += Math.floor(random() * 864_000);
    const ticks = 100 + Math.floor(random() * 50);
    const event = trade({ id: n + 1, timeMs, ticks, lots: 1 + Math.floor(random() * 9) });
    tapes.see(event);
    if (!hides(n)) views.fold(event);
  }
  return tapes.differences(views, timeMs + 1_234);
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

test("I-18 HIST-PUBLIC-1 the contracts have a tape of their own", () => {
  const views = new Views();
  const tapes = new Tapes(0);
  const pair = trade({ id: 4, pair: 2, timeMs: START_MS });
  const [first, second] = [5, 6].map((id) => contractTrade({ id, contract: 2, timeMs: START_MS }));
  for (const event of [pair, first, second]) if (event) tapes.see(event);
  for (const event of [pair, first]) if (event) views.fold(event);

  const differences = ["I-18 ticker of contract 2", "I-18 candles of contract 2"];
  expect(tapes.differences(views, START_MS)).toEqual(differences);
  if (second) views.fold(second);
  expect(tapes.differences(views, START_MS)).toEqual([]);
});

test("I-18 SANDBOX-PAST-3 the rows of imported candles stand at the head of the list", () => {
  const past = somePast(2_000, START_MS - (START_MS % 60_000) - 2_000 * 60_000);
  const importing = (from: number, to: number) => {
    const candles = past.slice(from, to);
    return { type: "CandlesImported", sort: "pair", market: 1, candles } as const;
  };
  const traded = trade({ id: 1, timeMs: START_MS, ticks: 1_040, lots: 3 });
  const events = [importing(0, 700), importing(700, past.length), traded];
  const differencesOf = (hidden: unknown) => {
    const [views, tapes] = [new Views(), new Tapes(0)];
    for (const event of events) tapes.see(event);
    for (const event of events) if (event !== hidden) views.fold(event);
    return tapes.differences(views, START_MS + 60_000);
  };

  expect(differencesOf(undefined)).toEqual([]);
  expect(differencesOf(events[1])).toEqual(["I-18 ticker of pair 1", "I-18 candles of pair 1"]);
  expect(differencesOf(traded)).toEqual(["I-18 ticker of pair 1", "I-18 candles of pair 1"]);
});
