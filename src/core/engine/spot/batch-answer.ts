/**
 * The answer to a batch as one number, since that is all that is kept of a request with a client's id:
 * the first order id, which the others follow, above it for each item why it was rejected, if it was, and above that how many ids
 * were passed over before it: slices of icebergs that a batch uses up take ids in its midst (SPOT-ICE-3). Of a batch of older rules the first
 * id is all there is. Rules USER-REPEAT-1, SPOT-BATCH-7.
 */
import { assert } from "../../base/assert.ts";
import type { PlacedBatch, PlaceReject, RejectedItem } from "./spot.ts";

/** Why an item of a batch may end rejected (SPOT-BATCH-3). Kept by their index: new reasons go to the end. */
const REASONS: readonly PlaceReject[] = [
  "client_id_malformed",
  "client_id_used",
  "too_many_open_orders",
  "no_opposite_orders",
  "insufficient_balance",
];

const ID_BITS = 53n;
const ID_MASK = 2n ** ID_BITS - 1n;
/** Four bits for each item, 0 for one that was placed; a 1 above them all says that reasons are kept. */
const ITEM_BITS = 4n;
const ITEM_MASK = 2n ** ITEM_BITS - 1n;
/** More slices than a command can show. */
const GAP_BITS = 32n;
const GAP_MASK = 2n ** GAP_BITS - 1n;

/** The reason of a refusal without its numbers: they are not kept, and a repetition must answer the same. */
export function withoutNumbers(rejected: readonly RejectedItem[]): RejectedItem[] {
  return rejected.map(({ index, reason }) => ({ index, reason }));
}

export function numberOfBatch({ orderIds, rejected }: PlacedBatch): bigint {
  const first = BigInt(orderIds[0] ?? 0);
  if (!rejected) return first;
  let kept = 1n << (ITEM_BITS * BigInt(orderIds.length));
  kept |= gapsIn(orderIds) << (ITEM_BITS * BigInt(orderIds.length) + 1n);
  for (const { index, reason } of rejected) {
    const place = REASONS.indexOf(reason);
    assert(place >= 0, "an item of a batch is rejected for a reason that can be kept");
    kept |= BigInt(place + 1) << (ITEM_BITS * BigInt(index));
  }
  return (kept << ID_BITS) | first;
}

/** Nothing where each id follows the one before. */
function gapsIn(orderIds: readonly number[]): bigint {
  let gaps = 0n;
  for (const [index, id] of orderIds.entries()) {
    const before = orderIds[index - 1] ?? id - 1;
    gaps |= BigInt(id - before - 1) << (GAP_BITS * BigInt(index));
  }
  return gaps;
}

export function batchOfNumber(number: bigint, count: number): PlacedBatch {
  const first = Number(number & ID_MASK);
  const kept = number >> ID_BITS;
  const items = Array.from({ length: count }, (_, index) => index);
  const gaps = kept >> (ITEM_BITS * BigInt(count) + 1n);
  let passed = 0;
  const orderIds = items.map((index) => {
    passed += Number((gaps >> (GAP_BITS * BigInt(index))) & GAP_MASK);
    return first + index + passed;
  });
  if (kept === 0n) return { orderIds, rejected: undefined };
  const rejected = items.flatMap((index): RejectedItem[] => {
    const reason = REASONS[Number((kept >> (ITEM_BITS * BigInt(index))) & ITEM_MASK) - 1];
    return reason === undefined ? [] : [{ index, reason }];
  });
  return { orderIds, rejected };
}
