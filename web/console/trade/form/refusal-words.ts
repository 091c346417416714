/**
 * Why an order would be refused, in a trader's words, and by which field it is said. The reasons are the
 * engine's own; the compiler asks for words for each of them. A reason that depends on the moment (the
 * last price, the book, the money) is a warning: the server may know better by now, and decides.
 */
import type { Reason, RefusedPreview } from "../../../../src/core/preview/preview-words.ts";
import { formatPlain } from "../../text/format.ts";
import { formatBasisPoints } from "../../text/percent.ts";

export type OrderField =
  | "price"
  | "quantity"
  | "triggerPrice"
  | "timeInForce"
  | "mode"
  | "stopLoss"
  | "takeProfit"
  | "stopLimit"
  | "slice"
  | "trailBy"
  | "exitTrailBy"
  | "order";
/** What the words may name: the coins of the market, and what the quantity counts. */
export interface Naming {
  /** What values and money are in. */
  readonly coin: string;
  /** "BTC", "contracts", or the coin of an order that names a value. */
  readonly quantityUnit: string;
  /** What the order pays with. */
  readonly paysWith: string;
  /** Of a stop on a pair. */
  readonly triggerPrice?: string;
}

export interface Complaint {
  readonly field: OrderField;
  readonly text: string;
  /** It may be otherwise on the server: told, but not in the way of sending. */
  readonly isWarning: boolean;
}

interface Numbers {
  readonly had: string;
  readonly needed: string;
}

type Words = readonly [
  field: OrderField,
  weight: "error" | "warning",
  text: (numbers: Numbers, naming: Naming) => string,
];

export const HALTED = "Trading is halted here. Open orders can be canceled.";

const WORDS: Readonly<Record<Reason, Words>> = {
  rules_too_old: ["order", "error", () => "This exchange does not know such orders yet."],
  self_trade_not_allowed: [
    "order",
    "error",
    () => "Orders of one user never trade with each other here.",
  ],
  trigger_in_margin: ["triggerPrice", "error", () => "There are no stops in margin."],
  extras_in_margin: ["order", "error", () => "This kind of order is not for margin."],
  unit_with_limit: ["quantity", "error", () => "A limit order counts what is traded."],
  slice_cannot_rest: ["slice", "error", () => "Only a limit order that may rest shows slices."],
  slice_not_positive: ["slice", "error", () => "What it shows must be above zero."],
  slice_too_precise: ["slice", "error", ({ needed }) => decimals("What it shows", needed)],
  slice_out_of_bounds: [
    "slice",
    "error",
    ({ needed }, { quantityUnit }) => `Of this order it shows ${needed} ${quantityUnit}.`,
  ],
  delta_out_of_range: ["trailBy", "error", ({ needed }) => `It trails by ${percents(needed)}.`],
  no_last_price: ["triggerPrice", "warning", () => "A stop waits for a last price to move from."],
  no_range: ["quantity", "warning", () => "This needs a last price. Nothing has traded yet."],
  pair_not_found: ["order", "error", () => "This market is not traded any more."],
  contract_not_found: ["order", "error", () => "This contract is not traded any more."],
  pair_halted: ["order", "warning", () => HALTED],
  contract_halted: ["order", "warning", () => HALTED],
  user_frozen: ["order", "warning", () => "Your account is frozen. Ask the operator."],
  price_missing: ["price", "error", () => "Enter a price."],
  price_not_positive: ["price", "error", () => "The price must be above zero."],
  quantity_not_positive: ["quantity", "error", () => "The quantity must be above zero."],
  trigger_price_not_positive: ["triggerPrice", "error", () => "The trigger must be above zero."],
  trigger_opens: ["triggerPrice", "error", () => "A stop loss or take profit only closes."],
  time_in_force_with_market: [
    "timeInForce",
    "error",
    () => "A market order trades at once; fill-or-kill and post-only are for limit orders.",
  ],
  price_too_precise: ["price", "error", ({ needed }) => decimals("A price", needed)],
  trigger_price_too_precise: [
    "triggerPrice",
    "error",
    ({ needed }) => decimals("A trigger price", needed),
  ],
  quantity_too_precise: ["quantity", "error", ({ needed }) => decimals("The quantity", needed)],
  position_frozen: ["order", "warning", () => "This position is being liquidated."],
  margin_mode_differs: [
    "mode",
    "warning",
    () => "Your position or orders here use the other margin mode. Close or cancel them first.",
  ],
  quantity_below_min: [
    "quantity",
    "error",
    ({ needed }, { quantityUnit }) => `At least ${needed} ${quantityUnit}.`,
  ],
  quantity_above_max: [
    "quantity",
    "error",
    ({ needed }, { quantityUnit }) => `At most ${needed} ${quantityUnit}.`,
  ],
  notional_below_min: [
    "quantity",
    "error",
    ({ had, needed }, { coin }) => `Worth ${had} ${coin}; an order is at least ${needed} ${coin}.`,
  ],
  notional_above_max: [
    "quantity",
    "error",
    ({ needed }, { coin }) => `A market order is worth at most ${needed} ${coin}.`,
  ],
  value_below_min: [
    "quantity",
    "error",
    ({ had, needed }, { coin }) => `Worth ${had} ${coin}; an order is at least ${needed} ${coin}.`,
  ],
  value_above_max: [
    "quantity",
    "error",
    ({ needed }, { coin }) => `Too large: an order is worth at most ${needed} ${coin}.`,
  ],
  price_out_of_band: [
    "price",
    "warning",
    ({ needed }) => `Too far from the market now. Allowed: ${needed}.`,
  ],
  client_id_malformed: [
    "order",
    "error",
    () => "The order's own name has letters that are not taken.",
  ],
  client_id_used: ["order", "warning", () => "An order of this name is there already."],
  too_many_open_orders: [
    "order",
    "warning",
    () => "You have as many open orders here as are taken.",
  ],
  no_opposite_orders: ["order", "warning", () => "Nobody is on the other side of the book now."],
  close_above_position: [
    "quantity",
    "warning",
    ({ had }) =>
      `You can close ${had || "0"} contracts; the rest is not held or is in other orders.`,
  ],
  position_limit: [
    "quantity",
    "warning",
    ({ needed }, { coin }) => `At this leverage a position is worth at most ${needed} ${coin}.`,
  ],
  insufficient_balance: [
    "quantity",
    "warning",
    ({ had, needed }, { paysWith }) => `Needs ${needed} ${paysWith}; ${had} ${paysWith} is free.`,
  ],
  born_in_liquidation: [
    "quantity",
    "warning",
    () => "It would be liquidated at once. Use less leverage or a better price.",
  ],
  loan_pool_short: ["quantity", "warning", () => "So much cannot be borrowed now."],
  loan_cap_reached: ["quantity", "warning", () => "More than you may borrow of it."],
  index_not_known: [
    "order",
    "warning",
    () => "Nothing can be borrowed while its price is not known.",
  ],
  index_from_trades: [
    "quantity",
    "warning",
    () => "An asset whose index only follows trades carries no loan here.",
  ],
  account_in_liquidation: ["order", "warning", () => "Your margin account is being liquidated."],
  level_too_low: ["quantity", "warning", () => "Your margin level would be too low."],
};

function decimals(what: string, places: string): string {
  if (places === "0") return `${what} is a whole number here.`;
  return `${what} has at most ${places} ${places === "1" ? "decimal" : "decimals"} here.`;
}

/** `0.1% to 20%` of 10 to 2,000 basis points. */
function percents(range: string): string {
  return range.replaceAll(/[\d,]+/g, (points) =>
    formatBasisPoints(Number(points.replaceAll(",", ""))),
  );
}

/** Commas between thousands, also inside of "10000 to 250000". */
function grouped(numbers: string): string {
  return numbers.replaceAll(/\d+(?:\.\d+)?/g, formatPlain);
}

export function complaintOf(refused: RefusedPreview<Reason>, naming: Naming): Complaint {
  const [field, weight, text] = wordsFor(refused, naming);
  const { had = "", needed = "", isLater = false } = refused;
  const words = text({ had: grouped(had), needed: grouped(needed) }, naming);
  const told = isLater ? `If it triggered now: ${words}` : words;
  return { field, text: told, isWarning: weight === "warning" || isLater };
}

/** SPOT-CHECK-10: of a stop the trigger is held against the last price, and its limit against the trigger. */
function wordsFor({ reason, had }: RefusedPreview<Reason>, { triggerPrice = "" }: Naming): Words {
  if (reason !== "price_out_of_band" || triggerPrice === "") return WORDS[reason];
  if (had === triggerPrice) return ["triggerPrice", "warning", WORDS[reason][2]];
  return [
    "price",
    "warning",
    ({ needed }) => `Too far from the trigger price. Allowed: ${needed}.`,
  ];
}

/** The reasons that the form itself stands for: a form that is silent about them is not refused for one. */
export function isCertain(reason: Reason): boolean {
  return WORDS[reason][1] === "error";
}
