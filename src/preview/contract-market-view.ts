/**
 * The words of a futures preview: what the console knows of a contract, of its book and of the user's
 * account, and the preview state that is made of it.
 */

import type { Contract as ListedContract, Position } from "../client/client.ts";
import type { ContractAccount, ContractMarket } from "../engine/futures/futures-state.ts";
import type { MarginMode } from "../engine/orders/order.ts";
import type { ExchangeState } from "../engine/state.ts";
import type { OwnResting, VisibleBook } from "./visible-book.ts";

export type { MarginMode };

/** An order of the user's own on this contract that rests; conditions that wait are none. */
export interface OwnFuturesOrder extends OwnResting {
  readonly action: "open" | "close";
}

/** A position of the user as the API tells it. */
export type HeldPosition = Position & { readonly contractName: string };

export interface ContractMarketView {
  readonly listing: ListedContract;
  /** All contracts, to value what is held of others. */
  readonly listings: readonly ListedContract[];
  readonly book: VisibleBook;
  /** Of the last trade and of the mark; 0 before there is one. */
  readonly last: string;
  readonly mark: string;
  /** accountNormal of the margin coin; undefined when no user is signed in. */
  readonly normal: string | undefined;
  readonly positions: readonly HeldPosition[];
  readonly own: readonly OwnFuturesOrder[];
  readonly leverage: number;
  readonly mode: MarginMode;
}

export interface ContractPreviewState {
  readonly state: ExchangeState;
  readonly market: ContractMarket;
  readonly contractAccount: ContractAccount;
  readonly context: { readonly timeMs: number; readonly events: object[] };
}
