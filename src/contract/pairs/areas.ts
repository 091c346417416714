/** Spot and margin: they take, keep and show orders alike (MARG-ORDER-1), and each endpoint about orders is declared once for either. */
import { type Limit, TRADING_LIMIT } from "../limits.ts";

export interface PairOrderArea {
  readonly area: "spot" | "margin";
  /** The beginning of the area's paths. */
  readonly root: string;
  /** How often orders may be placed (USER-LIMIT-2); all other limits are the same. */
  readonly placing: Limit;
  /** About placing orders here. */
  readonly note: string;
}

export const SPOT: PairOrderArea = {
  area: "spot",
  root: "/sapi/v1",
  placing: TRADING_LIMIT,
  note: "Answered with the state after matching: part of it, or all, may be traded already.",
};

export const MARGIN: PairOrderArea = {
  area: "margin",
  root: "/sapi/v1/margin",
  placing: { count: 10, perMs: 1_000 },
  note: "What is missing for it is borrowed. Answered with the state after matching.",
};
