/** Cancel on disconnect, as a dialect sees it: what a client wants cancelled when its connection ends. */
import type { Area } from "../../../core/engine/ledger/area.ts";
import type { Member } from "./connection.ts";

/** The names of markets, by area. */
export type CancelNames = Readonly<Record<Area, readonly string[]>>;

export interface CancelWish {
  readonly user: number;
  readonly key: number;
  /** The number that the commands will carry, and how the client sees it. */
  readonly request: number;
  readonly requestId: string;
  readonly markets: readonly { readonly area: Area; readonly market: number }[];
}

/** What makes wishes, and fulfils them. */
export interface CancelDesk {
  /** Throws a refusal. */
  wishOf(member: Member, address: string, names: CancelNames): CancelWish;
  /** The connection has ended. */
  run(wish: CancelWish): void;
}
