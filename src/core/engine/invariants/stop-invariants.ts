/**
 * What holds of stops and countdowns after every command: stops stand by their triggers, or trail from a price that the last one is not
 * better than, no last price has reached one, and none that was triggered is left; a user has one countdown on a symbol. Rules SPOT-STOP-2,
 * SPOT-STOP-3, SPOT-TRAIL-2, SPOT-TRAIL-3, SPOT-COUNT-2.
 */
import { ordersAt } from "../book/book.ts";
import { type Ladder, levelsOf } from "../book/ladder.ts";
import { trailingTicks } from "../book/trailing-price.ts";
import type { Trails } from "../book/trails.ts";
import { isReached, type TriggerLadders } from "../book/trigger-ladders.ts";
import type { Order } from "../orders/order.ts";
import { NO_ORDER, type OrderRows } from "../orders/order-rows.ts";
import { lastTicksOf } from "../prices/prices.ts";
import type { ExchangeState } from "../state.ts";
import type { Claim } from "./invariants.ts";

/** How many stops wait. */
export function checkStops({ stops, prices }: ExchangeState, claim: Claim): number {
  claim(stops.triggered.length === 0, "SPOT-STOP-3 no triggered stop is left");
  let all = 0;
  stops.byPair.forEach((ladders, index) => {
    if (!ladders) return;
    const last = lastTicksOf(prices, index + 1);
    let count = 0;
    for (const stop of waitingStops(ladders)) {
      checkStop(stop, { pair: index + 1, last }, claim);
      count++;
    }
    claim(ladders.waiting === count, () => `SPOT-STOP-2 pair ${index + 1} counts its stops`);
    for (const trails of [ladders.sells, ladders.buys]) {
      count += checkTrails(trails, { pair: index + 1, last }, claim);
    }
    all += count;
  });
  return all;
}

/** How many orders trail. */
function checkTrails(
  { rows, side, peaks }: Trails,
  { pair, last }: { readonly pair: number; readonly last: number },
  claim: Claim,
): number {
  const sign = side === "sell" ? 1 : -1;
  let count = 0;
  let before = Number.POSITIVE_INFINITY;
  for (const { ticks, bands, orders } of peaks) {
    claim(
      sign * ticks < before && sign * ticks >= sign * last,
      () => `SPOT-TRAIL-2 what trails on pair ${pair} has seen the best price: ${ticks}`,
    );
    before = sign * ticks;
    let own = 0;
    for (const { delta, first } of bands) {
      const trigger = trailingTicks(side, ticks, delta);
      claim(
        sign * last > sign * trigger,
        () => `SPOT-TRAIL-3 the last price has not reached ${trigger}`,
      );
      for (let order = first; order !== NO_ORDER; order = rows.behind(order)) {
        const terms = rows.instructions(order);
        const isHere = rows.side(order) === side && rows.market(order) === pair;
        const isIts = terms?.delta === delta && terms.peak?.ticks === ticks && terms.isWaiting;
        claim(isHere && isIts, () => `SPOT-TRAIL-2 order ${rows.id(order)} trails where it stands`);
        own++;
      }
    }
    claim(own === orders && own > 0, () => `SPOT-TRAIL-2 pair ${pair} counts what trails`);
    count += own;
  }
  return count;
}

interface WaitingStop {
  readonly order: Order;
  readonly triggerTicks: number;
  readonly isRise: boolean;
}

function* waitingStops({ rows, rises, falls }: TriggerLadders): Iterable<WaitingStop> {
  yield* stopsIn(rows, rises, true);
  yield* stopsIn(rows, falls, false);
}

function* stopsIn(rows: OrderRows, ladder: Ladder, isRise: boolean): Iterable<WaitingStop> {
  for (const level of levelsOf(ladder)) {
    for (const order of ordersAt(rows, level)) {
      yield { order: rows.orderAt(order), triggerTicks: level.ticks, isRise };
    }
  }
}

function checkStop(
  { order, triggerTicks, isRise }: WaitingStop,
  { pair, last }: { readonly pair: number; readonly last: number },
  claim: Claim,
): void {
  const { id, market, area, instructions } = order;
  const isHere = market === pair && area === "spot" && instructions?.isWaiting === true;
  const isItsTrigger =
    instructions?.triggerTicks === triggerTicks && instructions.isRise === isRise;
  claim(isHere && isItsTrigger, () => `SPOT-STOP-2 stop ${id} stands by its trigger`);
  const isPast = isReached({ triggerTicks, isRise }, last);
  claim(!isPast, () => `SPOT-STOP-3 the last price has not reached stop ${id}`);
}

export function checkCountdowns({ countdowns }: ExchangeState, claim: Claim): void {
  const { byTime, byOwner, countMax } = countdowns;
  let beforeMs = 0;
  for (const countdown of byTime) {
    const { user, pair, dueMs } = countdown;
    const isKnown = byOwner.get(`${user} ${pair}`) === countdown;
    claim(
      isKnown && dueMs >= beforeMs,
      () => `SPOT-COUNT-2 the countdown of user ${user} has its place`,
    );
    beforeMs = dueMs;
  }
  const isBounded = byTime.length === byOwner.size && byTime.length <= countMax;
  claim(isBounded, "SPOT-COUNT-2 no countdown is one too many");
}
