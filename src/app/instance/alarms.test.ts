/** What the operator is told of at once, from what really happened. */
import { expect, test } from "vitest";
import { FuturesDesk } from "../../../test/support/futures-desk.ts";
import { alarmOf } from "./alarms.ts";

function alarmsOf(desk: FuturesDesk): string[] {
  const said = desk.events.map((event) => alarmOf(event, desk.state.catalogue));
  return said.filter((sentence) => sentence !== undefined);
}

test("FUT-TICK-3 an index that falls silent is said once, and once that it speaks again", () => {
  const desk = new FuturesDesk();
  desk.index("BTC", "20000", "feed");
  desk.second();
  expect(alarmsOf(desk)).toEqual([]);

  desk.advance(11_000);
  desk.second();
  expect(alarmsOf(desk)).toEqual([
    "alarm: the index of E-BTC-USDT is stale, and nothing is decided by it",
  ]);
  desk.second();
  expect(alarmsOf(desk)).toEqual([]);

  desk.index("BTC", "20000", "feed");
  desk.second();
  expect(alarmsOf(desk)).toEqual(["the index of E-BTC-USDT can be trusted again"]);
});

test("FUT-LOSS-2 a loss that the insurance cannot pay is said, with what is missing", () => {
  const desk = new FuturesDesk({ alice: { USDT: "1000" }, bob: { USDT: "1000" } });
  desk.insureFutures("0.5 USDT");
  desk.markAt("20000");
  const ruin = (rest: bigint) => ({
    type: "DeficitCovered" as const,
    user: desk.user("alice"),
    coin: desk.asset("USDT"),
    insured: desk.money("0.5"),
    rest,
    timeMs: desk.timeMs,
  });

  expect(alarmOf(ruin(desk.money("12.25")), desk.state.catalogue)).toBe(
    "alarm: bad debt in futures, 12.25 USDT",
  );
  expect(alarmOf(ruin(0n), desk.state.catalogue)).toBeUndefined();
});

test("FUT-LOSS-2 the same of margin", () => {
  const desk = new FuturesDesk();
  const loss = { user: 1, asset: desk.asset("BTC"), insured: desk.money("1", "BTC"), timeMs: 0 };
  const covered = { type: "LossCovered" as const, ...loss };

  expect(alarmOf({ ...covered, principal: desk.money("3", "BTC") }, desk.state.catalogue)).toBe(
    "alarm: bad debt in margin, 2 BTC",
  );
  expect(
    alarmOf({ ...covered, principal: desk.money("1", "BTC") }, desk.state.catalogue),
  ).toBeUndefined();
});
