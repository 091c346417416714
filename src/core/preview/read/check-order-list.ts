/**
 * Whether an order list would be taken, but for its money (SPOT-LIST-17): the engine's own checks, on the live state, which they only
 * read. What a list is checked against, the user's lists and the names of its orders, is nothing that a page has, so there is no plain
 * data in between.
 */
import type { PlaceOrderList } from "../../engine/spot/lists/list-commands.ts";
import { type ListChecks, testList } from "../../engine/spot/lists/place-list.ts";

/** Undefined when no check refuses it. */
export function checkOrderList(state: ListChecks, asked: PlaceOrderList, timeMs: number) {
  return testList(state, asked, timeMs);
}
