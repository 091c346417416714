/**
 * What the documents say about an endpoint beyond what it needs to be served: it stands beside the
 * endpoint, so that a change of the one sees the other. No request that is served touches it.
 */

import type { CodeName } from "./codes.ts";
import type { Shape } from "./field.ts";

/** What the documents are ordered by; `extensions` are beyond the reference, in the words of its family of venues. */
export const TAGS = {
  "market data": "Public: no key, no signature. One limit for each address over all of them.",
  spot: "Orders, trades and money of the spot account.",
  margin: "Orders, trades, money and debts of the margin account.",
  futures: "Orders, positions and money of the futures accounts.",
  extensions: "Beyond the reference of this family of venues, in its own words.",
} as const;

/** HIST-PAGE-3: how a list that has a fromId is read to its end. */
export const WALK =
  "To read all of them begin with fromId 1 and go on from the highest id of each page plus one, until a page is empty.";
export const WALK_TRADES = `${WALK} A trade with yourself is two rows of one id: with fromId a page has one row more than its limit rather than end between them; without it the limit is exact.`;

export type Tag = keyof typeof TAGS;

export interface About {
  /** The name that programs know it by. */
  readonly operation: string;
  readonly tags: readonly Tag[];
  readonly summary: string;
  readonly description?: string;
  /** The body of a 200. */
  readonly reply: Shape;
  /** The refusals of its own, besides those of every route of its kind. */
  readonly codes?: readonly CodeName[];
  /** What it waits for: a command has an outcome that may stay unknown, an archive may be behind. */
  readonly waitsFor?: "command" | "archive";
}
