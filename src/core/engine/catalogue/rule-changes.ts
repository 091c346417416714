/**
 * What changed in the rules, and with which version: a decision that changes is made only from there
 * on, so that a log is answered for ever as it was (CORE-RULES-1). How a directory is moved to newer
 * rules is in rule-versions.ts.
 */

/** By what it changed, the version that brought it. */
export const SINCE = {
  /** SPOT-FEE-1, FUT-FEE-2 */
  fee_sums: 2,
  /** MARG-INDEX-1 */
  index_sources: 3,
  /** SPOT-SYM-3 */
  open_orders: 4,
  /** SPOT-BATCH-7 */
  batch_rejects: 4,
  /** CORE-RULES-3: the order set of spot and margin, fee rates of a user. */
  order_set: 5,
  /** SPOT-CHECK-12, FUT-CHECK-14: an order that cannot rest needs no room among those that do. */
  passing_orders: 6,
  /** PRICE-INDEX-6: terms that are set again do not move what a bounded index moves from. */
  kept_anchors: 6,
  /** CORE-RULES-3, USER-FIELD-3: keys that take no unknown field. */
  strict_keys: 6,
  /** CORE-RULES-3, SPOT-UNIT-1: what bots of other venues ask for in spot. */
  order_extras: 7,
  /** CORE-RULES-3, SPOT-STP-6, SPOT-STP-7: prevented matches have ids of their own. */
  prevented_matches: 8,
  /** CORE-RULES-3, SPOT-ICE-1: orders that show a slice at a time. */
  icebergs: 8,
  /** CORE-RULES-3, SPOT-CLIENT-7: client ids that are free at once. */
  client_id_reuse: 8,
  /** CORE-RULES-3, SPOT-TRAIL-1: stops that trail the last price. */
  trailing_stops: 9,
} as const;

/** The newest version that this program knows. */
export const RULES = Math.max(...Object.values(SINCE));

export function isInForce(
  { rules }: { readonly rules: number },
  change: keyof typeof SINCE,
): boolean {
  return rules >= SINCE[change];
}
