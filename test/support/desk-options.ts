/** What a desk of the contract may have otherwise than usual, and what its APIs share. */
import type { Command } from "../../src/core/engine/codec.ts";
import type { FaultSource } from "../../src/edge/http/fault.ts";
import type { Route } from "../../src/edge/http/route.ts";
import type { Traffic } from "../../src/edge/http/traffic.ts";
import type { FoundRows } from "../../src/runtime/history/history.ts";
import type { Archive } from "../../src/runtime/history/joined-history.ts";

export const MASTER_KEY = Buffer.alloc(32, 7);

export interface DeskOptions {
  /** Rate limits and bans; most tests ask more often than they allow. */
  readonly hasLimits?: boolean;
  /** What goes wrong on purpose. */
  readonly faults?: FaultSource;
  /** Refusals say all that a sandbox says. */
  readonly isTalkative?: boolean;
  readonly traffic?: Traffic;
  /** Told of failures instead of the desk's own list. */
  readonly report?: (error: unknown, request: string) => void;
  /** Instead of all. */
  readonly routes?: readonly Route[];
  /** What makes the market and its users, instead of the demo. */
  readonly market?: readonly Command[];
}

/** An archive that has nothing. */
export function emptyArchive(): Archive {
  const empty: FoundRows = { position: 0, ranks: [], rows: [] };
  return { ask: async (_question, _position, join) => join(empty) };
}
