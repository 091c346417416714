/** The archive and what it lacks, as one list. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { plainPage, queriesOf, someEvents, spans } from "../../../test/history/some-events.ts";
import { endedEvent } from "../../../test/support/order-event.ts";
import { runs } from "../../../test/support/runs.ts";
import { someOrder } from "../../../test/views/trade-tape.ts";
import { AREAS } from "../../core/engine/ledger/area.ts";
import type { OrderEnded } from "../../core/engine/orders/order-events.ts";
import type { HistoryRecord } from "./history.ts";
import { type Archive, JoinedHistory, rowsOf } from "./joined-history.ts";
import { type RecordedEvent, recordsOf } from "./records-of.ts";
import { type Happened, HistoryStore } from "./store/history-store.ts";
import { MemoryStore } from "./store/memory-store.ts";
import { UnarchivedRecords } from "./unarchived-records.ts";

const ALICE = { area: "spot", user: 1, market: 1 } as const;

function ended(id: number, clientId: string): OrderEnded {
  const order = someOrder({ id, clientId });
  return endedEvent(order, { status: "canceled" }, id);
}

function write({ kind, record }: HistoryRecord): string {
  return "isMaker" in record ? `${kind} ${record.id} ${record.isMaker}` : `${kind} ${record.id}`;
}

/** The first `archived` events are in the store; of the others the server was told up to `told`. */
function split(events: readonly Happened[], archived: number, told: number) {
  const store = new HistoryStore(new MemoryStore());
  store.add(events.slice(0, archived), events[archived - 1]?.position ?? 0);
  const unarchived = new UnarchivedRecords();
  for (const { event, position } of events) {
    if (event.type === "CandlesClosed" || event.type === "EntriesPosted") continue;
    unarchived.add(event, position);
  }
  unarchived.archived(events[Math.min(told, archived) - 1]?.position ?? 0);
  const archive: Archive = {
    ask: async (query, _position, join) => join(rowsOf(store.find(query), write)),
  };
  return new JoinedHistory({ unarchived, archive, write });
}

function happened(events: readonly RecordedEvent[]): Happened[] {
  return events.map((event, at) => ({ event, position: 3 * at + 1 }));
}

test("HIST-OWN-1 wherever the archive ends, every page is what a plain list gives", async () => {
  await fc.assert(
    fc.asyncProperty(
      someEvents,
      fc.nat({ max: 50 }),
      fc.nat({ max: 50 }),
      spans,
      async (list, archived, told, span) => {
        const events = happened(list);
        const whole = split(events, 0, 0);
        const joined = split(events, Math.min(archived, events.length), told);
        for (const query of queriesOf(span)) {
          const rows = plainPage(list, query).map(write);
          expect(await joined.page(query)).toEqual(rows);
          expect(await whole.page(query)).toEqual(rows);
        }
      },
    ),
    { numRuns: runs(30, 100), seed: 3 },
  );
});

test("HIST-PAGE-3 wherever the archive ends, walking by fromId has every record of every list once", async () => {
  await fc.assert(
    fc.asyncProperty(
      someEvents,
      fc.nat({ max: 50 }),
      fc.integer({ min: 1, max: 4 }),
      async (list, archived, limit) => {
        const events = happened(list);
        const joined = split(events, Math.min(archived, events.length), archived);
        for (const query of queriesOf({ limit, fromId: 1 })) {
          const walked: string[] = [];
          for (let fromId = 1; fromId > 0; ) {
            const page = await joined.page({ ...query, fromId });
            walked.unshift(...page);
            fromId = page.length > 0 ? Number(page[0]?.split(" ")[1]) + 1 : 0;
          }
          const whole = plainPage(list, { ...query, fromId: 0, limit: 1_000 });
          expect(walked).toEqual(whole.map(write));
        }
      },
    ),
    { numRuns: runs(20, 100), seed: 16 },
  );
});

test("HIST-OWN-1 HIST-NAME-1 wherever the archive ends, every order is found by id and name", async () => {
  await fc.assert(
    fc.asyncProperty(someEvents, fc.nat({ max: 50 }), async (list, archived) => {
      const events = happened(list);
      const whole = split(events, 0, 0);
      const joined = split(events, Math.min(archived, events.length), archived);
      const ids = list.flatMap(recordsOf).map(({ record }) => record.id);
      for (const area of AREAS) {
        const owner = { ...ALICE, area };
        for (const id of ids) {
          expect(await joined.order(owner, id)).toEqual(await whole.order(owner, id));
        }
        for (const clientId of ["a", "b", "c", ...ids.map((id) => `bourse:${id}`)]) {
          const query = { kind: "name", ...owner, clientId } as const;
          expect(await joined.named(query)).toEqual(await whole.named(query));
        }
      }
    }),
    { numRuns: runs(30, 100), seed: 4 },
  );
});

test("HIST-BOUND-1 a page without an archive that goes far enough is refused, not cut short", async () => {
  const unarchived = new UnarchivedRecords(2);
  for (let id = 1; id <= 5; id++) unarchived.add(ended(id, ""), id);
  let answer: { position: number; ranks: number[]; rows: string[] } | undefined;
  const asked: number[] = [];
  const archive: Archive = {
    ask: async (_question, position, join) => {
      asked.push(position);
      return answer && join(answer);
    },
  };
  const history = new JoinedHistory({ unarchived, archive, write });
  const query = { kind: "order", ...ALICE, limit: 10, fromId: 0 } as const;

  expect(await history.page(query)).toBe("behind");
  expect(await history.order(ALICE, 1)).toBe("behind");
  expect(await history.named({ kind: "name", ...ALICE, clientId: "x" })).toBe("behind");
  expect(asked).toEqual([3, 3, 3]);
  expect(await history.order(ALICE, 5)).toEqual(["order 5"]);
  answer = { position: 2, ranks: [2, 1], rows: ["order 2", "order 1"] };
  expect(await history.page(query)).toBe("behind");
  answer = { position: 3, ranks: [3, 2, 1], rows: ["order 3", "order 2", "order 1"] };
  expect(await history.page(query)).toHaveLength(5);
});
