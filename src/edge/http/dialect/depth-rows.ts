/**
 * The rows of a depth as text. Between two requests few levels of a book change, so what was written of a level is kept until
 * another quantity rests at its price.
 */
import type { ValueOf, Written } from "../../../contract/field.ts";
import { LEVEL } from "../../../contract/markets.ts";
import { writerOf, writtenList } from "../../../contract/writer.ts";
import type { Ladder } from "../../../core/engine/book/ladder.ts";
import type { PriceLevel } from "../../../core/engine/orders/order.ts";
import { bestLevels, restingAt } from "../../../core/engine/read/depth.ts";
import { formatSteps, formatSum } from "../../../core/money/decimal.ts";

/** The decimals of a market's prices and quantities. */
export interface Precisions {
  readonly pricePrecision: number;
  readonly quantityPrecision: number;
}

type Level = ValueOf<typeof LEVEL>;

interface Row {
  readonly resting: number | bigint;
  readonly text: Written<Level>;
}

/** So many prices of one side are known: some depths of different moments. */
export const KNOWN_MAX = 512;

const writeLevel = writerOf(LEVEL);
const knownOf = new WeakMap<Ladder, Map<number, Row>>();

export function levelIn(of: Precisions, level: PriceLevel): Level {
  const price = formatSteps(level.ticks, of.pricePrecision);
  return [price, formatSum(restingAt(level), of.quantityPrecision)];
}

/** SPOT-DATA-1: one side, best first; at most `limit` rows. A ladder is of one market, whose precisions never change. */
export function depthRows(
  of: Precisions,
  ladder: Ladder,
  limit: number,
): Written<readonly Level[]> {
  const known = knownRows(ladder);
  return writtenList(
    bestLevels(ladder, limit).map((level) => {
      const resting = restingAt(level);
      const row = known.get(level.ticks);
      if (row?.resting === resting) return row.text;
      const text = writeLevel(levelIn(of, level));
      if (known.size >= KNOWN_MAX) known.clear();
      known.set(level.ticks, { resting, text });
      return text;
    }),
  );
}

/** What is known of a side, by price. */
export function knownRows(ladder: Ladder): Map<number, Row> {
  const known = knownOf.get(ladder);
  if (known) return known;
  const none = new Map<number, Row>();
  knownOf.set(ladder, none);
  return none;
}
