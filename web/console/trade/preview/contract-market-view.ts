/**
 * The words of a futures preview: what the console knows of a contract, of its book and of the user's
 * account, and the preview state that is made of it.
 */

import type { Contract as ListedContract } from "../../../../src/client/client.ts";
import type {
  ContractAccount,
  ContractMarket,
} from "../../../../src/engine/futures/futures-state.ts";
import type { MarginMode } from "../../../../src/engine/orders/order.ts";
import type { ExchangeState } from "../../../../src/engine/state.ts";
import type { AccountPosition, ShownBook } from "../../exchange/exchange.ts";
import type { OwnResting } from "./visible-book.ts";

/** An order of the user's own on this contract that rests; conditions that wait are none. */
export interface OwnFuturesOrder extends OwnResting {
  readonly action: "open" | "close";
}

export interface ContractMarketView {
  readonly listing: ListedContract;
  /** All contracts, to value what is held of others. */
  readonly listings: readonly ListedContract[];
  readonly book: ShownBook;
  /** Of the last trade and of the mark; 0 before there is one. */
  readonly last: string;
  readonly mark: string;
  /** accountNormal of the margin coin; undefined when no user is signed in. */
  readonly normal: string | undefined;
  readonly positions: readonly AccountPosition[];
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
