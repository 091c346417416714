/**
 * The rules of a contract that may change while it is traded (FUT-CONTRACT-2): what may be said of each, how it is typed, and
 * what a new contract has without it, which are the engine's own defaults. The names are those of the futures API and of the rulebook.
 * Rules OPER-FUT-1, OPER-FUT-6.
 */

import { CONTRACT_DEFAULTS, impactNotionalOf } from "../../../core/engine/catalogue/contract.ts";
import { RATE_ONE_BIG } from "../../../core/money/rate.ts";
import { told } from "../../field.ts";
import { readWhole, WHOLE_SHAPE, whole } from "../../forms.ts";
import { type Form, optional } from "../../parameter.ts";
import { bound, magnitude, rate, wordOf } from "../forms.ts";
import { type Flag, option, type TypedOption } from "../typed.ts";
import { countText, formatRate, inSentence, withoutIt } from "../usual.ts";
import { tiers, USUAL_TIERS } from "./tiers.ts";

const DAY_MS = 86_400_000;
/** The longest that a condition order may wait: ten years. */
const TTL_MS_MAX = 3_650 * DAY_MS;

const timeToLive: Form<number> = {
  name: `time in ms, at most ${TTL_MS_MAX}`,
  shape: { ...WHOLE_SHAPE, maximum: TTL_MS_MAX },
  read(given) {
    const ms = readWhole(given);
    return ms === undefined || ms > TTL_MS_MAX ? undefined : ms;
  },
};

interface RuleWords extends Pick<TypedOption, "as" | "isFirst"> {
  readonly is: string;
  readonly usual: string;
  /** In the help, where they are others. */
  readonly says?: string;
  readonly usuallyTyped?: string;
}

/** A rule that is not given has its default when a contract is listed, and stays as it is at a change. */
function rule<T>(written: Flag, form: Form<T>, words: RuleWords) {
  const { is, usual, says = inSentence(is), usuallyTyped = usual, as, isFirst } = words;
  const description = `${is}. A new contract has ${withoutIt(usual)}.`;
  const terms = { usual: withoutIt(usuallyTyped), as, isFirst };
  return option(written, says, optional(told(form, { description })), terms);
}

const usual = CONTRACT_DEFAULTS;
const LARGEST_TIER = "the largest tier's value";
/** What one step of the highest leverage adds to the value that the premium asks. */
const IMPACT = impactNotionalOf([]) / RATE_ONE_BIG;

export const RULE_PARAMETERS = {
  minOrderVolume: rule("--min-volume N", whole, {
    is: "Fewest contracts of an order",
    usual: `${usual.volumeMin}`,
  }),
  maxMarketVolume: rule("--max-market-volume N", whole, {
    is: "Most contracts of a market order",
    usual: `${usual.marketVolumeMax}`,
  }),
  maxLimitVolume: rule("--max-limit-volume N", whole, {
    is: "Most contracts of a limit order",
    usual: `${usual.limitVolumeMax}`,
  }),
  minOrderMoney: rule("--min-money V", magnitude, {
    is: "Smallest value of an order, in the margin coin",
    says: "smallest value of an order",
    usual: `${usual.moneyMin}`,
  }),
  maxMarketMoney: rule("--max-market-money V", magnitude, {
    is: "Largest value of a market order",
    says: "largest market order",
    usual: LARGEST_TIER,
  }),
  maxLimitMoney: rule("--max-limit-money V", magnitude, {
    is: "Largest value of a limit order",
    says: "largest limit order",
    usual: LARGEST_TIER,
  }),
  maxValidOrder: rule("--max-orders N", whole, {
    is: "Open and waiting orders that a user may have",
    says: "open and waiting orders of a user",
    usual: `${usual.ordersMax}`,
  }),
  openMakerFeeRate: rule("--open-maker-fee R", rate, {
    is: "Fee of makers who open, may be negative",
    usual: formatRate(usual.fees.openMakerRate),
  }),
  openTakerFeeRate: rule("--open-taker-fee R", rate, {
    is: "Fee of takers who open",
    usual: formatRate(usual.fees.openTakerRate),
  }),
  closeMakerFeeRate: rule("--close-maker-fee R", rate, {
    is: "Fee of makers who close, may be negative",
    says: "fee of makers who close, likewise",
    usual: formatRate(usual.fees.closeMakerRate),
  }),
  closeTakerFeeRate: rule("--close-taker-fee R", rate, {
    is: "Fee of takers who close",
    usual: formatRate(usual.fees.closeTakerRate),
  }),
  maxFeeRate: rule("--max-fee R", bound, {
    is: "Closing fee that risk counts on",
    usual: "the fee of takers who close",
    usuallyTyped: "the close taker fee",
  }),
  tiers: rule("--tiers TIERS", tiers, {
    is: "Risk tiers, the smallest positions first",
    says: "VALUE:LEVERAGE:KEEPRATE,... of positions: up to which value, how far, what to keep",
    usual: `${countText(USUAL_TIERS.length)} usual ones`,
    as: "tiers",
    isFirst: true,
  }),
  defaultLeverage: rule("--leverage N", whole, {
    is: "Leverage of a user who chose none",
    usual: `${usual.leverageDefault}`,
  }),
  priceRange: rule("--price-range R", bound, {
    is: "How far from the mark an order may trade",
    usual: formatRate(usual.priceRange),
  }),
  unwindRange: rule("--unwind-range R", bound, {
    is: "How far from the mark a liquidation may trade at a loss",
    says: "how far from it a liquidation may trade at a loss",
    usual: formatRate(usual.unwindRange),
  }),
  stpMode: rule("--self-trade MODE", wordOf("EXPIRE_TAKER", "NONE"), {
    is: "What becomes of an order that meets one's own",
    says: "expire_taker or none",
    usual: usual.selfTrade.toUpperCase(),
    usuallyTyped: usual.selfTrade,
    as: "capitals",
  }),
  fundingIntervalHours: rule("--funding-hours N", whole, {
    is: "Hours between two fundings",
    usual: `${usual.fundingHours}`,
  }),
  interestRate: rule("--interest R", rate, {
    is: "Interest part of a funding",
    usual: formatRate(usual.interestRate),
  }),
  clamp: rule("--clamp R", bound, {
    is: "How far interest may pull the rate from the premium",
    usual: formatRate(usual.fundingClamp),
  }),
  impactNotional: rule("--impact V", magnitude, {
    is: "Value whose price the premium asks, in the quote",
    says: "value whose price the premium asks",
    usual: `${IMPACT} times the highest leverage`,
    usuallyTyped: `${IMPACT} × highest leverage`,
  }),
  settlementIntervalHours: rule("--settlement-hours N", whole, {
    is: "Hours between two settlements, 0 for never",
    says: "hours between settlements, 0 never",
    usual: `${usual.settlementHours}`,
  }),
  triggerPriceSource: rule("--trigger PRICE", wordOf("LAST", "MARK"), {
    is: "What triggers condition orders",
    says: "last or mark: what triggers orders",
    usual: usual.triggerSource.toUpperCase(),
    usuallyTyped: usual.triggerSource,
    as: "capitals",
  }),
  conditionTtlMs: rule("--condition-days N", timeToLive, {
    is: "How long a condition order may wait, in ms",
    says: "days that a condition order may wait",
    usual: `${usual.conditionTtlMs / DAY_MS} days`,
    usuallyTyped: `${usual.conditionTtlMs / DAY_MS}`,
    as: "days",
  }),
};
