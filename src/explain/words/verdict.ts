/**
 * What was decided: the engine's success with its ids, or its rejection with the reason, the numbers
 * behind it and the code that goes with it.
 */

import type { Rejected } from "../../base/outcome.ts";
import type { Command } from "../../engine/codec.ts";
import type { Reject } from "../../engine/events.ts";
import { Refusal, refusalOf } from "../../http/dialect/errors.ts";
import { refusalOf as operatorRefusalOf } from "../../operator/v1/refusals.ts";
import type { EngineOutcome } from "../../service/submission.ts";
import type { CommandVerdict } from "./explanation.ts";
import type { Names, TradedMarket } from "./names.ts";
import { isOfUser } from "./say-command.ts";

/** The facts that a verdict is made from. */
export interface Case {
  readonly names: Names;
  readonly command: Command;
  readonly place: TradedMarket | undefined;
  /** Whether the order that a cancel meant had ended by then, and was the user's. */
  readonly hadEnded: boolean;
  /** A sandbox's refusals say more. */
  readonly isTalkative: boolean;
}

export function verdictOf(about: Case, outcome: EngineOutcome): CommandVerdict {
  return outcome.ok ? accepted(about, outcome.answer) : refused(about, outcome);
}

type Answer = Extract<EngineOutcome, { readonly ok: true }>["answer"];

function accepted({ names, place, command }: Case, answer: Answer): CommandVerdict {
  const result = "accepted";
  if ("status" in answer) {
    const { orderId, status } = answer;
    const executed = place ? names.quantity(place, answer.executed) : `${answer.executed}`;
    const says = `accepted as order ${orderId}: ${status}, ${executed} executed`;
    return { result, says, orders: [orderId], status, executed };
  }
  if ("orderIds" in answer) {
    const { orderIds: orders, rejected = [] } = answer;
    const noes = rejected.map(({ index, ...no }) => `; order ${orders[index]} ${sayNo(no)}`);
    return { result, says: `accepted as orders ${orders.join(", ")}${noes.join("")}`, orders };
  }
  if ("orderId" in answer) {
    return {
      result,
      says: `accepted: order ${answer.orderId} is canceled`,
      orders: [answer.orderId],
    };
  }
  if ("failed" in answer) {
    const orders = answer.canceled;
    const failed = answer.failed.length === 0 ? "" : `, not open: ${answer.failed.join(", ")}`;
    return { result, says: `canceled: ${orders.join(", ") || "none"}${failed}`, orders };
  }
  if ("transferId" in answer) {
    return { result, says: `accepted as transfer ${answer.transferId}`, orders: [] };
  }
  return { result, says: "request" in command ? "accepted" : "done", orders: [] };
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
function numbersOf({ names, command }: Case, { had, needed }: Rejected<Reject>) {
  const isRaw = command.type === "Withdraw" || command.type === "DrawFund";
  if (!isRaw || had === undefined || needed === undefined) return { had, needed };
  const shown = (units: string) => names.units(command.asset, BigInt(units));
  return { had: shown(had), needed: shown(needed) };
}

function apiOf(
  { command, hadEnded, isTalkative }: Case,
  no: Numbered,
): NonNullable<CommandVerdict["api"]> {
  if (!isOfUser(command)) {
    const { code, status } = operatorRefusalOf(plain(no));
    return { code, status };
  }
  // SPOT-CANCEL-2: an order that is not open has ended, or never was the user's own.
  const isFinal = hadEnded && CANCELS.has(command.type) && OVER.has(no.reason);
  const refusal = isFinal ? new Refusal("ORDER_NOT_SUPPORT_CANCELLATION") : refusalOf(plain(no));
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

function plain({ ok, reason, had, needed, item }: Numbered): Rejected<Reject> {
  const no = item === undefined ? { ok, reason } : { ok, reason, item };
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
