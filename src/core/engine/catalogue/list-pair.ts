/**
 * Changing the catalogue: assets and pairs are added and changed by commands, never removed, so an
 * id in an old log always means the same thing. Rules SPOT-SYM-1, NUM-SCALE-1, NUM-SCALE-2.
 */

import type { CommandContext } from "../../base/command-context.ts";
import { accept, reject } from "../../base/outcome.ts";
import type { DeclaredOutcome, DeclaredReject } from "../../base/records/command.ts";
import { foldRecord } from "../../base/records/record.ts";
import { RATE_ONE } from "../../money/rate.ts";
import {
  type AddAsset,
  type AddPair,
  assetRecord,
  type Catalogue,
  type CatalogueEvent,
  enterAsset,
  enterPair,
  findAsset,
  findPair,
  type HaltPair,
  OPEN_ORDERS_BEFORE,
  PAIR_DEFAULTS,
  type Pair,
  type PairId,
  type PairRules,
  pairRecord,
  type SetFees,
  type SetMarginPair,
} from "./catalogue.ts";

const ASSET_NAME = /^[A-Z0-9]{1,16}$/;
const PAIR_NAME = /^[A-Z0-9]{2,32}$/;
const SCALE_MAX = 18;

export function addAsset(
  catalogue: Catalogue,
  { name, scale }: AddAsset,
  context: CommandContext<CatalogueEvent>,
): DeclaredOutcome<typeof AddAsset> {
  if (!ASSET_NAME.test(name)) return reject("name_malformed");
  if (scale > SCALE_MAX) return reject("scale_out_of_range"); // NUM-SCALE-1
  if (catalogue.assetsByName.has(name)) return reject("asset_exists");
  if (catalogue.assets.length >= catalogue.assetsMax) return reject("too_many_assets");

  const id = catalogue.assets.length + 1;
  const asset = { id, name, scale };
  enterAsset(catalogue, asset);
  foldRecord(catalogue.digest, assetRecord, asset);
  context.events.push({ type: "AssetAdded", id, name, scale });
  return accept({ asset: id });
}

export function addPair(
  catalogue: Catalogue,
  command: AddPair,
  context: CommandContext<CatalogueEvent>,
): DeclaredOutcome<typeof AddPair> {
  const no = checkRules(catalogue, command);
  if (no) return reject(no);
  if (catalogue.pairsByName.has(command.name)) return reject("pair_exists");
  if (catalogue.pairs.length >= catalogue.pairsMax) return reject("too_many_pairs");

  const { type: _type, request: _request, ...rules } = command;
  const pair = enterPair(catalogue, {
    id: catalogue.pairs.length + 1,
    status: "trading",
    ...rules,
  });
  announce(catalogue, pair, context);
  return accept({ pair: pair.id });
}

function checkRules(
  catalogue: Catalogue,
  rules: PairRules,
): DeclaredReject<typeof AddPair> | undefined {
  if (!PAIR_NAME.test(rules.name)) return "name_malformed";
  const base = findAsset(catalogue, rules.base);
  const quote = findAsset(catalogue, rules.quote);
  if (!base || !quote || base === quote) return "asset_not_found";
  const { pricePrecision, quantityPrecision } = rules;
  if (pricePrecision + quantityPrecision > quote.scale) return "precision_too_fine"; // NUM-SCALE-2
  if (quantityPrecision > base.scale) return "precision_too_fine"; // NUM-SCALE-2
  if (!areRatesInRange(rules)) return "rate_out_of_range";
  if (rules.lotsMin < 1 || rules.lotsMin > rules.lotsMax) return "rules_contradict";
  if (rules.limitDown > rules.limitUp || rules.rangeDown > rules.rangeUp) return "rules_contradict";
  if (rules.openOrdersMax < 1 || rules.notionalMin < 0n || rules.marketNotionalMax < 0n) {
    return "rules_contradict";
  }
  return undefined;
}

/** A fee is below the whole amount; a rebate (negative) is a maker's only. */
export function areRatesInRange({ makerRate, takerRate }: Pick<Pair, "makerRate" | "takerRate">) {
  return makerRate > -RATE_ONE && makerRate < RATE_ONE && takerRate >= 0 && takerRate < RATE_ONE;
}

/** SPOT-SETTLE-3: open orders keep the rates they were accepted with. */
export function setFees(
  catalogue: Catalogue,
  command: SetFees,
  context: CommandContext<CatalogueEvent>,
): DeclaredOutcome<typeof SetFees> {
  const { makerRate, takerRate } = command;
  const pair = findPair(catalogue, command.pair);
  if (!pair) return reject("pair_not_found");
  if (!areRatesInRange(command)) return reject("rate_out_of_range");

  announce(catalogue, enterPair(catalogue, { ...pair, makerRate, takerRate }), context);
  return accept({ pair: pair.id });
}

/** SPOT-HALT-1: halt, resume; SPOT-DELIST-1: from delisting there is no way back. */
export function setStatus(
  catalogue: Catalogue,
  change: { pair: PairId; status: Pair["status"] },
  context: CommandContext<CatalogueEvent>,
): DeclaredOutcome<typeof HaltPair> {
  const pair = findPair(catalogue, change.pair);
  const isLeaving = pair?.status === "delisting" && change.status !== "delisted";
  if (!pair || isLeaving) return reject("pair_not_found");

  announce(catalogue, enterPair(catalogue, { ...pair, status: change.status }), context);
  return accept({ pair: pair.id });
}

/** MARG-ORDER-1: whether margin orders may be placed on a pair. Those that rest stay. */
export function setMarginPair(
  catalogue: Catalogue,
  { pair: id, isMarginEnabled }: SetMarginPair,
  context: CommandContext<CatalogueEvent>,
): DeclaredOutcome<typeof SetMarginPair> {
  const pair = findPair(catalogue, id);
  if (!pair) return reject("pair_not_found");

  announce(catalogue, enterPair(catalogue, { ...pair, isMarginEnabled }), context);
  return accept({ pair: id });
}

/** SPOT-SYM-3: a pair with the old default gets the new one. */
export function raiseOpenOrders(
  catalogue: Catalogue,
  context: CommandContext<CatalogueEvent>,
): void {
  const { openOrdersMax } = PAIR_DEFAULTS;
  for (const pair of [...catalogue.pairs]) {
    if (pair.openOrdersMax !== OPEN_ORDERS_BEFORE || pair.status === "delisted") continue;
    announce(catalogue, enterPair(catalogue, { ...pair, openOrdersMax }), context);
  }
}

function announce(catalogue: Catalogue, pair: Pair, context: CommandContext<CatalogueEvent>): void {
  foldRecord(catalogue.digest, pairRecord, pair);
  const { id, name, status } = pair;
  context.events.push({ type: "PairChanged", id, name, status });
}
