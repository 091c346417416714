/**
 * What an explanation is: plain data, the same over the operator's API, with `--json` and for
 * people. Figures are exact decimals as text, times are in ms, names are those of the catalogue.
 */

/** What was asked about, and what is known of it. */
export type Explanation = (
  | RequestExplained
  | OrderExplained
  | RefusedEarly
  | SeveralFound
  | StruckOnly
  | NotFound
  | Unfinished
  | Underway
) & {
  /** What fault rules of a sandbox did to it, oldest first. */
  readonly strikes?: readonly StrikeTold[];
};

/** A fault rule struck a request, or a message that told of an order. */
export interface StrikeTold {
  /** When, by the wall clock. */
  readonly time: string;
  /** The id of the rule. */
  readonly rule: number;
  readonly says: string;
}

/** Neither log has the request, and a fault rule has struck it: a read, mostly. */
export interface StruckOnly {
  readonly found: "struck";
  readonly id: string;
  readonly notes: readonly string[];
}

/** A request that became a command of the log, or several. */
export interface RequestExplained {
  readonly found: "request";
  readonly id: string;
  /** In the order of the log. */
  readonly steps: readonly Step[];
  readonly told?: Told | undefined;
  /** Facts that could not be found, and why. */
  readonly notes: readonly string[];
}

/** An order, from its creation to its end or to now. */
export interface OrderExplained {
  readonly found: "order";
  readonly id: string;
  /** The order in words: side, amount, symbol, price. */
  readonly order: string;
  readonly user: string;
  /** Undefined when the order was made before the log that is there. */
  readonly created: Step | undefined;
  /** What the client of the request that made the order was told. */
  readonly told?: Told | undefined;
  /** What became of the order, command by command. */
  readonly life: readonly OrderStep[];
  readonly now: string;
  readonly notes: readonly string[];
}

/** The refusal that the client saw, where the program's log of refusals has it. */
export interface Told {
  readonly code: number;
  readonly status: number;
}

/** The log has no command of the request, and the program's own log has the refusal that was answered. */
export interface RefusedEarly {
  readonly found: "refusal";
  readonly id: string;
  readonly time: string;
  readonly route: string;
  readonly status: number;
  readonly code: number;
  readonly msg: string;
  /** The reply left open whether the request is executed, so that its absence proves nothing. */
  readonly isOpen: boolean;
  /** The name of the user who signed; undefined where the request was not signed in yet. */
  readonly user: string | undefined;
  readonly notes: readonly string[];
}

/** Several orders bore the client id. */
export interface SeveralFound {
  readonly found: "orders";
  readonly id: string;
  /** Newest first. */
  readonly orders: readonly NamesakeTold[];
  readonly notes: readonly string[];
}

export interface NamesakeTold {
  readonly order: number;
  readonly user: string;
  /** What it is, and how it stands. */
  readonly says: string;
}

/** EXPLAIN-SOON-1: it is being made, and what was asked is to be asked again. */
export interface Underway {
  readonly found: "underway";
  readonly id: string;
  /** Commands that were replayed, of those that are to be. */
  readonly done: number;
  readonly of: number;
  readonly notes: readonly string[];
}

export interface NotFound {
  readonly found: "nothing";
  readonly id: string;
  readonly notes: readonly string[];
}

/** The explanation took too long, or could not be made now. */
export interface Unfinished {
  readonly found: "unknown";
  readonly id: string;
  readonly notes: readonly string[];
}

/** The sender of a command, and its place in the log. */
export interface Cause {
  readonly position: number;
  readonly timeMs: number;
  readonly time: string;
  /** The type of the command. */
  readonly command: string;
  /** Undefined for a command of the exchange itself. */
  readonly request: string | undefined;
  readonly user: string | undefined;
  readonly key: number | undefined;
  /** What was asked, in words. */
  readonly asked: string;
}

/** One command: the state before it, what was decided, and what it left. */
export interface Step extends Cause {
  readonly before: StateBefore;
  /** The limits of an order: bands, minima, how many open orders. */
  readonly limits: Readonly<Record<string, string>>;
  readonly verdict: CommandVerdict;
  /** What the command did itself, then what followed from it. */
  readonly effects: readonly Effect[];
  readonly followUps: readonly Effect[];
  /** How many more there were than are told. */
  readonly untold: number;
  readonly after: StateBefore;
}

/** What a command did to one order. */
export interface OrderStep extends Cause {
  readonly effects: readonly Effect[];
}

export interface CommandVerdict {
  readonly result: "accepted" | "refused" | "void" | "unknown";
  readonly says: string;
  /** The order ids in the reply. */
  readonly orders: readonly number[];
  readonly status?: string;
  readonly executed?: string;
  readonly reason?: string;
  readonly had?: string;
  readonly needed?: string;
  /** The code of such a refusal, unless the client was told another. */
  readonly api?: { readonly code: number; readonly status: number; readonly msg?: string };
}

export interface Effect {
  /** The type of the engine's event. */
  readonly type: string;
  readonly says: string;
  readonly order?: number;
  readonly trade?: TradeTold;
}

export interface TradeTold {
  readonly id: number;
  readonly symbol: string;
  readonly price: string;
  readonly volume: string;
  readonly takerSide: string;
  readonly maker: TradeSide;
  readonly taker: TradeSide;
}

export interface TradeSide {
  readonly order: number;
  readonly user: string;
  /** With its asset; below zero is a rebate. */
  readonly fee: string;
}

/** A user's money and the market, as they were. */
export interface StateBefore {
  readonly market: Readonly<Record<string, string>> | undefined;
  readonly balances: readonly ToldBalance[];
  readonly margin: { readonly level: string; readonly state: string } | undefined;
  readonly futures: FuturesStanding | undefined;
}

export interface ToldBalance {
  readonly area: string;
  readonly asset: string;
  readonly free: string;
  readonly locked: string;
  readonly borrowed?: string;
  readonly interest?: string;
}

export interface FuturesStanding {
  readonly coin: string;
  readonly normal: string;
  readonly locked: string;
  readonly equity: string;
  readonly unrealized: string;
  readonly positions: readonly PositionTold[];
}

export interface PositionTold {
  readonly id: number;
  readonly contract: string;
  readonly side: string;
  readonly volume: string;
  readonly mode: string;
  readonly leverage: number;
  readonly openPrice: string;
  readonly unrealized: string;
  readonly margin: string;
  /** At which mark it would be liquidated; "none" where there is no such price. */
  readonly liquidationPrice: string;
}
