/** The replies of the operator's API, as much of them as is shown. Amounts are decimal text. */

export interface MarketRow {
  readonly name: string;
  readonly status: string;
}

export interface Status {
  readonly kind: string;
  readonly halted: boolean;
  readonly position: number;
  readonly engineTime: number;
  readonly uptimeMs: number;
  readonly users: number;
  readonly openOrders: number;
  readonly openPositions: number;
  /** Left out where there is no cluster. */
  readonly cluster?: {
    readonly node: string;
    readonly role: string;
    readonly epoch: number;
    readonly leader: string;
    readonly lagCommands: number;
    readonly beatAgeMs: number;
  };
  readonly symbols: readonly MarketRow[];
  readonly contracts: readonly MarketRow[];
}

export interface SymbolRow extends MarketRow {
  readonly base: string;
  readonly quote: string;
  readonly makerFeeRate: string;
  readonly takerFeeRate: string;
  readonly marginEnabled: boolean;
}

export interface ContractRow extends MarketRow {
  readonly kind: string;
  readonly marginCoin: string;
  readonly lastPrice?: string;
  readonly markPrice?: string;
  readonly indexPrice?: string;
  readonly fundingRate: string;
  readonly openInterest: string;
  readonly positions: number;
}

export interface UserRow {
  readonly name: string;
  readonly userId: number;
  readonly frozen: boolean;
}

/** A row as it came: figures are decimal text. */
export type Row = Readonly<Record<string, unknown>>;

/** OPER-SHOW-1 */
export interface UserShown extends UserRow {
  readonly balances: readonly Row[];
  readonly margin: { readonly marginLevel: string; readonly state: string };
  readonly positions: readonly Row[];
  readonly positionCount: number;
  readonly openOrders: readonly Row[];
  readonly openOrderCount: number;
  /** Left out while the archive is behind; then it is said. */
  readonly trades?: readonly Row[];
  readonly tradesMissing?: string;
}

export interface CanceledAll {
  readonly canceled: number;
  readonly more: boolean;
}

export interface KeyRow {
  readonly user: string;
  readonly apiKey: string;
  readonly permissions: readonly string[];
  readonly ip: readonly string[];
  /** It takes each signature once. */
  readonly once: boolean;
  /** Its requests are refused with a field that they do not take. */
  readonly strict: boolean;
  readonly revoked: boolean;
}

/** The only reply with a secret: the one that made the key. */
export interface NewKey extends Omit<KeyRow, "revoked"> {
  readonly secret: string;
}

export interface Pool {
  readonly asset: string;
  readonly hourlyRate: string;
  readonly available: string;
  readonly lent: string;
  readonly capital: string;
  readonly cap: string;
  readonly interest: string;
}

export interface IndexPriceRow {
  readonly asset: string;
  /** None while no price is known. */
  readonly price?: string;
  readonly from: string;
  readonly stale: boolean;
  readonly sources: readonly { readonly name: string; readonly price: string }[];
}

export interface Insurance {
  readonly asset: string;
  readonly marginInsurance: string;
  readonly marginBadDebt: string;
  readonly futuresInsurance: string;
  readonly futuresBadDebt: string;
}

export interface SolvencyReport {
  readonly position: number;
  readonly timeMs: number;
  readonly isSolvent: boolean;
  readonly assets: readonly AssetSolvencyRow[];
}

export interface AssetSolvencyRow {
  readonly asset: string;
  readonly depositsLessWithdrawals: string;
  readonly users: Readonly<Record<"spot" | "margin" | "futures" | "isolated", string>>;
  readonly houses: readonly { readonly name: string; readonly held: string }[];
  readonly difference: string;
  readonly lending?: {
    readonly capital: string;
    readonly inPool: string;
    readonly lent: string;
    readonly difference: string;
  };
}

export interface Clock {
  readonly frozen: boolean;
  readonly engineTime: number;
  readonly requestTime: number;
  readonly reaching?: number;
}

export interface FaultRuleRow {
  readonly id: number;
  readonly route: string;
  readonly kind: string;
  readonly user?: string;
  readonly ms?: number;
  /** Who trades before a cancel. */
  readonly by?: string;
  readonly chance: string;
  readonly count?: number;
  readonly asked: number;
  readonly struck: number;
}

export interface BanRow {
  readonly address: string;
  readonly endsAtMs: number;
  readonly times: number;
}
