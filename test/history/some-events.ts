/**
 * Arbitrary events that leave records, of every kind, and the slow and obvious answer to a page: all
 * records in a list, filtered and sorted (HIST-PAGE-1 to HIST-PAGE-3, HIST-PROFIT-1, HIST-LATEST-1).
 */
import fc from "fast-check";
import type { ExchangeEvent } from "../../src/core/engine/events.ts";
import { END_REASONS, type EndReason } from "../../src/core/engine/orders/end-reasons.ts";
import type { OrderEnd } from "../../src/core/engine/orders/order-events.ts";
import type { OrderListEnded } from "../../src/core/engine/orders/order-lists.ts";
import type { HistoryRecord, PageQuery, RecordKind } from "../../src/runtime/history/history.ts";
import { type RecordedEvent, recordsOf } from "../../src/runtime/history/records-of.ts";
import { endedEvent } from "../support/order-event.ts";
import { someOrder, trade } from "../views/trade-tape.ts";
import { contractTrade, forceClosed, positionEnded, someFuturesOrder } from "./contract-events.ts";

/** What the events choose from. `order` and `id` are unlike those of any other event. */
interface Choice {
  readonly what: RecordedEvent["type"];
  readonly area: "spot" | "margin" | "futures";
  readonly market: number;
  readonly user: number;
  /** 0 is the exchange itself, or this user again. */
  readonly other: number;
  readonly isBuy: boolean;
  /** Whether both orders of a trade are of one area; else the taker's is of spot. */
  readonly isTogether: boolean;
  readonly isRejected: boolean;
  readonly reason: EndReason | undefined;
  readonly name: string;
  readonly order: number;
}

function eventOf(choice: Choice, id: number): RecordedEvent {
  switch (choice.what) {
    case "OrderEnded":
      return endedOrder(choice);
    case "OrderListEnded":
      return endedList(choice);
    case "Traded":
      return traded(choice, id);
    case "MatchPrevented":
      return matchPrevented(choice, id);
    case "ContractTraded":
      return contractTraded(choice, id);
    case "ForceClosed": {
      const { order: orderId, user, market: contract, isBuy } = choice;
      const side = isBuy ? "buy" : "sell";
      return forceClosed({ tradeId: id, orderId, user, contract, side, timeMs: id });
    }
    case "PositionEnded":
      return positionEnded({ id, user: choice.user, contract: choice.market });
  }
}

function endedOrder({ area, market: pair, user, name: clientId, ...choice }: Choice) {
  const { order: id, isRejected, reason } = choice;
  const changes = { id, user, market: pair, clientId };
  const order = area === "futures" ? someFuturesOrder(changes) : someOrder({ area, ...changes });
  const end: OrderEnd = reason ? { status: "canceled", reason } : { status: "filled" };
  return endedEvent(order, isRejected ? { status: "rejected" } : end, 1_000 + id);
}

/** Its id is no other order's, either. */
function endedList({ order: id, user, market: pair, name: clientId }: Choice): OrderListEnded {
  const times = { placedAtMs: 1_000, timeMs: 1_000 + id };
  return { type: "OrderListEnded", id, user, pair, kind: "oco", clientId, ...times };
}

function traded({ area, market: pair, user, other, isBuy, isTogether }: Choice, id: number) {
  const makerArea = area === "futures" ? "spot" : area;
  const takerArea = isTogether ? makerArea : "spot";
  const maker = { makerOrder: 1, makerUser: user, makerArea } as const;
  const taker = { takerOrder: 2, takerUser: other || user, takerArea } as const;
  return trade({ id, pair, takerSide: isBuy ? "buy" : "sell", ...maker, ...taker });
}

function matchPrevented(choice: Choice, id: number): RecordedEvent {
  const { area, market: pair, user, isBuy, isTogether } = choice;
  const makerArea = area === "futures" ? "spot" : area;
  return {
    type: "MatchPrevented",
    id,
    user,
    pair,
    ticks: id,
    mode: isBuy ? "decrement" : "expire_both",
    takerSide: isBuy ? "buy" : "sell",
    makerOrder: 1,
    makerArea,
    makerLots: id,
    takerOrder: 2,
    takerArea: isTogether ? makerArea : "spot",
    takerLots: 2 * id,
    timeMs: 1_000 + id,
  };
}

function contractTraded({ market: contract, user, other, isBuy }: Choice, id: number) {
  const maker = { makerOrder: 1, makerUser: user };
  const taker = { takerOrder: other === 0 ? 0 : 2, takerUser: other };
  return contractTrade({ id, contract, takerSide: isBuy ? "buy" : "sell", ...maker, ...taker });
}

const choices: fc.Arbitrary<readonly Choice[]> = fc.uniqueArray(
  fc.record({
    what: fc.constantFrom(
      ...([
        "OrderEnded",
        "OrderListEnded",
        "Traded",
        "ContractTraded",
        "ForceClosed",
        "PositionEnded",
        "MatchPrevented",
      ] as const),
    ),
    area: fc.constantFrom("spot", "margin", "futures"),
    market: fc.integer({ min: 1, max: 2 }),
    user: fc.integer({ min: 1, max: 2 }),
    other: fc.integer({ min: 0, max: 2 }),
    isBuy: fc.boolean(),
    isTogether: fc.boolean(),
    isRejected: fc.boolean(),
    reason: fc.option(fc.constantFrom(...END_REASONS), { nil: undefined }),
    name: fc.constantFrom("", "a", "b"),
    order: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 2 ** 50 })),
  }),
  { selector: ({ order }) => order, maxLength: 50 },
);

/** In the order in which they happened; trades and profits are numbered in it, orders are not. */
export const someEvents: fc.Arbitrary<readonly RecordedEvent[]> = choices.map((list) =>
  list.map((choice, at) => eventOf(choice, at + 1)),
);

const AREA_OF: Readonly<Record<RecordKind, readonly PageQuery["area"][]>> = {
  order: ["spot", "margin"],
  trade: ["spot", "margin"],
  futures_order: ["futures"],
  futures_trade: ["futures"],
  profit: ["futures"],
  prevented: ["spot", "margin"],
  list: ["spot"],
};

/** Every page of users and markets like those of the events. */
export function queriesOf(span: Pick<PageQuery, "limit" | "fromId">): PageQuery[] {
  return (Object.keys(AREA_OF) as RecordKind[]).flatMap((kind) =>
    AREA_OF[kind].flatMap((area) =>
      [1, 2].flatMap((user) =>
        (isFoundOfAll(kind, span) ? [0, 1, 2] : [1, 2]).map((market) => ({
          kind,
          area,
          user,
          market,
          ...span,
        })),
      ),
    ),
  );
}

/** HIST-PROFIT-1, HIST-LATEST-1: of all markets there are pages of profits, and the newest trades. */
function isFoundOfAll(kind: RecordKind, { fromId }: Pick<PageQuery, "fromId">): boolean {
  return kind === "profit" || (fromId === 0 && (kind === "trade" || kind === "futures_trade"));
}

export const spans: fc.Arbitrary<Pick<PageQuery, "limit" | "fromId">> = fc.record({
  limit: fc.integer({ min: 1, max: 8 }),
  fromId: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 60 })),
});

export function plainPage(
  events: readonly ExchangeEvent[],
  { kind, area, user, market: pair, limit, fromId }: PageQuery,
): HistoryRecord[] {
  const mine = events.flatMap(recordsOf).filter(({ kind: has, record }) => {
    const isOwn = has === kind && record.area === area && record.user === user;
    return isOwn && (pair === 0 || record.market === pair) && record.id >= fromId;
  });
  mine.sort(({ record: a }, { record: b }) => b.id - a.id || makerLast(a) - makerLast(b));
  if (fromId === 0) return mine.slice(0, limit);
  const lowest = mine.toReversed();
  let end = Math.min(limit, lowest.length);
  // HIST-PAGE-3: what has the id of the last one is on the same page.
  while (end < lowest.length && lowest[end]?.record.id === lowest[end - 1]?.record.id) end++;
  return lowest.slice(0, end).reverse();
}

function makerLast(record: HistoryRecord["record"]): number {
  return "isMaker" in record && record.isMaker ? 1 : 0;
}
