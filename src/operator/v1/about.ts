/**
 * What the documents say about an endpoint of the operator beyond what it needs to be served, beside
 * the endpoint, as the public ones have it. No request that is served touches it.
 */
import type { About } from "../../contract/about.ts";
import type { AnyCodeName } from "./refusals.ts";

/** What the documents are ordered by. */
export const OPERATOR_TAGS = {
  users: "Users and their API keys, and what one user has and does.",
  money: "Money in and out: of what users have free, and of the funds of the exchange.",
  catalogue: "Assets, symbols and their fees. Nothing of them is ever removed.",
  contracts: "Perpetual contracts. Like symbols they are never removed.",
  lending: "Loans, the levels of margin accounts, index prices, and what insures the exchange.",
  orders: "Open orders of any user.",
  bans: "Addresses that the public listener keeps out for a while.",
  sandbox: "What only a sandbox has: fault rules, a manual clock, saved states, a past.",
  watching: "How the exchange is, what it decided, and that its sums add up.",
} as const;

export type OperatorTag = keyof typeof OPERATOR_TAGS;

export interface OperatorAbout extends Omit<About, "tags" | "codes" | "waitsFor"> {
  readonly tag: OperatorTag;
  /** The refusals of its own, besides those of every route of its kind. */
  readonly codes?: readonly AnyCodeName[];
  /** A command has an outcome that may stay unknown. */
  readonly waitsFor?: "command";
}

/** What an endpoint that changes one thing in one of a few ways says of each way. */
export type OperationWords = Pick<OperatorAbout, "operation" | "summary" | "description">;
