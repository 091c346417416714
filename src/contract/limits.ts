/** How often a client may ask: a number of requests in a window. Rules USER-LIMIT-2, USER-LIMIT-3. */

export interface Limit {
  readonly count: number;
  readonly perMs: number;
}

/** USER-LIMIT-3: of one address, over all public endpoints. */
export const PUBLIC_LIMIT: Limit = { count: 200, perMs: 2_000 };

/** USER-LIMIT-2: of most requests that a user signs. */
export const USUAL_LIMIT: Limit = { count: 20, perMs: 2_000 };

/** USER-LIMIT-2: of requests that a trader sends in bursts. */
export const TRADING_LIMIT: Limit = { count: 100, perMs: 2_000 };

/** USER-LIMIT-3: what a request for all markets counts as in the window of its address. */
export const ALL_MARKETS_WEIGHT = 10;
