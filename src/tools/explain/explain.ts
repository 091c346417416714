/**
 * `bourse explain`: what was decided about a request or an order, and with which numbers, from the
 * log alone. It is a generator: it gives way after every batch, so that the archivist goes on
 * answering and archiving meanwhile, and holds no more than one replica. Rule EXPLAIN-ID-1.
 */
import { explainOrder } from "./explain-order.ts";
import { explainRequest } from "./explain-request.ts";
import { orderIn, requestIn } from "./ids.ts";
import type { Sources } from "./sources.ts";
import { firstPositionOf } from "./starts.ts";
import type { Explanation } from "./words/explanation.ts";

/** EXPLAIN-ID-1: digits may be both; then an order is looked for first. */
export function* explain(sources: Sources, id: string): Generator<undefined, Explanation> {
  const order = orderIn(id);
  const explained = order === undefined ? undefined : yield* explainOrder(sources, order);
  if (explained) return explained;
  const request = requestIn(id);
  const found = request === undefined ? undefined : yield* explainRequest(sources, request);
  if (found) return found;
  const { disk, durablePosition } = sources;
  const where = `positions ${firstPositionOf(disk)} to ${durablePosition}`;
  const what =
    order === undefined ? "no command of this request" : "neither such an order nor request";
  const notes = [`${what} is in the log (${where}): nothing was executed there`];
  return { found: "nothing", id, notes };
}
