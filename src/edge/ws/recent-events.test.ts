/** The newest events, found by user and by market. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { ExchangeEvent } from "../../core/engine/events.ts";
import { RecentEvents } from "./recent-events.ts";
import { compareSeq, placeOf, type Seq } from "./seq.ts";

const some = fc.record({
  maker: fc.integer({ min: 1, max: 3 }),
  taker: fc.integer({ min: 1, max: 3 }),
  pair: fc.integer({ min: 1, max: 2 }),
  isNext: fc.boolean(),
  kind: fc.constantFrom("Traded", "ContractTraded", "OrderRested", "CandlesImported", "KeyChanged"),
});

function eventOf({
  maker,
  taker,
  pair,
  kind,
}: typeof some extends fc.Arbitrary<infer S> ? S : never) {
  const trade = { makerUser: maker, takerUser: taker };
  switch (kind) {
    case "Traded":
      return { event: { type: kind, pair, ...trade }, users: [maker, taker], market: pair };
    case "ContractTraded":
      return {
        event: { type: kind, contract: pair, ...trade },
        users: [maker, taker],
        market: -pair,
      };
    case "CandlesImported":
      return { event: { type: kind, sort: "pair", market: pair }, users: [], market: pair };
    case "OrderRested":
      return { event: { type: kind, user: maker }, users: [maker], market: 0 };
    default:
      return { event: { type: kind }, users: [], market: undefined };
  }
}

test("STREAM-RESUME-5 STREAM-RESUME-6 what is found behind a place is what a plain list has, and what is not kept is not guessed", () => {
  const begin = 10;
  fc.assert(
    fc.property(
      fc.array(some, { maxLength: 60 }),
      fc.nat(20),
      fc.integer({ min: begin - 1, max: begin + 40 }),
      fc.nat(4),
      (all, countMax, position, counter) => {
        const recent = new RecentEvents(begin, countMax);
        const list: { seq: Seq; users: number[]; market: number }[] = [];
        let seq = { position: begin, counter: 0 };
        for (const one of all) {
          const isNext = one.isNext || seq.position === begin;
          seq = isNext
            ? { position: seq.position + 1, counter: 1 }
            : { ...seq, counter: seq.counter + 1 };
          const { event, users, market } = eventOf(one);
          recent.add(event as never as ExchangeEvent, seq);
          if (market !== undefined) list.push({ seq, users, market });
        }
        const kept = countMax === 0 ? [] : list.slice(-countMax);
        const start = placeOf({ position: begin, counter: 0 });
        const dropped =
          (countMax === 0 && all.length > 0 ? seq : list.at(-countMax - 1)?.seq) ?? start;
        const from = placeOf({ position, counter });
        const isKept = compareSeq(from, dropped) >= 0;
        const behind = kept.filter((one) => compareSeq(one.seq, from) > 0);
        const seqsOf = (found: ReturnType<RecentEvents["ofUser"]>) =>
          found?.found.map((one) => one.seq);

        expect(recent.count).toBe(kept.length);
        for (const user of [1, 2, 3]) {
          const expected = behind.filter(({ users }) => users.includes(user)).map((one) => one.seq);
          expect(seqsOf(recent.ofUser(user, { position, counter }))).toEqual(
            isKept ? expected : undefined,
          );
        }
        for (const market of [1, 2, -1, -2]) {
          const key = { kind: market > 0 ? "pair" : "contract", id: Math.abs(market) } as const;
          const found = recent.ofMarket(key, { position, counter });
          const expected = behind.filter((one) => one.market === market).map((one) => one.seq);
          expect(seqsOf(found)).toEqual(isKept ? expected : undefined);
          if (isKept) expect(found?.looked).toBe(behind.length);
        }
      },
    ),
    { seed: 7, numRuns: 500 },
  );
});
