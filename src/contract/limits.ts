/** How often a client may ask: a number of requests in a window. Rules USER-LIMIT-2, USER-LIMIT-3. */

export interface Limit {
  readonly count: number;
  readonly perMs: number;
}

/** USER-LIMIT-3: of one address, over all public endpoints. */
export const PUBLIC_LIMIT: Limit = { count: 200, perMs: 2_000 };
