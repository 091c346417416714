/**
 * The vocabulary of the margin room: its commands, events, reasons of refusals, and the state it works on. A
 * margin account is a spot account that may owe: the same pairs and books, its own money.
 */

import type { CommandContext } from "../../base/command-context.ts";
import { answers, type CommandOf, command } from "../../base/records/command.ts";
import { big, oneOf, text, uint } from "../../base/records/record.ts";
import type { SideColumn } from "../../base/rows/side-column.ts";
import type { AssetId } from "../catalogue/catalogue.ts";
import { AREAS, type Area } from "../ledger/area.ts";
import { by, type Canceled } from "../orders/order-commands.ts";
import { once, REPEATABLE_REJECTS, repeatable, SIGNED_REJECTS } from "../requests/requests.ts";
import {
  asked,
  CANCEL_REJECTS,
  extended,
  guided,
  instructed,
  PLACE_EVENTS,
  PLACE_REJECTS,
  type Placement,
  type SpotEvent,
  type SpotState,
  trailed,
} from "../spot/spot.ts";
import type { UserId } from "../users/users.ts";
import type { MarginAccount } from "./account.ts";
import type { Watch } from "./watch.ts";

/** The refusals of placing itself; those of the key and the signature come before. */
const MARGIN_PLACE_REJECTS = [...PLACE_REJECTS, "account_in_liquidation"] as const;
export type MarginPlaceReject = (typeof MARGIN_PLACE_REJECTS)[number];

export const PlaceMarginOrder = command("PlaceMarginOrder", 50, {
  fields: { ...by, pair: uint, ...asked },
  added: [once, instructed, extended, guided, trailed],
  answer: answers<Placement>(),
  rejects: [...SIGNED_REJECTS, ...MARGIN_PLACE_REJECTS],
  events: [...PLACE_EVENTS, "Borrowed"],
});
export type PlaceMarginOrder = CommandOf<typeof PlaceMarginOrder>;
/** `order` 0: by client id. */
export const CancelMarginOrder = command("CancelMarginOrder", 51, {
  fields: { ...by, pair: uint, order: uint, clientId: text },
  added: [once],
  answer: answers<Canceled>(),
  rejects: [...SIGNED_REJECTS, ...CANCEL_REJECTS],
  events: ["OrderEnded", "Repaid"],
});
export type CancelMarginOrder = CommandOf<typeof CancelMarginOrder>;
export const Transfer = command("Transfer", 52, {
  fields: { ...by, from: oneOf(...AREAS), to: oneOf(...AREAS), asset: uint, amount: big },
  added: [repeatable],
  answer: answers<{ transferId: number }>(),
  rejects: [
    ...REPEATABLE_REJECTS,
    "area_is_the_same",
    "asset_not_found",
    "amount_not_positive",
    "user_frozen",
    "insufficient_balance",
    "index_not_known",
    "index_from_trades",
    "level_too_low",
  ],
  events: ["Transferred"],
});
export type Transfer = CommandOf<typeof Transfer>;
/** `amount` 0: all that is owed and free. */
export const Repay = command("Repay", 53, {
  fields: { ...by, asset: uint, amount: big },
  added: [repeatable],
  answer: answers<{ repaid: bigint }>(),
  rejects: [
    ...REPEATABLE_REJECTS,
    "asset_not_found",
    "amount_not_positive",
    "insufficient_balance",
  ],
  events: ["Repaid"],
});
export type Repay = CommandOf<typeof Repay>;

export interface Margin {
  /** By user id less one; none for a user who never owed anything. */
  readonly accounts: SideColumn<MarginAccount>;
  /** By asset id less one: the sum of the hourly rates of all hours that ticked (MARG-INT-2). */
  readonly rateSums: bigint[];
  /** Accounts with debt that this command has changed: to be assessed when it is over. */
  readonly touched: Set<UserId>;
  /** Accounts in liquidation. */
  readonly liquidating: Set<UserId>;
  readonly watch: Watch;
  transferIdLast: number;
  /** Whether a command gave reason to try the accounts in liquidation again (MARG-LIQ-6). */
  isRetryDue: boolean;
}

export interface MarginState extends SpotState {
  readonly margin: Margin;
  /** The time of the last command. */
  timeMs: number;
}

/** MARG-LEVEL-3 */
export type AccountState = "normal" | "trade_only" | "margin_call" | "liquidation";

interface About {
  readonly user: UserId;
  readonly timeMs: number;
}

/** MARG-CALL-1: a warning. */
export interface MarginCalled extends About {
  readonly type: "MarginCalled";
}

export interface LiquidationBegan extends About {
  readonly type: "LiquidationBegan";
}

/** How a liquidation ended: the level recovered, all was repaid, or the insurance or the house had to pay. */
export interface LiquidationOver extends About {
  readonly type: "LiquidationOver";
  readonly end: "recovered" | "repaid" | "bad_debt";
}

/** MARG-LIQ-5, MARG-LIQ-7: what MARGIN_INSURANCE took of an account. */
export interface Insured extends About {
  readonly type: "Insured";
  readonly asset: AssetId;
  readonly amount: bigint;
}

/** MARG-LOSS-1: what a user did not pay back; `insured` of it MARGIN_INSURANCE paid. */
export interface LossCovered extends About {
  readonly type: "LossCovered";
  readonly asset: AssetId;
  readonly principal: bigint;
  readonly insured: bigint;
}

export interface Transferred extends About {
  readonly type: "Transferred";
  readonly id: number;
  readonly from: Area;
  readonly to: Area;
  readonly asset: AssetId;
  readonly amount: bigint;
}

export type MarginEvent =
  | MarginCalled
  | LiquidationBegan
  | LiquidationOver
  | Insured
  | LossCovered
  | Transferred;

/** The command context of a command that touches margin. */
export type MarginContext = CommandContext<SpotEvent | MarginEvent>;
