/**
 * The commands that manage open orders of a symbol beyond a cancel: all of them at once, one replaced by another, all of
 * them unless the user is heard of in time. Rules SPOT-CANCEL-3, SPOT-REPLACE-1, SPOT-COUNT-1.
 */
import { answers, type CommandOf, command } from "../../base/records/command.ts";
import { flag, oneOf, text, uint } from "../../base/records/record.ts";
import { isInForce } from "../catalogue/rule-changes.ts";
import type { AskedInstructions, ToldInstructions } from "../orders/instructions.ts";
import { by, type Canceled } from "../orders/order-commands.ts";
import { once, SIGNED_REJECTS } from "../requests/requests.ts";
import {
  asked,
  extended,
  guided,
  instructed,
  PLACE_EVENTS,
  PLACE_REJECTS,
  type Placement,
  type RejectedItem,
  trailed,
} from "./spot.ts";

/** The areas that trade pairs. */
const area = oneOf("spot", "margin");

export const CancelAllOrders = command("CancelAllOrders", 46, {
  fields: { ...by, pair: uint, area },
  added: [once],
  answer: answers<{ canceled: number; more: boolean }>(),
  rejects: [...SIGNED_REJECTS, "rules_too_old", "pair_not_found"],
  events: ["OrderEnded", "Repaid"],
});
export type CancelAllOrders = CommandOf<typeof CancelAllOrders>;

export interface Amended {
  readonly clientId: string;
  readonly lots: number;
  /** Those of a triggered stop, of which the amendment says nothing, too. */
  readonly instructions: ToldInstructions | undefined;
}

/** What became of an order that was to be replaced, and of the one in its place. */
export interface Replaced {
  /** Undefined when the order was not open any more, or was amended. */
  readonly canceled: Canceled | undefined;
  /** The order that goes on with less, as its user named it; undefined of any other. */
  readonly amended: Amended | undefined;
  readonly placed: Placement;
  /** Why the new order ended rejected. */
  readonly rejected: Omit<RejectedItem, "index"> | undefined;
}

/** `order` 0: by client id. `mustCancel`: where the order is not open, nothing is placed. */
export const ReplaceOrder = command("ReplaceOrder", 47, {
  fields: {
    ...by,
    pair: uint,
    area,
    order: uint,
    orderClientId: text,
    mustCancel: flag,
    ...asked,
  },
  added: [once, instructed, extended, guided, trailed],
  answer: answers<Replaced>(),
  rejects: [
    ...[...SIGNED_REJECTS, ...PLACE_REJECTS],
    ...(["account_in_liquidation", "order_not_open", "order_in_list"] as const),
  ],
  events: [...PLACE_EVENTS, "Borrowed"],
});
export type ReplaceOrder = CommandOf<typeof ReplaceOrder>;

/** `afterMs` 0 ends the countdown. */
export const SetCountdown = command("SetCountdown", 48, {
  fields: { ...by, pair: uint, afterMs: uint },
  added: [once],
  answer: answers<{ dueMs: number }>(),
  rejects: [
    ...SIGNED_REJECTS,
    "rules_too_old",
    "pair_not_found",
    "countdown_out_of_range",
    "too_many_countdowns",
  ],
  events: [],
});
export type SetCountdown = CommandOf<typeof SetCountdown>;

/** The sequencer sends it when a countdown is due. */
export const EndCountdown = command("EndCountdown", 49, {
  fields: { user: uint, pair: uint },
  answer: answers<{ canceled: number }>(),
  rejects: ["tick_not_due"],
  events: ["OrderEnded", "Repaid"],
});
export type EndCountdown = CommandOf<typeof EndCountdown>;

/** SPOT-COUNT-1 */
export const COUNTDOWN_MS = { least: 1_000, most: 24 * 3_600_000 } as const;

/** CORE-RULES-3: whether the directory's rules do not know the command, which must not get into its log. */
export function isBeforeItsRules(
  state: { readonly rules: number },
  command: {
    readonly type: string;
    readonly instructions?: unknown;
    readonly isStrict?: unknown;
    readonly extras?: unknown;
    readonly tactics?: unknown;
    readonly trailing?: unknown;
    readonly items?: readonly object[];
  },
): boolean {
  if (command.trailing !== undefined) return !isInForce(state, "trailing_stops");
  if (asksToDecrement(command)) return !isInForce(state, "prevented_matches");
  if (command.tactics !== undefined) return !isInForce(state, "icebergs");
  if (command.extras !== undefined || LISTS.has(command.type)) {
    return !isInForce(state, "order_extras");
  }
  if (command.type === "SetClientIdReuse") return !isInForce(state, "client_id_reuse");
  if (command.isStrict !== undefined) return !isInForce(state, "strict_keys");
  const isNew = command.instructions !== undefined || ORDER_SET.has(command.type);
  return isNew && !isInForce(state, "order_set");
}

/** SPOT-STP-6: the word itself came with newer rules than the instructions that it stands in. */
function asksToDecrement({ instructions, items = [] }: Instructed): boolean {
  if (instructions === undefined && items.length === 0) return false;
  const all = [instructions].flat().concat(items.map((item) => (item as Instructed).instructions));
  return all.some((one) => (one as Partial<AskedInstructions>)?.selfTrade === "decrement");
}

/** Of an order, of the items of a batch beside them, of the items of a list in each. */
interface Instructed {
  readonly instructions?: unknown;
  readonly items?: readonly object[];
}

const LISTS: ReadonlySet<string> = /* @__PURE__ */ new Set(["PlaceOrderList", "CancelOrderList"]);
const ORDER_SET: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "CancelAllOrders",
  "ReplaceOrder",
  "SetCountdown",
  "SetUserFees",
  "SetUserContractFees",
  "RemoveUserFees",
]);
