/**
 * The index: what an asset is worth in USDT, from sources that give prices by commands. A source that is
 * silent for 10 s does not count; when no source is left the last index stays and is called stale, and
 * nothing may be decided by it. A price that the operator sets holds until it is withdrawn, and counts
 * instead of the sources. An asset without any source follows the last trade of its USDT pair, as far as the
 * operator lets it. Rules PRICE-INDEX-1 to PRICE-INDEX-6.
 */

import type { CommandContext } from "../../base/command-context.ts";
import { emptyOut } from "../../base/empty-out.ts";
import { accept, reject } from "../../base/outcome.ts";
import {
  answers,
  type CommandOf,
  command,
  type DeclaredOutcome,
} from "../../base/records/command.ts";
import { foldBig, foldNumber, foldText } from "../../base/records/digest.ts";
import { big, type RecordOf, record, text, uint } from "../../base/records/record.ts";
import { tenTo } from "../../money/decimal.ts";
import { RATE_ONE, RATE_ONE_BIG } from "../../money/rate.ts";
import { mulDiv } from "../../money/rounding.ts";
import {
  type AssetId,
  type Catalogue,
  findAsset,
  INDEX_DECIMALS,
  VALUE_ASSET,
} from "../catalogue/catalogue.ts";
import { isInForce } from "../catalogue/rule-changes.ts";
import { indexOf } from "./index-sources.ts";
import type { Prices } from "./prices.ts";

const sourceFields = { name: text, weight: uint, price: big, atMs: uint };
export const sourceRecord = record(sourceFields);
export type Source = RecordOf<typeof sourceFields>;

export interface IndexPrice {
  readonly asset: AssetId;
  /** By name. */
  sources: readonly Source[];
  /** The price from the sources: USDT for one whole of the asset, in 10^-18. */
  price: bigint;
  /** The last trade of its USDT pair, as far as the index has followed, and what a tick is worth. */
  ticks: number;
  tickPrice: bigint;
  /** Of a bounded index: its price at the last full hour's tick, or at its beginning (PRICE-INDEX-6). */
  anchor: bigint;
}

/** `price` in 10^-18 USDT. */
export const SetIndex = command("SetIndex", 28, {
  fields: { asset: uint, source: text, weight: uint, price: big, request: uint },
  answer: answers<{ asset: AssetId }>(),
  rejects: [
    "asset_not_found",
    "index_is_fixed",
    "name_malformed",
    "price_out_of_range",
    "weight_out_of_range",
    "too_many_sources",
  ],
  events: ["IndexChanged"],
});
export type SetIndex = CommandOf<typeof SetIndex>;
export const WithdrawIndex = command("WithdrawIndex", 29, {
  fields: { asset: uint, source: text, request: uint },
  answer: answers<{ asset: AssetId }>(),
  rejects: ["asset_not_found", "source_not_found"],
  events: ["IndexChanged"],
});
export type WithdrawIndex = CommandOf<typeof WithdrawIndex>;

export interface IndexEvent {
  readonly type: "IndexChanged";
  readonly asset: AssetId;
  readonly price: bigint;
  readonly timeMs: number;
}

/** PRICE-INDEX-5: the source that counts instead of the others and is never silent. */
export const OPERATOR = "operator";

export const SOURCES_MAX = 8;
export const SILENT_AFTER_MS = 10_000;

const ONE = tenTo(INDEX_DECIMALS);
const PRICE_MAX = tenTo(INDEX_DECIMALS + 12);
const WEIGHT_MAX = 1000;
const NAME = /^[a-z0-9.-]{1,32}$/;

interface Rooms {
  readonly catalogue: Catalogue;
  readonly prices: Prices;
}

/** PRICE-INDEX-1: USDT for one whole of an asset, in 10^-18; 0 when there is none. */
export function indexPriceOf({ catalogue, prices }: Rooms, asset: AssetId): bigint {
  if (catalogue.assets[asset - 1]?.name === VALUE_ASSET) return ONE;
  const index = prices.index[asset - 1];
  if (index === undefined) return 0n;
  if (index.sources.length > 0) return index.price;
  const traded = BigInt(index.ticks) * index.tickPrice; // PRICE-INDEX-3
  const moveMax = moveMaxOf(catalogue, asset);
  return moveMax > 0 ? boundedBy(index.anchor, traded, moveMax) : traded;
}

/** PRICE-INDEX-6: how far the index may move, in 10^-8; 0 is without a bound. */
function moveMaxOf({ loanTerms }: Catalogue, asset: AssetId): number {
  return loanTerms[asset - 1]?.tradesMoveMax ?? 0;
}

/** PRICE-INDEX-6: both ends are rounded towards the anchor, so the index never moves further than allowed. */
export function boundedBy(anchor: bigint, traded: bigint, moveMax: number): bigint {
  if (anchor === 0n) return traded;
  const lowest = mulDiv(anchor, BigInt(RATE_ONE - moveMax), RATE_ONE_BIG, "up");
  const highest = mulDiv(anchor, BigInt(RATE_ONE + moveMax), RATE_ONE_BIG, "down");
  if (traded < lowest) return lowest;
  return traded > highest ? highest : traded;
}

/** PRICE-INDEX-6: called at a full hour's tick. Risk follows each index that has room to move now. */
export function anchorIndices(rooms: Rooms): void {
  const { catalogue, prices } = rooms;
  for (const terms of catalogue.loanTerms) {
    if (!terms?.tradesMoveMax || !prices.index[terms.asset - 1]) continue;
    setAnchor(prices, terms.asset, indexPriceOf(rooms, terms.asset));
  }
}

interface Bound {
  readonly moveMax: number;
  readonly stoodAt: bigint;
}

export function boundOf(rooms: Rooms, asset: AssetId): Bound {
  return { moveMax: moveMaxOf(rooms.catalogue, asset), stoodAt: indexPriceOf(rooms, asset) };
}

/** PRICE-INDEX-6: an index that gets a bound moves from its price before; one that had a bound, from where it did. */
export function reboundIndex(
  { rules, catalogue, prices }: Rooms & { readonly rules: number },
  asset: AssetId,
  before: Bound,
): void {
  const moveMax = moveMaxOf(catalogue, asset);
  const [isBounded, wasBounded] = [moveMax > 0, before.moveMax > 0];
  if (isBounded && wasBounded && isInForce({ rules }, "kept_anchors")) {
    if (moveMax !== before.moveMax) prices.repriced.push(asset);
  } else if (isBounded || wasBounded) {
    setAnchor(prices, asset, isBounded ? before.stoodAt : 0n);
  }
}

function setAnchor(prices: Prices, asset: AssetId, price: bigint): void {
  indexEntry(prices, asset).anchor = price;
  foldBig(prices.digest, price);
  prices.repriced.push(asset);
}

/** PRICE-INDEX-4: whether every source of the index has been silent for too long. */
export function isIndexStale({ prices }: Rooms, asset: AssetId, timeMs: number): boolean {
  const sources = prices.index[asset - 1]?.sources;
  if (sources === undefined || sources.length === 0) return false; // The index follows trades, or there is none.
  for (const { name, atMs } of sources) {
    if (name === OPERATOR || timeMs - atMs <= SILENT_AFTER_MS) return false;
  }
  return true;
}

function liveAt(sources: readonly Source[], timeMs: number): readonly Source[] {
  const operator = sources.filter(({ name }) => name === OPERATOR);
  if (operator.length > 0) return operator; // PRICE-INDEX-5
  return sources.filter(({ atMs }) => timeMs - atMs <= SILENT_AFTER_MS);
}

export function setIndex(
  rooms: Rooms,
  { asset: id, source: name, weight, price }: SetIndex,
  context: CommandContext<IndexEvent>,
): DeclaredOutcome<typeof SetIndex> {
  const asset = findAsset(rooms.catalogue, id);
  if (!asset) return reject("asset_not_found");
  if (asset.name === VALUE_ASSET) return reject("index_is_fixed"); // PRICE-INDEX-1
  if (!NAME.test(name)) return reject("name_malformed");
  if (price <= 0n || price > PRICE_MAX) return reject("price_out_of_range");
  if (weight < 1 || weight > WEIGHT_MAX) return reject("weight_out_of_range");
  const index = indexEntry(rooms.prices, id);
  const others = index.sources.filter((source) => source.name !== name);
  const feeds = others.filter((source) => source.name !== OPERATOR);
  if (name !== OPERATOR && feeds.length >= SOURCES_MAX) return reject("too_many_sources"); // CORE-BOUND-1

  const { timeMs } = context;
  const source = { name, weight, price, atMs: timeMs };
  index.sources = [...others, source].sort((a, b) => (a.name < b.name ? -1 : 1));
  foldText(rooms.prices.digest, name);
  index.price = indexOf(liveAt(index.sources, timeMs));
  announce(rooms, id, context);
  return accept({ asset: id });
}

/** The source is forgotten; without any the index follows trades again (PRICE-INDEX-3). */
export function withdrawIndex(
  rooms: Rooms,
  { asset: id, source: name }: WithdrawIndex,
  context: CommandContext<IndexEvent>,
): DeclaredOutcome<typeof WithdrawIndex> {
  if (!findAsset(rooms.catalogue, id)) return reject("asset_not_found");
  const index = rooms.prices.index[id - 1];
  if (!index?.sources.some((source) => source.name === name)) return reject("source_not_found");

  const stoodAt = indexPriceOf(rooms, id);
  index.sources = index.sources.filter((source) => source.name !== name);
  const isBounded = moveMaxOf(rooms.catalogue, id) > 0;
  if (isBounded && index.sources.length === 0) index.anchor = stoodAt; // PRICE-INDEX-6
  foldText(rooms.prices.digest, name);
  const live = liveAt(index.sources, context.timeMs);
  if (live.length > 0) index.price = indexOf(live);
  announce(rooms, id, context);
  return accept({ asset: id });
}

/**
 * PRICE-INDEX-3: lets the index of assets without a source follow the last trade. Called once after
 * a command, before anything is decided by the index: trades never move the index they are assessed by.
 */
export function followTrades({ catalogue, prices }: Rooms): void {
  const { pendingIndexPairs, repriced, last } = prices;
  for (const pair of pendingIndexPairs) {
    const index = indexEntry(prices, pair.base);
    index.ticks = last[pair.id - 1] as number;
    index.tickPrice = pair.tickPrice;
    const isFirst = index.anchor === 0n && moveMaxOf(catalogue, pair.base) > 0;
    if (isFirst) index.anchor = BigInt(index.ticks) * index.tickPrice; // PRICE-INDEX-6
    if (index.sources.length === 0) repriced.push(pair.base);
  }
  emptyOut(pendingIndexPairs);
}

function announce(rooms: Rooms, asset: AssetId, context: CommandContext<IndexEvent>): void {
  const { prices } = rooms;
  const price = indexPriceOf(rooms, asset);
  prices.repriced.push(asset);
  foldNumber(prices.digest, asset);
  foldBig(prices.digest, price);
  context.events.push({ type: "IndexChanged", asset, price, timeMs: context.timeMs });
}

/** The index of an asset, made when there is none yet. */
export function indexEntry({ index }: Prices, asset: AssetId): IndexPrice {
  const known = index[asset - 1];
  if (known) return known;
  while (index.length < asset) index.push(undefined);
  const made = { asset, sources: [], price: 0n, ticks: 0, tickPrice: 0n, anchor: 0n };
  index[asset - 1] = made;
  return made;
}
