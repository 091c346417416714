/**
 * From the words of the dialect to a command: the checks of text, in the order of the rules
 * (FUT-CHECK-1 to FUT-CHECK-6). Between them stand two of the engine's own (FUT-CHECK-3): the engine
 * makes them again, but only here can they come before the check of the side.
 */

import {
  isFalse,
  isPostOnly,
  mustBeMeant,
  positiveDecimal,
  unsupported,
} from "../../../contract/forms.ts";
import type {
  CONDITION_PARAMETERS,
  ORDER_PARAMETERS,
} from "../../../contract/futures/order-parameters.ts";
import { MODES, TRIGGER_TYPES } from "../../../contract/futures/order-words.ts";
import { type Given, missing, readAs, type ValuesOf } from "../../../contract/parameter.ts";
import { Refusal } from "../../../contract/refusal.ts";
import type { Contract } from "../../../core/engine/catalogue/contract.ts";
import type { PlaceFuturesOrder } from "../../../core/engine/futures/futures-commands.ts";
import type {
  MarginMode,
  OrderKind,
  TimeInForce,
  Trigger,
} from "../../../core/engine/orders/order.ts";
import { isFrozen } from "../../../core/engine/users/users.ts";
import type { SignedCall } from "../dialect/endpoint.ts";
import { refusalOf } from "../dialect/errors.ts";
import { getContractNamed } from "./contract-name.ts";

type Values = Omit<ValuesOf<typeof ORDER_PARAMETERS>, "triggerPrice">;

interface Condition {
  readonly trigger: Trigger;
  readonly triggerPrice: string;
}

const NOW: Condition = { trigger: "none", triggerPrice: "" };

export function toOrder(
  call: SignedCall,
  { triggerPrice, ...values }: ValuesOf<typeof ORDER_PARAMETERS>,
): PlaceFuturesOrder {
  return toPlace(call, values, () => {
    if (triggerPrice) throw unsupported("triggerPrice", "POST /fapi/v1/conditionOrder takes it.");
    return NOW;
  });
}

export function toConditionOrder(
  call: SignedCall,
  { triggerType, triggerPrice, ...values }: ValuesOf<typeof CONDITION_PARAMETERS>,
): PlaceFuturesOrder {
  return toPlace(call, values, () => {
    return { trigger: meaningOf(TRIGGER_TYPES, "triggerType", triggerType), triggerPrice };
  });
}

function toPlace(call: SignedCall, values: Values, readCondition: () => Condition) {
  const price = readPrice(values);
  const contract = getContractNamed(call, values.contractName); // FUT-CHECK-2
  askIfOpen(call, contract);
  const side = sideOf(values.side);
  const { kind, timeInForce: own } = typeOf(values.type);
  const action = meaningOf(ACTIONS, "open", values.open); // FUT-CHECK-5
  const mode = meaningOf(MODES, "positionType", values.positionType);
  const condition = readCondition();
  const timeInForce = timeInForceOf(values, own);
  refuseOtherOrders(values, action);
  return {
    type: "PlaceFuturesOrder",
    user: call.user,
    key: call.key,
    request: call.request,
    contract: contract.id,
    side,
    kind,
    action,
    mode,
    timeInForce,
    quantity: values.volume,
    price,
    trigger: condition.trigger,
    triggerPrice: condition.triggerPrice,
    clientId: values.clientOrderId ?? "",
  } as const;
}

/** FUT-CHECK-1: a limit order has a price. One that is sent with MARKET is ignored. */
function readPrice({ type, price }: Values): string {
  if (type === "MARKET") return "";
  if (price) return readAs(positiveDecimal, "price", price);
  if (TYPES.has(type)) throw missing("price", positiveDecimal.expects);
  return "";
}

/** FUT-CHECK-3: the engine's checks, made before those of the words that come after them. */
function askIfOpen({ exchange, user }: SignedCall, { status }: Contract): void {
  if (status !== "trading") throw refusalOf({ ok: false, reason: "contract_halted" });
  if (isFrozen(exchange.state.users, user)) throw refusalOf({ ok: false, reason: "user_frozen" });
}

/** FUT-CHECK-4 */
function sideOf(side: string): PlaceFuturesOrder["side"] {
  if (side === "BUY") return "buy";
  if (side === "SELL") return "sell";
  throw new Refusal("BAD_SIDE");
}

interface OrderType {
  readonly kind: OrderKind;
  /** The time in force that the type itself gives. */
  readonly timeInForce: TimeInForce | undefined;
}

/** FUT-WIRE-7: some clients send the time in force as the type. */
const TYPES: ReadonlyMap<string, OrderType> = new Map<string, OrderType>([
  ["LIMIT", { kind: "limit", timeInForce: undefined }],
  ["MARKET", { kind: "market", timeInForce: undefined }],
  ["IOC", { kind: "limit", timeInForce: "ioc" }],
  ["FOK", { kind: "limit", timeInForce: "fok" }],
  ["POST_ONLY", { kind: "limit", timeInForce: "post_only" }],
]);

/** FUT-CHECK-4 */
function typeOf(type: string): OrderType {
  const meaning = TYPES.get(type);
  if (meaning) return meaning;
  const msg = `Invalid type; one of ${[...TYPES.keys()].join(", ")}.`;
  throw new Refusal("BAD_ORDER_TYPE", { msg, more: "In capital letters." });
}

const ACTIONS: ReadonlyMap<string, PlaceFuturesOrder["action"]> = new Map([
  ["OPEN", "open"],
  ["CLOSE", "close"],
]);

/** FUT-CHECK-5 */
function meaningOf<T extends string>(
  meanings: ReadonlyMap<string, T>,
  name: string,
  word: string,
): T {
  const meaning = meanings.get(word);
  if (meaning === undefined) throw mustBeMeant(name, meanings);
  return meaning;
}

const TIMES: ReadonlyMap<string, TimeInForce> = new Map<string, TimeInForce>([
  ["GTC", "gtc"],
  ["IOC", "ioc"],
  ["FOK", "fok"],
  ["POST_ONLY", "post_only"],
]);

/** FUT-CHECK-6: `postOnly`, the type and `timeInForce` may all say POST_ONLY, but not different things. */
function timeInForceOf(
  { timeInForce, postOnly }: Pick<Values, "timeInForce" | "postOnly">,
  own: TimeInForce | undefined,
): TimeInForce {
  const said = timeIn(timeInForce, own);
  if (!isPostOnly(postOnly)) return said ?? "gtc";
  if (said === undefined || said === "post_only") return "post_only";
  throw unsupported("postOnly", "timeInForce or type says something else.");
}

/** One that is not known, or another than the type says, is refused. */
function timeIn(given: Given | undefined, own: TimeInForce | undefined): TimeInForce | undefined {
  if (!given) return own;
  const time = given.kind === "text" ? TIMES.get(given.text) : undefined;
  if (time !== undefined && (own === undefined || own === time)) return time;
  const words = own === undefined ? [...TIMES.keys()].join(", ") : "what the type says";
  throw unsupported("timeInForce", `Supported is ${words}.`);
}

/** FUT-WIRE-7: fields that would make it another order than was asked. */
function refuseOtherOrders(values: Values, action: PlaceFuturesOrder["action"]): void {
  const { reduceOnly, stopPrice, orderUnit } = values;
  if (stopPrice) throw unsupported("stopPrice", "POST /fapi/v1/conditionOrder takes triggerPrice.");
  if (orderUnit && textOf(orderUnit) !== IN_CONTRACTS) {
    throw unsupported("orderUnit", "A volume is in contracts, orderUnit 2.");
  }
  const mayOpen = reduceOnly !== undefined && !isFalse(reduceOnly) && action === "open";
  if (mayOpen) throw unsupported("reduceOnly", "An order with open CLOSE only reduces.");
}

/** FUT-WIRE-7: the unit of a volume by the number that clients of this family send. */
const IN_CONTRACTS = "2";

function textOf(given: Given): string {
  return "text" in given ? given.text : "";
}

/** The margin mode of `marginModel`. */
export function modeNamed(model: string): MarginMode {
  return meaningOf(MODES, "marginModel", model);
}
