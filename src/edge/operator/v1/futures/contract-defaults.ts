/**
 * What a contract is when only its name is given: a face value of a few units of the quote, prices of six
 * digits, and risk tiers that work, by the index prices of its assets. An operator who lists a contract sees what
 * was chosen in the reply, and names what is to be otherwise. All of it is known here (OPER-FUT-7). Rule OPER-FUT-6.
 */
import { USUAL_TIERS } from "../../../../contract/operator/futures/tiers.ts";
import { type Asset, INDEX_DECIMALS } from "../../../../core/engine/catalogue/catalogue.ts";
import type { ContractRules, Tier } from "../../../../core/engine/catalogue/contract.ts";
import { indexPriceOf } from "../../../../core/engine/prices/index-prices.ts";
import { tenTo } from "../../../../core/money/decimal.ts";
import { RATE_ONE } from "../../../../core/money/rate.ts";
import type { OperatorCall } from "../operator.ts";

type Face = Pick<ContractRules, "multiplier" | "multiplierDecimals" | "pricePrecision">;

/** Linear where its quote is an asset here, and inverse where only its base is. */
export function usualKind({ exchange }: OperatorCall, quote: string): ContractRules["kind"] {
  return exchange.state.catalogue.assetsByName.has(quote) ? "linear" : "inverse";
}

/** Digits of a price that are shown: 64123.5, 0.123456. */
const DIGITS = 6;
const PRECISION_MAX = 8;
/** The face value of an inverse contract, in its quote. */
const INVERSE_FACE = 10n;

/** The largest power of ten of the base that is worth less than ten of the quote. */
export function usualFace(
  call: OperatorCall,
  { kind, base, coin }: { kind: ContractRules["kind"]; base: Asset; coin: Asset },
): Face {
  const magnitude = magnitudeOf(call, base, kind === "linear" ? coin : undefined);
  const precision = within(DIGITS - 1 - magnitude, 0, PRECISION_MAX);
  if (kind === "inverse") {
    return { multiplier: INVERSE_FACE, multiplierDecimals: 0, pricePrecision: precision };
  }
  // NUM-SCALE-3: both together fit the coin.
  const multiplierDecimals = within(magnitude, 0, coin.scale);
  const multiplier = magnitude < 0 ? tenTo(-magnitude) : 1n;
  const pricePrecision = Math.min(precision, coin.scale - multiplierDecimals);
  return { multiplier, multiplierDecimals, pricePrecision };
}

function within(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max);
}

/** The magnitude of the base's price in the quote: 4 for 64000, -1 for 0.5. */
function magnitudeOf({ exchange }: OperatorCall, base: Asset, quote: Asset | undefined): number {
  const { state } = exchange;
  const inUsdt = indexPriceOf(state, base.id);
  const unit = quote ? indexPriceOf(state, quote.id) : tenTo(INDEX_DECIMALS);
  const price = (inUsdt * tenTo(INDEX_DECIMALS)) / unit;
  return `${price}`.length - 1 - INDEX_DECIMALS;
}

/** In units of the margin coin, one digit that counts. */
export function usualTiers(
  { exchange }: OperatorCall,
  coin: Asset,
  maxFeeRate: number,
): readonly Tier[] {
  const price = indexPriceOf(exchange.state, coin.id);
  const tiers = USUAL_TIERS.map(([worth, leverage, maintenanceRate]) => ({
    valueMax: oneDigit((worth * tenTo(coin.scale + INDEX_DECIMALS)) / price),
    // leverage × (maintenanceRate + maxFeeRate) stays below 1.
    leverageMax: Math.min(leverage, Math.floor((RATE_ONE - 1) / (maintenanceRate + maxFeeRate))),
    maintenanceRate,
  }));
  // Of a coin that is worth more than a tier, some tiers are the same.
  return tiers.filter(({ valueMax }, at) => valueMax > (tiers[at - 1]?.valueMax ?? 0n));
}

/** 83 333 as 80 000. */
function oneDigit(units: bigint): bigint {
  const power = tenTo(`${units}`.length - 1);
  return (units / power) * power;
}
