/**
 * Orders that wait for a price: one ladder for those that wait for a rise, lowest trigger first, one for a
 * fall, highest first. The orders of one trigger are linked like resting orders in a book, so a canceled
 * order is taken out at once, and a price that reaches none costs a look at the two best levels.
 */
import { NO_ORDER, type OrderRow, type OrderRows } from "../orders/order-rows.ts";
import { joinLevel, leaveLevel } from "./book.ts";
import { dropLevel, type Ladder, levelAt, newLadder } from "./ladder.ts";

export interface TriggerLadders {
  readonly rows: OrderRows;
  readonly rises: Ladder;
  readonly falls: Ladder;
  waiting: number;
}

/** The price that an order waits for, and from which side it comes. */
export interface TriggerCondition {
  readonly triggerTicks: number;
  readonly isRise: boolean;
}

export function newTriggerLadders(rows: OrderRows): TriggerLadders {
  return { rows, rises: newLadder("sell"), falls: newLadder("buy"), waiting: 0 };
}

function ladderFor(ladders: TriggerLadders, isRise: boolean): Ladder {
  return isRise ? ladders.rises : ladders.falls;
}

export function joinLadder(
  ladders: TriggerLadders,
  order: OrderRow,
  { triggerTicks, isRise }: TriggerCondition,
): void {
  joinLevel(ladders.rows, levelAt(ladderFor(ladders, isRise), triggerTicks), order);
  ladders.waiting++;
}

export function leaveLadder(
  ladders: TriggerLadders,
  order: OrderRow,
  { isRise }: Pick<TriggerCondition, "isRise">,
): void {
  const ladder = ladderFor(ladders, isRise);
  const level = leaveLevel(ladders.rows, ladder, order);
  if (level.first === NO_ORDER) dropLevel(ladder, level);
  ladders.waiting--;
}

/** Whether a price fulfils a condition. Without a price none is fulfilled. */
export function isReached({ triggerTicks, isRise }: TriggerCondition, ticks: number): boolean {
  if (ticks === 0) return false;
  return isRise ? ticks >= triggerTicks : ticks <= triggerTicks;
}

/** Whether a price fulfils the condition of any order: a look at the two best levels. */
export function isAnyReached({ rises, falls }: TriggerLadders, ticks: number): boolean {
  if (ticks === 0) return false;
  const { best: rise } = rises;
  const { best: fall } = falls;
  return (rise !== undefined && ticks >= rise.ticks) || (fall !== undefined && ticks <= fall.ticks);
}

/** Takes out all orders whose condition is true at this price, in order of trigger, then of id. */
export function takeReached(ladders: TriggerLadders, ticks: number): OrderRow[] {
  const taken: OrderRow[] = [];
  for (const isRise of [true, false]) {
    const ladder = ladderFor(ladders, isRise);
    for (let level = ladder.best; level; level = ladder.best) {
      if (!isReached({ triggerTicks: level.ticks, isRise }, ticks)) break;
      const order = level.first;
      leaveLadder(ladders, order, { isRise });
      taken.push(order);
    }
  }
  return taken;
}
