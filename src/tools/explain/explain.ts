/**
 * `bourse explain`: what was decided about a request or an order, and with which numbers, from the
 * log alone. It is a generator: it gives way after every batch, so that the archivist goes on
 * answering and archiving meanwhile, and holds no more than one replica. Rule EXPLAIN-ID-1.
 */
import { explainName } from "./explain-name.ts";
import { explainOrder } from "./explain-order.ts";
import { explainRequest } from "./explain-request.ts";
import { orderIn, requestIn } from "./ids.ts";
import type { Sources } from "./sources.ts";
import { firstPositionOf } from "./starts.ts";
import type { Explanation } from "./words/explanation.ts";

/** EXPLAIN-ID-1: digits may be both; then an order is looked for first. EXPLAIN-NAME-1: what is neither may be a client id. */
export function* explain(sources: Sources, id: string): Generator<undefined, Explanation> {
  const order = orderIn(id);
  const explained = order === undefined ? undefined : yield* explainOrder(sources, order);
  if (explained) return explained;
  const request = requestIn(id);
  const found = request === undefined ? undefined : yield* explainRequest(sources, request);
  const named = found ?? (yield* explainName(sources, id));
  if (named) return named;
  const { disk, durablePosition } = sources;
  const where = `positions ${firstPositionOf(disk)} to ${durablePosition}`;
  const notes = [`${whatIsNot(id)} is in the log (${where}): nothing was executed there`];
  return { found: "nothing", id, notes };
}

function whatIsNot(id: string): string {
  if (requestIn(id) === undefined) return "no order with this client id";
  return orderIn(id) === undefined
    ? "no command of this request"
    : "neither such an order nor request";
}
