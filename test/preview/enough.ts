/** What a run of previews must have met to prove something: every refusal that there is, and every kind of order. */
import type { FuturesPlaceReject } from "../../src/core/engine/futures/futures-commands.ts";
import type { MarginPlaceReject } from "../../src/core/engine/margin/margin.ts";
import type { SettlementReject } from "../../src/core/engine/spot/settlement-account.ts";
import type { PlaceReject } from "../../src/core/engine/spot/spot.ts";
import type { Met } from "./compared.ts";

/** The compiler asks for every refusal that there is; how often each is met at least. */
const IN_ALL_PAIRS = {
  pair_not_found: 1,
  pair_halted: 1,
  user_frozen: 1,
  price_not_positive: 1,
  quantity_not_positive: 1,
  price_too_precise: 1,
  quantity_too_precise: 1,
  quantity_below_min: 1,
  notional_below_min: 1,
  quantity_above_max: 1,
  notional_above_max: 1,
  price_out_of_band: 1,
  client_id_malformed: 1,
  client_id_used: 1,
  no_opposite_orders: 20,
  insufficient_balance: 20,
  time_in_force_with_market: 1,
  self_trade_not_allowed: 3,
};
const IN_SPOT = {
  ...IN_ALL_PAIRS,
  price_missing: 1,
  too_many_open_orders: 5,
  rules_too_old: 2,
  no_last_price: 10,
  no_range: 3,
  trigger_price_not_positive: 1,
  trigger_price_too_precise: 1,
  unit_with_limit: 1,
  slice_cannot_rest: 1,
  slice_not_positive: 1,
  slice_too_precise: 1,
  slice_out_of_bounds: 1,
  delta_out_of_range: 1,
} satisfies Readonly<Record<Exclude<PlaceReject, OfLoans | OfMargin>, number>>;
type OfMargin = "trigger_in_margin" | "extras_in_margin";
const IN_MARGIN = {
  ...IN_ALL_PAIRS,
  account_in_liquidation: 5,
  loan_pool_short: 3,
  loan_cap_reached: 3,
  index_from_trades: 5,
  index_not_known: 20,
  level_too_low: 20,
  trigger_in_margin: 3,
  extras_in_margin: 3,
} satisfies Readonly<Record<Exclude<MarginPlaceReject, MetInSpotOnly>, number>>;
type OfLoans = Exclude<SettlementReject, "insufficient_balance">;
/** By the same lines as in margin, or of stops. */
type MetInSpotOnly =
  | ("price_missing" | "too_many_open_orders" | "rules_too_old" | "no_last_price" | "no_range")
  | (
      | "trigger_price_not_positive"
      | "trigger_price_too_precise"
      | "unit_with_limit"
      | "delta_out_of_range"
    )
  | Extract<PlaceReject, `slice_${string}`>;
const IN_FUTURES = {
  contract_not_found: 1,
  contract_halted: 5,
  user_frozen: 5,
  price_missing: 1,
  price_not_positive: 1,
  quantity_not_positive: 1,
  trigger_price_not_positive: 1,
  trigger_opens: 1,
  time_in_force_with_market: 1,
  price_too_precise: 1,
  trigger_price_too_precise: 1,
  quantity_too_precise: 1,
  margin_mode_differs: 3,
  quantity_below_min: 1,
  quantity_above_max: 1,
  value_below_min: 1,
  value_above_max: 1,
  price_out_of_band: 5,
  client_id_malformed: 1,
  client_id_used: 1,
  too_many_open_orders: 1,
  close_above_position: 10,
  position_limit: 3,
  no_opposite_orders: 10,
  insufficient_balance: 50,
  born_in_liquidation: 3,
} satisfies Readonly<Record<Exclude<FuturesPlaceReject, "position_frozen">, number>>;

/** What else is met, at least so often. */
const MET: Readonly<Record<string, number>> = {
  spot: 700,
  margin: 350,
  futures: 900,
  "spot fills": 150,
  "spot own rates": 10,
  "margin own rates": 5,
  "futures own rates": 10,
  "margin fills": 50,
  "margin loans": 50,
  "futures fills linear": 40,
  "futures fills inverse": 40,
  "spot limit: new": 200,
  "spot limit: filled": 50,
  "spot limit: partially_filled": 15,
  "spot market: filled": 10,
  "spot market: canceled": 10,
  "margin limit: filled": 10,
  "margin limit: partially_filled": 3,
  "margin market: filled": 5,
  "spot gtc: new": 3,
  "spot ioc: canceled": 10,
  "spot ioc: filled": 3,
  "spot fok: canceled": 10,
  "spot fok: filled": 2,
  "spot post_only: canceled": 3,
  "spot post_only: new": 5,
  "margin ioc: canceled": 2,
  "margin ioc: filled": 2,
  "margin fok: canceled": 2,
  "margin post_only: new": 2,
  "own orders expired": 3,
  "self-trade expire_taker": 10,
  "self-trade expire_maker": 10,
  "self-trade expire_both": 10,
  "self-trade none": 3,
  "stop: waits": 30,
  "stop: filled": 1,
  "stop: new": 1,
  "stop: canceled": 1,
  "trailing: waits": 20,
  "futures open": 300,
  "futures close": 60,
  "futures market": 20,
  "futures limit": 300,
  "futures cross": 150,
  "futures isolated": 100,
  "futures linear": 150,
  "futures inverse": 150,
  "futures ioc": 20,
  "futures fok": 20,
  "futures post_only": 20,
  "futures up": 20,
  "futures down": 10,
  "futures stop_loss": 5,
  "futures stop_gain": 5,
  "futures: filled": 30,
  "futures: partially_filled": 10,
  "futures: canceled": 50,
  "futures: new": 100,
  "futures: waiting": 50,
  "futures refused at its trigger": 5,
};

interface Owed {
  readonly what: string;
  readonly least: number;
  readonly owed: number;
}

/** What was met too seldom. */
export function missingIn(met: Met): string[] {
  return owedBy(met).map(({ what }) => what);
}

/** The same with how often it is wanted, and how often more. */
export function owedBy(met: Met): Owed[] {
  const wanted = [
    ...Object.entries(MET),
    ...named("spot", IN_SPOT),
    ...named("margin", IN_MARGIN),
    ...named("futures", IN_FUTURES),
  ];
  return wanted.flatMap(([what, least]) => {
    const owed = least - met.of(what);
    return owed > 0 ? [{ what, least, owed }] : [];
  });
}

function named(area: string, refusals: Readonly<Record<string, number>>): [string, number][] {
  return Object.entries(refusals).map(([reason, least]) => [`${area} refused: ${reason}`, least]);
}

/** How many orders did what a preview cannot know. */
export function beyondIn({ counts }: Met): number {
  const isBeyond = (what: string) =>
    /more followed|maker canceled|first mark|rebate at rest|rebate after/.test(what);
  return [...counts].reduce((sum, [what, times]) => (isBeyond(what) ? sum + times : sum), 0);
}
