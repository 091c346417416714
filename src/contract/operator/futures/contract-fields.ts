/** What a contract with its rules looks like, and what is told of its market (OPER-FUT-3). */
import {
  count,
  decimalText,
  list,
  name,
  record,
  signedText,
  sometimes,
  word,
} from "../../field.ts";
import { MARKET_STATUS, STP_MODE } from "../market-fields.ts";
import { TIER } from "./tiers.ts";

export const STATUS_FIELDS = { name: name("contract"), status: MARKET_STATUS };

const RULE_FIELDS = {
  minOrderVolume: count("fewest contracts of an order"),
  maxMarketVolume: count("most contracts of a market order"),
  maxLimitVolume: count("most contracts of a limit order"),
  minOrderMoney: decimalText("smallest value of an order, in the margin coin"),
  maxMarketMoney: decimalText("largest value of a market order"),
  maxLimitMoney: decimalText("largest value of a limit order"),
  maxValidOrder: count("open and waiting orders that a user may have"),
  openMakerFeeRate: signedText("fee of makers who open"),
  openTakerFeeRate: signedText("fee of takers who open"),
  closeMakerFeeRate: signedText("fee of makers who close"),
  closeTakerFeeRate: signedText("fee of takers who close"),
  maxFeeRate: decimalText("closing fee that risk counts on"),
  defaultLeverage: count("leverage of a user who chose none"),
  priceRange: decimalText("how far from the mark an order may trade"),
  unwindRange: decimalText("how far from the mark a liquidation may trade at a loss"),
  stpMode: STP_MODE,
  fundingIntervalHours: count("hours between two fundings"),
  interestRate: signedText("interest part of a funding"),
  clamp: decimalText("how far interest may pull the rate from the premium"),
  impactNotional: decimalText("value whose price the premium asks, in the quote"),
  settlementIntervalHours: count("hours between two settlements, 0 for never"),
  triggerPriceSource: word(["LAST", "MARK"], "what triggers condition orders"),
  conditionTtlMs: count("how long a condition order may wait, in ms"),
};

const CONTRACT_FIELDS = {
  ...STATUS_FIELDS,
  kind: word(["linear", "inverse"], "whether it is margined in the quote or in the base"),
  base: name("base"),
  quote: name("quote"),
  marginCoin: name("asset that margin and profit are in"),
  multiplier: decimalText(
    "face value of one contract, in the base (linear) or the quote (inverse)",
  ),
  pricePrecision: count("decimals of its prices"),
  ...RULE_FIELDS,
  tiers: list(TIER, "risk tiers, the smallest positions first"),
};

export const CONTRACT = record(CONTRACT_FIELDS);

/** The prices are left out while they are not known. */
export const LISTED_CONTRACT = record({
  ...CONTRACT_FIELDS,
  lastPrice: sometimes(decimalText("price of the last trade")),
  markPrice: sometimes(decimalText("mark price")),
  indexPrice: sometimes(decimalText("index price")),
  fundingRate: signedText("rate of the last funding"),
  openInterest: decimalText("contracts that are held long, which are as many as are held short"),
  positions: count("how many positions there are"),
});
