/**
 * What is asked of both books, in words that belong to neither, and what each tells of it. A step is drawn without
 * knowing the books; `which` picks among the orders when its turn has come.
 */
import fc from "fast-check";

export const FORCES = ["gtc", "ioc", "fok", "post_only"] as const;
export const MODES = ["none", "expire_taker", "expire_maker", "expire_both"] as const;
export const USERS = ["ann", "bob", "cid"] as const;

export interface Asked {
  readonly side: "buy" | "sell";
  readonly kind: "limit" | "market";
  /** Of a limit order; 0 and a size of 0 are refused. */
  readonly price: number;
  /** Lots; of a market buy an amount. */
  readonly size: number;
  readonly force: (typeof FORCES)[number];
  /** What it does when it meets an order of its own user. */
  readonly mode: (typeof MODES)[number];
}

export interface Placing extends Asked {
  readonly type: "place";
  readonly user: string;
  readonly name: string;
}

export interface Canceling {
  readonly type: "cancel";
  readonly user: string;
  readonly name: string;
}

export interface Replacing extends Asked {
  readonly type: "replace";
  readonly user: string;
  readonly name: string;
  /** What the new order is called; the same name, or one that is new. */
  readonly newName: string;
  /** SPOT-REPLACE-2 */
  readonly allowsFailure: boolean;
}

export type Step = Placing | Canceling | Replacing;

/** What one book says about a step. */
export interface Told {
  readonly verdict: "taken" | "killed" | "not posted" | "met own" | "refused";
  /** `3 @ 100 with o7`, in their order. */
  readonly trades: readonly string[];
  /** The user's own resting orders that went with it. */
  readonly expired: readonly string[];
}

/** What rests, for comparison. */
export interface Standing {
  /** `o7 buy 3 @ 100`, in trading order. */
  readonly orders: readonly string[];
  /** `buy 8 @ 100`, best first. */
  readonly levels: readonly string[];
  /** Best bid and ask, `-` where there is none. */
  readonly best: string;
}

/** Which order a cancel or a replacement means: one that is open, or any that ever was. */
export interface Which {
  readonly isOpen: boolean;
  readonly index: number;
  readonly isStrange: boolean;
}

/** How the order in its place differs from an order. */
export type Change = "less" | "size" | "price" | "another" | "nothing";

export type Drawn =
  | {
      readonly type: "place";
      readonly user: number;
      readonly asked: Asked;
      readonly again: boolean;
    }
  | { readonly type: "cancel"; readonly which: Which }
  | {
      readonly type: "replace";
      readonly which: Which;
      readonly asked: Asked;
      readonly change: Change;
      readonly allowsFailure: boolean;
    };

/** Few prices and small sizes, so that orders meet, and no sum is inexact in a float. */
const price = fc.oneof(
  { arbitrary: fc.integer({ min: 97, max: 103 }), weight: 40 },
  { arbitrary: fc.constant(0), weight: 1 },
);
const lots = fc.oneof(
  { arbitrary: fc.integer({ min: 1, max: 9 }), weight: 40 },
  { arbitrary: fc.constant(0), weight: 1 },
);
const seldom = fc.integer({ min: 0, max: 9 }).map((die) => die === 0);

/** Orders that rest are the usual ones: others empty the book. */
const usualForce = fc.constantFrom(...FORCES, "gtc", "gtc", "gtc");

function someLimit(
  mode: fc.Arbitrary<Asked["mode"]>,
  force: fc.Arbitrary<Asked["force"]>,
): fc.Arbitrary<Asked> {
  const side = fc.constantFrom("buy" as const, "sell" as const);
  return fc.record({ side, kind: fc.constant("limit" as const), price, size: lots, force, mode });
}

/** SPOT-TIF-5: a market order takes no force. */
function someMarket(mode: fc.Arbitrary<Asked["mode"]>): fc.Arbitrary<Asked> {
  const terms = {
    kind: fc.constant("market" as const),
    price: fc.constant(0),
    force: fc.constant("gtc" as const),
  };
  const sell = fc.record({ side: fc.constant("sell" as const), ...terms, size: lots, mode });
  const amount = fc.integer({ min: 0, max: 1_500 });
  const buy = fc.record({ side: fc.constant("buy" as const), ...terms, size: amount, mode });
  return fc.oneof(
    sell,
    buy.map((asked) => notPassing(asked)),
  );
}

/** `amount_past_own` of the differences. */
function notPassing(asked: Asked): Asked {
  return asked.mode === "expire_maker" ? { ...asked, mode: "expire_both" } : asked;
}

/** Steps of a market; users meet themselves only where they may ask what happens then. */
export function someSteps(meetsOwn: boolean): fc.Arbitrary<Drawn[]> {
  const mode = meetsOwn ? fc.constantFrom(...MODES) : fc.constant("none" as const);
  const limit = someLimit(mode, usualForce);
  const which = fc.record({
    isOpen: fc.integer({ min: 0, max: 4 }).map((die) => die > 0),
    index: fc.nat(),
    isStrange: seldom,
  });
  const asked = fc.oneof(
    { arbitrary: limit, weight: 6 },
    { arbitrary: someMarket(mode), weight: 1 },
  );
  const user = fc.nat({ max: USERS.length - 1 });
  const place = fc.record({ type: fc.constant("place" as const), user, asked, again: seldom });
  const cancel = fc.record({ type: fc.constant("cancel" as const), which });
  const replace = fc.record({
    type: fc.constant("replace" as const),
    which,
    asked: someLimit(mode, fc.constantFrom(...FORCES)),
    change: fc.constantFrom<Change>("less", "size", "price", "another", "another", "nothing"),
    allowsFailure: seldom,
  });
  const step = fc.oneof(
    { arbitrary: place, weight: 7 },
    { arbitrary: cancel, weight: 1 },
    { arbitrary: replace, weight: 2 },
  );
  return fc.array<Drawn>(step, { maxLength: 90, size: "max" });
}
