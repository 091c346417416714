/**
 * What can be traded: assets and pairs, with the rules of each pair (precisions, limits, fees,
 * bands). A pair is what the API calls a symbol. Rules SPOT-SYM-1, NUM-SCALE-1, NUM-SCALE-2,
 * NUM-RATE-1, SPOT-HALT-1.
 */
import { answers, type CommandOf, command } from "../../base/records/command.ts";
import type { Digest } from "../../base/records/digest.ts";
import {
  big,
  flag,
  int,
  oneOf,
  type RecordOf,
  record,
  text,
  uint,
} from "../../base/records/record.ts";
import { type Amount, amountOf } from "../../money/amount.ts";
import { tenTo } from "../../money/decimal.ts";
import { RATE_ONE } from "../../money/rate.ts";
import type { Contracts } from "./contract.ts";
import type { Lending, LoanTerms, MarginRules } from "./lending.ts";
import { isInForce } from "./rule-changes.ts";
import type { UserFees } from "./user-fees.ts";

export type AssetId = number;
export type PairId = number;

export const assetFields = { id: uint, name: text, scale: uint };
export const assetRecord = record(assetFields);
export type Asset = RecordOf<typeof assetFields>;

/** The rules of a pair as the operator gives them (SPOT-SYM-1). */
const rules = {
  name: text,
  base: uint,
  quote: uint,
  pricePrecision: uint,
  quantityPrecision: uint,
  lotsMin: uint,
  lotsMax: uint,
  /** In units of the quote asset; 0 is off. */
  notionalMin: big,
  marketNotionalMax: big,
  makerRate: int,
  takerRate: int,
  limitUp: uint,
  limitDown: uint,
  rangeUp: uint,
  rangeDown: uint,
  openOrdersMax: uint,
  selfTrade: oneOf("expire_taker", "none"),
  isMarginEnabled: flag,
};

export const pairFields = {
  id: uint,
  status: oneOf("trading", "halted", "delisting", "delisted"),
  ...rules,
};
export const pairRecord = record(pairFields);
export type PairRules = RecordOf<typeof rules>;

/** A pair and the numbers worked out once from its precisions. */
export type Pair = RecordOf<typeof pairFields> & {
  /** Units of the quote asset in one tick × one lot. */
  readonly quoteUnit: bigint;
  /** Units of the base asset in one lot. */
  readonly baseUnit: bigint;
  /** The same two, for amounts that are numbers where they can be. */
  readonly quoteStep: Amount;
  readonly baseStep: Amount;
  /** Whether the price of the pair is that of the base asset in USDT (PRICE-INDEX-3). */
  readonly isIndexPair: boolean;
  /** One tick of the price, in the unit of the index. */
  readonly tickPrice: bigint;
};

export interface Catalogue extends Lending, Contracts {
  readonly assets: Asset[];
  readonly assetsByName: Map<string, Asset>;
  readonly pairs: Pair[];
  readonly pairsByName: Map<string, Pair>;
  readonly assetsMax: number;
  readonly pairsMax: number;
  /** SPOT-FEE-2, FUT-FEE-3 */
  readonly userFees: UserFees;
  readonly digest: Digest;
}

export const AddAsset = command("AddAsset", 20, {
  fields: { name: text, scale: uint, request: uint },
  answer: answers<{ asset: AssetId }>(),
  rejects: ["name_malformed", "scale_out_of_range", "asset_exists", "too_many_assets"],
  events: ["AssetAdded"],
});
export type AddAsset = CommandOf<typeof AddAsset>;
export const AddPair = command("AddPair", 21, {
  fields: { ...rules, request: uint },
  answer: answers<{ pair: PairId }>(),
  rejects: [
    "fees_below_zero",
    "name_malformed",
    "asset_not_found",
    "precision_too_fine",
    "rate_out_of_range",
    "rules_contradict",
    "pair_exists",
    "too_many_pairs",
  ],
  events: ["PairChanged"],
});
export type AddPair = CommandOf<typeof AddPair>;
export const SetFees = command("SetFees", 22, {
  fields: { pair: uint, makerRate: int, takerRate: int, request: uint },
  answer: answers<{ pair: PairId }>(),
  rejects: ["fees_below_zero", "pair_not_found", "rate_out_of_range"],
  events: ["PairChanged"],
});
export type SetFees = CommandOf<typeof SetFees>;
export const HaltPair = command("HaltPair", 23, {
  fields: { pair: uint, request: uint },
  answer: answers<{ pair: PairId }>(),
  rejects: ["pair_not_found"],
  events: ["PairChanged"],
});
export type HaltPair = CommandOf<typeof HaltPair>;
export const ResumePair = command("ResumePair", 24, {
  fields: { pair: uint, request: uint },
  answer: answers<{ pair: PairId }>(),
  rejects: ["pair_not_found"],
  events: ["PairChanged"],
});
export type ResumePair = CommandOf<typeof ResumePair>;
export const SetMarginPair = command("SetMarginPair", 27, {
  fields: { pair: uint, isMarginEnabled: flag, request: uint },
  answer: answers<{ pair: PairId }>(),
  rejects: ["pair_not_found"],
  events: ["PairChanged"],
});
export type SetMarginPair = CommandOf<typeof SetMarginPair>;

/** A pair was listed, or its rules or its status have changed; the rules are in the catalogue. */
export interface PairChanged extends Pick<Pair, "id" | "name" | "status"> {
  readonly type: "PairChanged";
}

export type CatalogueEvent =
  | ({ readonly type: "AssetAdded" } & Asset)
  | PairChanged
  | ({ readonly type: "LoanTermsChanged" } & LoanTerms)
  | ({ readonly type: "MarginRulesChanged" } & MarginRules);

/** The asset in which everything is valued (PRICE-INDEX-1). */
export const VALUE_ASSET = "USDT";

/** Index prices are in 10^-18 USDT: fine enough for a tick of any pair (NUM-SCALE-1). */
export const INDEX_DECIMALS = 18;

/** The defaults of SPOT-SYM-1: settings that an operator may leave out. */
export const PAIR_DEFAULTS = {
  lotsMin: 1,
  lotsMax: Number.MAX_SAFE_INTEGER,
  notionalMin: 0n,
  marketNotionalMax: 0n,
  makerRate: 100_000,
  takerRate: 100_000,
  limitUp: 5 * RATE_ONE,
  limitDown: RATE_ONE / 5,
  rangeUp: 2 * RATE_ONE,
  rangeDown: RATE_ONE / 2,
  openOrdersMax: 1_000,
  selfTrade: "expire_taker",
  isMarginEnabled: false,
} as const;

/** SPOT-SYM-3: the default before version 4 of the rules. */
export const OPEN_ORDERS_BEFORE = 200;

/** SPOT-SYM-3: as many as the list of open orders can show. */
export function openOrdersDefault(state: { readonly rules: number }): number {
  return isInForce(state, "open_orders") ? PAIR_DEFAULTS.openOrdersMax : OPEN_ORDERS_BEFORE;
}

/** Puts an asset, new or from a snapshot, in its place. */
export function enterAsset(
  catalogue: Pick<Catalogue, "assets" | "assetsByName">,
  asset: Asset,
): void {
  catalogue.assets[asset.id - 1] = asset;
  catalogue.assetsByName.set(asset.name, asset);
}

/** Puts a pair, new, changed or from a snapshot, in its place. */
export function enterPair(
  catalogue: Pick<Catalogue, "assets" | "pairs" | "pairsByName">,
  stored: RecordOf<typeof pairFields>,
): Pair {
  const base = catalogue.assets[stored.base - 1] as Asset;
  const quote = catalogue.assets[stored.quote - 1] as Asset;
  const { pricePrecision, quantityPrecision } = stored;
  const quoteUnit = tenTo(quote.scale - pricePrecision - quantityPrecision);
  const baseUnit = tenTo(base.scale - quantityPrecision);
  const pair: Pair = {
    ...stored,
    quoteUnit,
    baseUnit,
    quoteStep: amountOf(quoteUnit),
    baseStep: amountOf(baseUnit),
    isIndexPair: quote.name === VALUE_ASSET && stored.name === base.name + VALUE_ASSET,
    tickPrice: tenTo(INDEX_DECIMALS - pricePrecision),
  };
  catalogue.pairs[pair.id - 1] = pair;
  catalogue.pairsByName.set(pair.name, pair);
  return pair;
}

export function findAsset(catalogue: Catalogue, id: AssetId): Asset | undefined {
  return catalogue.assets[id - 1];
}

/** A pair that is not delisted. */
export function findPair(catalogue: Pick<Catalogue, "pairs">, id: PairId): Pair | undefined {
  const pair = catalogue.pairs[id - 1];
  return pair === undefined || pair.status === "delisted" ? undefined : pair;
}
