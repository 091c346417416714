/** The archive and what it lacks, as one list. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { MemoryShelf } from "../../test/support/memory-shelf.ts";
import { someOrder, trade } from "../../test/views/trade-tape.ts";
import type { OrderEnded, Traded } from "../engine/spot/spot.ts";
import { FreshRecords } from "./fresh-records.ts";
import type { HistoryRecord } from "./history.ts";
import { type Happened, HistoryStore } from "./history-store.ts";
import { type Archive, JoinedHistory, rowsOf } from "./joined-history.ts";

const ALICE = { area: "spot", user: 1, pair: 1 } as const;

function ended(id: number, clientId: string): OrderEnded {
  const order = someOrder({ id, clientId });
  return { type: "OrderEnded", order, status: "canceled", timeMs: id };
}

function traded(id: number, isSelf: boolean): Traded {
  const maker = someOrder({ id: 1, user: isSelf ? 1 : 2, side: "sell" });
  return trade({ id, maker, taker: someOrder({ id: 2 }) });
}

function write({ kind, record }: HistoryRecord): string {
  return kind === "order" ? `order ${record.id}` : `trade ${record.id} ${record.isMaker}`;
}

/** The first `archived` events are in the store; of the others the server was told up to `told`. */
function split(events: readonly Happened[], archived: number, told: number) {
  const store = new HistoryStore(new MemoryShelf());
  store.add(events.slice(0, archived), events[archived - 1]?.position ?? 0);
  const fresh = new FreshRecords();
  for (const { event, position } of events) fresh.add(event, position);
  fresh.archived(events[Math.min(told, archived) - 1]?.position ?? 0);
  const archive: Archive = {
    ask: async (question, _position, join) => join(rowsOf(store.find(question), write)),
  };
  return new JoinedHistory({ fresh, archive, write });
}

const someEvents = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 20 }),
    fc.array(fc.boolean(), { maxLength: 15 }),
    fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }),
  )
  .map(([ids, selves, dice]) => {
    const orders = ids.map((id) => ended(id, `c${id % 3}`));
    const trades = selves.map((isSelf, at) => traded(at + 1, isSelf));
    const events: (OrderEnded | Traded)[] = [];
    for (const isOrder of dice) {
      const event = (isOrder ? orders : trades).shift();
      if (event) events.push(event);
    }
    return events.map((event, at): Happened => ({ event, position: 3 * at + 1 }));
  });

test("HIST-OWN-1 wherever the archive ends, every page and every order is the same", async () => {
  await fc.assert(
    fc.asyncProperty(
      someEvents,
      fc.nat({ max: 40 }),
      fc.nat({ max: 40 }),
      fc.record({ limit: fc.integer({ min: 1, max: 8 }), fromId: fc.nat({ max: 30 }) }),
      async (events, archived, told, span) => {
        const whole = split(events, 0, 0);
        const joined = split(events, Math.min(archived, events.length), told);
        for (const kind of ["order", "trade"] as const) {
          const question = { kind, ...ALICE, ...span };
          expect(await joined.page(question)).toEqual(await whole.page(question));
        }
        for (let id = 1; id <= 60; id += 7) {
          expect(await joined.order(ALICE, id)).toEqual(await whole.order(ALICE, id));
        }
        for (const clientId of ["c0", "c1", "c2", "bourse:3"]) {
          const question = { kind: "name", ...ALICE, clientId } as const;
          expect(await joined.named(question)).toEqual(await whole.named(question));
        }
      },
    ),
    { numRuns: 200, seed: 3 },
  );
});

test("HIST-BOUND-1 a page without an archive that goes far enough is refused, not cut short", async () => {
  const fresh = new FreshRecords(2);
  for (let id = 1; id <= 5; id++) fresh.add(ended(id, ""), id);
  let answer: { position: number; ranks: number[]; rows: string[] } | undefined;
  const asked: number[] = [];
  const archive: Archive = {
    ask: async (_question, position, join) => {
      asked.push(position);
      return answer && join(answer);
    },
  };
  const history = new JoinedHistory({ fresh, archive, write });
  const question = { kind: "order", ...ALICE, limit: 10, fromId: 0 } as const;

  expect(await history.page(question)).toBe("behind");
  expect(await history.order(ALICE, 1)).toBe("behind");
  expect(await history.named({ kind: "name", ...ALICE, clientId: "x" })).toBe("behind");
  expect(asked).toEqual([3, 3, 3]);
  expect(await history.order(ALICE, 5)).toEqual(["order 5"]);
  answer = { position: 2, ranks: [2, 1], rows: ["order 2", "order 1"] };
  expect(await history.page(question)).toBe("behind");
  answer = { position: 3, ranks: [3, 2, 1], rows: ["order 3", "order 2", "order 1"] };
  expect(await history.page(question)).toHaveLength(5);
});
