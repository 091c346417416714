/**
 * What was decided: the engine's success with its ids, or its rejection with the reason, the numbers
 * behind it and the code that goes with it.
 */

import { CODES } from "../../../contract/codes.ts";
import { Refusal } from "../../../contract/refusal.ts";
import type { Rejected } from "../../../core/base/outcome.ts";
import type { Command } from "../../../core/engine/codec.ts";
import type { FuturesPlaced } from "../../../core/engine/futures/futures-commands.ts";
import type { Canceled } from "../../../core/engine/orders/order-commands.ts";
import type { AnswerOf, CommandNamed, OutcomeOf, Reject } from "../../../core/engine/outcomes.ts";
import type { Replaced } from "../../../core/engine/spot/manage-commands.ts";
import type { Placement } from "../../../core/engine/spot/spot.ts";
import { type ApiReject, refusalOf } from "../../../edge/http/dialect/errors.ts";
import {
  type OperatorReject,
  refusalOf as operatorRefusalOf,
} from "../../../edge/operator/v1/refusals.ts";
import type { CommandVerdict } from "./explanation.ts";
import { isoOf, type Names, type TradedMarket } from "./names.ts";
import { isOfUser } from "./say-command.ts";

/** The facts that a verdict is made from. */
export interface Case<C extends Command = Command> {
  readonly names: Names;
  readonly command: C;
  readonly place: TradedMarket | undefined;
  /** Whether the order that a cancel meant had ended by then, and was the user's. */
  readonly hadEnded: boolean;
  /** A sandbox's refusals say more. */
  readonly isTalkative: boolean;
}

export function verdictOf<C extends Command>(
  about: Case<C>,
  outcome: OutcomeOf<C>,
): CommandVerdict {
  return outcome.ok ? accepted(about, outcome.answer) : refused(about, outcome);
}

type SayAnswer<C extends Command> = (answer: AnswerOf<C>, about: Case<C>) => CommandVerdict;

/** The commands whose answers name what came of them; of the others it is enough that they were done. */
const ACCEPTED: { readonly [Type in Command["type"]]?: SayAnswer<CommandNamed<Type>> } = {
  PlaceOrder: sayPlaced,
  PlaceMarginOrder: sayPlaced,
  PlaceFuturesOrder: sayPlaced,
  PlaceBatch({ orderIds: orders, rejected = [] }) {
    const noes = rejected.map(({ index, ...no }) => `; order ${orders[index]} ${sayNo(no)}`);
    const says = `accepted as orders ${orders.join(", ")}${noes.join("")}`;
    return { result: "accepted", says, orders };
  },
  PlaceOrderList({ listId, orders: placed }) {
    const orders = placed.map(({ orderId }) => orderId);
    const says = `accepted as list ${listId} with the orders ${orders.join(", ")}`;
    return { result: "accepted", says, orders };
  },
  CancelOrderList({ listId, canceled }) {
    const orders = canceled.map(({ orderId }) => orderId);
    const says = `accepted: list ${listId} is canceled, with its orders ${orders.join(", ")}`;
    return { result: "accepted", says, orders };
  },
  CancelOrder: sayCanceled,
  CancelMarginOrder: sayCanceled,
  CancelFuturesOrder: sayCanceled,
  CancelByOperator: sayCanceled,
  CancelBatch({ canceled: orders, failed }) {
    const rest = failed.length === 0 ? "" : `, not open: ${failed.join(", ")}`;
    return {
      result: "accepted",
      says: `canceled: ${orders.join(", ") || "none"}${rest}`,
      orders,
    };
  },
  CancelAllOrders: ({ canceled, more }) => ({
    result: "accepted",
    says: `canceled: ${canceled}${more ? ", and there are more" : ""}`,
    orders: [],
  }),
  ReplaceOrder: sayReplaced,
  SetCountdown: ({ dueMs }) => ({
    result: "accepted",
    says: dueMs === 0 ? "the countdown is ended" : `due at ${isoOf(dueMs)}`,
    orders: [],
  }),
  EndCountdown: ({ canceled }) => ({
    result: "accepted",
    says: `not renewed in time, canceled: ${canceled}`,
    orders: [],
  }),
  Transfer: ({ transferId }) => ({
    result: "accepted",
    says: `accepted as transfer ${transferId}`,
    orders: [],
  }),
};

function accepted<C extends Command>(about: Case<C>, answer: AnswerOf<C>): CommandVerdict {
  const { command } = about;
  // The row of a command is for its own type.
  const say = ACCEPTED[command.type] as SayAnswer<C> | undefined;
  if (say) return say(answer, about);
  return { result: "accepted", says: "request" in command ? "accepted" : "done", orders: [] };
}

function sayPlaced(
  { orderId, status, executed: lots }: Placement | FuturesPlaced,
  { names, place }: Case,
): CommandVerdict {
  const executed = place ? names.quantity(place, lots) : `${lots}`;
  const says = `accepted as order ${orderId}: ${status}, ${executed} executed`;
  return { result: "accepted", says, orders: [orderId], status, executed };
}

function sayCanceled({ orderId }: Canceled): CommandVerdict {
  return { result: "accepted", says: `accepted: order ${orderId} is canceled`, orders: [orderId] };
}

/** SPOT-REPLACE-5 */
function sayReplaced(
  { canceled, amended, placed, rejected }: Replaced,
  about: Case,
): CommandVerdict {
  const said = sayPlaced(placed, about);
  const { orderId } = placed;
  if (amended) return { ...said, says: `order ${orderId} is amended and keeps its place` };
  const before = canceled ? `order ${canceled.orderId} is canceled` : "nothing to cancel";
  const after = rejected ? `order ${orderId} ${sayNo(rejected)}` : said.says;
  const orders = canceled ? [canceled.orderId, orderId] : [orderId];
  return { ...said, says: `${before}, ${after}`, orders };
}

function refused(about: Case, no: Rejected<Reject>): CommandVerdict {
  const { had, needed } = numbersOf(about, no);
  const of = no.item === undefined ? "" : ` (item ${no.item})`;
  return {
    result: "refused",
    says: sayNo({ reason: no.reason, had, needed }) + of,
    orders: [],
    reason: no.reason,
    ...(had === undefined ? {} : { had }),
    ...(needed === undefined || needed === "" ? {} : { needed }),
    api: apiOf(about, { ...no, ...numbersOf(about, no) }),
  };
}

interface No {
  readonly reason: string;
  readonly had?: string | undefined;
  readonly needed?: string | undefined;
}

function sayNo({ reason, had, needed }: No): string {
  const numbers = had === undefined ? "" : needed ? `: had ${had}, needed ${needed}` : `: ${had}`;
  return `refused, ${reason}${numbers}`;
}

/** The numbers of a movement are in the smallest units, all others in whole coins. */
function numbersOf({ names, command }: Case, { reason, had, needed }: Rejected<Reject>) {
  // The newest id of all says nothing of the order.
  if (reason === "order_not_open") return { had, needed: "" };
  const isRaw = command.type === "Withdraw" || command.type === "DrawFund";
  if (!isRaw || had === undefined || needed === undefined) return { had, needed };
  const shown = (units: string) => names.units(command.asset, BigInt(units));
  return { had: shown(had), needed: shown(needed) };
}

function apiOf(
  { command, hadEnded, isTalkative }: Case,
  no: Numbered,
): NonNullable<CommandVerdict["api"]> {
  // A command is refused for a reason of its own declaration, so its API has the code.
  if (!isOfUser(command)) {
    const hasApi = "request" in command;
    const { code, status } = hasApi ? operatorRefusalOf(plain<OperatorReject>(no)) : CODES.UNKNOWN;
    return { code, status };
  }
  // SPOT-CANCEL-2: an order that is not open has ended, or never was the user's own.
  const isFinal = hadEnded && CANCELS.has(command.type) && OVER.has(no.reason);
  const refusal = isFinal
    ? new Refusal("ORDER_NOT_SUPPORT_CANCELLATION")
    : refusalOf(plain<ApiReject>(no));
  const { code, status, message, talk } = refusal;
  return { code, status, msg: isTalkative ? talk : message };
}

interface Numbered {
  readonly ok: false;
  readonly reason: Reject;
  readonly had: string | undefined;
  readonly needed: string | undefined;
  readonly item?: number;
}

function plain<R extends Reject>({ ok, reason, had, needed, item }: Numbered): Rejected<R> {
  const said = { ok, reason: reason as R };
  const no = item === undefined ? said : { ...said, item };
  return had === undefined || needed === undefined ? no : { ...no, had, needed };
}

const CANCELS = new Set(["CancelOrder", "CancelMarginOrder", "CancelFuturesOrder"]);
const OVER = new Set(["order_not_open", "pair_not_found", "contract_not_found"]);

/** LOG-VOID-1 */
export const VOID: CommandVerdict = {
  result: "void",
  says: "made void by the operator: it broke an invariant, was never acknowledged and did nothing",
  orders: [],
};
