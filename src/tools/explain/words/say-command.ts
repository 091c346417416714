/**
 * A command in words: what was asked, with the decimals as they were sent and the names of the
 * catalogue. A command that is seldom asked about is written from its fields, so none is left out.
 */

import { INDEX_DECIMALS } from "../../../core/engine/catalogue/catalogue.ts";
import type { SetLoanTerms } from "../../../core/engine/catalogue/lending.ts";
import type { Command } from "../../../core/engine/codec.ts";
import type { PlaceFuturesOrder } from "../../../core/engine/futures/futures-commands.ts";
import type { Area } from "../../../core/engine/ledger/area.ts";
import type { AskedInstructions } from "../../../core/engine/orders/instructions.ts";
import type { ReplaceOrder, SetCountdown } from "../../../core/engine/spot/manage-commands.ts";
import { isForAmount } from "../../../core/engine/spot/order-value.ts";
import type { OrderRequest } from "../../../core/engine/spot/spot.ts";
import type { ExchangeState } from "../../../core/engine/state.ts";
import { formatSteps, formatUnits } from "../../../core/money/decimal.ts";
import { RATE_DECIMALS } from "../../../core/money/rate.ts";
import { requestIdOf } from "../../../edge/http/request.ts";
import type { Cause } from "./explanation.ts";
import { isoOf, Names } from "./names.ts";

/** A command and its place in the log. */
export interface LoggedCommand {
  readonly command: Command;
  readonly position: number;
  readonly timeMs: number;
}

/** The sender of a command, what was asked, and its place in the log. */
export function causeOf(state: ExchangeState, { command, position, timeMs }: LoggedCommand): Cause {
  const names = new Names(state);
  const request = "request" in command && command.request > 0 ? command.request : undefined;
  return {
    position,
    timeMs,
    time: isoOf(timeMs),
    command: command.type,
    request: request === undefined ? undefined : requestIdOf(request),
    user: isOfUser(command) ? names.user(command.user) : undefined,
    key: isOfUser(command) ? command.key : undefined,
    asked: `${sayCommand(names, command)}${sayRequestId(command)}`,
  };
}

/** A command that a user signed; all others are the operator's, or the exchange's own. */
export function isOfUser(
  command: Command,
): command is Extract<Command, { readonly user: number; readonly key: number }> {
  return "user" in command && "key" in command;
}

function sayCommand(names: Names, command: Command): string {
  switch (command.type) {
    case "PlaceOrder":
      return sayAsked(names, { area: "spot", market: command.pair }, command);
    case "PlaceMarginOrder":
      return `on margin: ${sayAsked(names, { area: "margin", market: command.pair }, command)}`;
    case "PlaceBatch": {
      const place = { area: "spot", market: command.pair } as const;
      const items = command.items.map((item, at) => {
        const besides = { tactics: command.tactics?.[at], trailing: command.trailing?.[at] };
        const instructions = command.instructions?.[at];
        return sayAsked(names, place, { ...item, ...besides, instructions });
      });
      return `a batch: ${items.join("; ")}`;
    }
    case "PlaceOrderList": {
      const place = { area: "spot", market: command.pair } as const;
      const items = command.items.map((item, at) => {
        const besides = { tactics: command.tactics?.[at], trailing: command.trailing?.[at] };
        return sayAsked(names, place, { ...item, ...besides });
      });
      const name = command.clientId === "" ? "" : ` "${command.clientId}"`;
      return `a list${name} (${command.kind.toUpperCase()}): ${items.join("; ")}`;
    }
    case "CancelOrderList":
      return `cancel list ${command.list === 0 ? `"${command.clientId}"` : command.list}`;
    case "PlaceFuturesOrder":
      return sayFutures(names, command);
    case "CancelOrder":
      return sayCancel(names, { area: "spot", ...command });
    case "CancelMarginOrder":
      return sayCancel(names, { area: "margin", ...command });
    case "CancelFuturesOrder":
      return sayCancel(names, { area: "futures", ...command, pair: command.contract });
    case "CancelBatch": {
      const symbol = names.symbol({ area: "spot", market: command.pair });
      return `cancel orders ${command.orders.join(", ")} of ${symbol}`;
    }
    case "CancelAllOrders": {
      const symbol = names.symbol({ area: command.area, market: command.pair });
      return `cancel all orders of ${symbol} in ${command.area}`;
    }
    case "ReplaceOrder":
      return sayReplace(names, command);
    case "SetCountdown":
      return sayCountdown(names, command);
    case "EndCountdown": {
      const symbol = names.symbol({ area: "spot", market: command.pair });
      return `the countdown of ${names.user(command.user)} on ${symbol} is due`;
    }
    case "HourTick":
      return `the hour ${isoOf(command.hourMs)} struck`;
    case "SecondTick":
      return `the second ${isoOf(command.secondMs)} struck`;
    default:
      return sayMoney(names, command) ?? sayFields(names, command);
  }
}

function sayReplace(names: Names, command: ReplaceOrder): string {
  const { area, order, orderClientId, mustCancel } = command;
  const which = order === 0 ? `"${orderClientId}"` : `${order}`;
  const asked = sayAsked(names, { area, market: command.pair }, command);
  const anyway = mustCancel ? "" : ", also if it is not open";
  return `replace order ${which} in ${area} by: ${asked}${anyway}`;
}

function sayCountdown(names: Names, { pair, afterMs }: SetCountdown): string {
  const symbol = names.symbol({ area: "spot", market: pair });
  if (afterMs === 0) return `end the countdown on ${symbol}`;
  return `cancel all orders of ${symbol} in ${afterMs} ms unless renewed`;
}

function sayMoney(names: Names, command: Command): string | undefined {
  switch (command.type) {
    case "Deposit":
      return `deposit ${moneyOf(names, command)} to ${names.user(command.user)}, id ${command.id}`;
    case "Withdraw":
      return `withdraw ${moneyOf(names, command)} from ${names.user(command.user)}, id ${command.id}`;
    case "FillFund":
      return `fill ${command.fund} with ${moneyOf(names, command)}, id ${command.id}`;
    case "DrawFund":
      return `draw ${moneyOf(names, command)} from ${command.fund}, id ${command.id}`;
    case "Transfer":
      return `transfer ${moneyOf(names, command)} from ${command.from} to ${command.to}`;
    case "Repay":
      return command.amount === 0n
        ? `repay all that is owed and free of ${names.asset(command.asset)}`
        : `repay ${moneyOf(names, command)}`;
    case "SetIndex":
      return sayFields(names, { ...command, price: formatUnits(command.price, INDEX_DECIMALS) });
    case "SetLoanTerms":
      return sayTerms(names, command);
    default:
      return undefined;
  }
}

function sayTerms(names: Names, { tradesMoveMax, ...terms }: SetLoanTerms): string {
  const said = sayFields(names, { ...terms, cap: names.money(terms.asset, terms.cap) });
  if (tradesMoveMax === undefined) return said;
  const move = tradesMoveMax === 0 ? "any move" : formatSteps(tradesMoveMax, RATE_DECIMALS);
  return `${said}, index from trades: ${move} in an hour`;
}

function moneyOf(names: Names, { asset, amount }: { asset: number; amount: bigint }): string {
  return names.money(asset, amount);
}

type PairPlace = { readonly area: Exclude<Area, "futures">; readonly market: number };

function sayAsked(names: Names, place: PairPlace, asked: OrderRequest): string {
  const { side, quantity, price, kind, clientId, instructions, tactics, trailing } = asked;
  const symbol = names.symbol(place);
  const pair = names.pair(place.market);
  const isBudget = isForAmount(asked);
  const quote = pair ? ` ${names.asset(pair.quote)}` : "";
  const amount = isBudget ? `for ${quantity}${quote} of` : quantity;
  const slices = tactics ? `, showing ${tactics.slice} at a time` : "";
  const trails = trailing ? `, trailing the last price by ${trailing.delta} basis points` : "";
  const besides = `${instructions ? sayInstructions(instructions) : ""}${trails}${slices}`;
  return `${side} ${amount} ${symbol}${atPrice(kind, price)}${besides}${named(clientId)}`;
}

function sayInstructions({ timeInForce, selfTrade, triggerPrice }: AskedInstructions): string {
  const force = timeInForce === "gtc" ? "" : `, ${timeInForce}`;
  const own = selfTrade === undefined ? "" : `, self-trade ${selfTrade}`;
  const stop = triggerPrice === "" ? "" : `, when the last price reaches ${triggerPrice}`;
  return `${force}${own}${stop}`;
}

function sayFutures(names: Names, command: PlaceFuturesOrder): string {
  const { action, side, kind, quantity, price, timeInForce, trigger, clientId } = command;
  const symbol = names.symbol({ area: "futures", market: command.contract });
  const isBudget = kind === "market" && action === "open";
  const coin = names.contract(command.contract)?.marginCoin;
  const unit = coin === undefined ? "" : ` ${names.asset(coin)}`;
  const amount = isBudget ? `for ${quantity}${unit} of` : quantity;
  const condition = trigger === "none" ? "" : `, when ${trigger} ${command.triggerPrice}`;
  const force = timeInForce === "gtc" ? "" : `, ${timeInForce}`;
  const order = `${action} ${side} ${amount} ${symbol}${atPrice(kind, price)}`;
  return `${order}, ${command.mode}${force}${condition}${named(clientId)}`;
}

function atPrice(kind: "limit" | "market", price: string): string {
  if (kind === "market") return " at market";
  return price === "" ? " at a limit without a price" : ` at ${price}`;
}

/** USER-REPEAT-1: a request that was carried out before has no effects here, and this says why. */
function sayRequestId(command: Command): string {
  const isNamed = "clientRequestId" in command && command.clientRequestId !== undefined;
  return isNamed ? `, client request id ${command.clientRequestId}` : "";
}

function named(clientId: string): string {
  return clientId === "" ? "" : `, client id ${clientId}`;
}

interface Cancel {
  readonly area: Area;
  readonly pair: number;
  readonly order: number;
  readonly clientId: string;
}

function sayCancel(names: Names, { area, pair, order, clientId }: Cancel): string {
  const which = order === 0 ? `with client id ${clientId}` : `${order}`;
  return `cancel order ${which} of ${names.symbol({ area, market: pair })}`;
}

/** Fields that say nothing about what was asked. Bytes, such as a sealed secret, must not be shown. */
const SILENT = new Set(["type", "user", "key", "request", "clientRequestId", "signature"]);

/** A command, some of whose integers may already be written as people do. */
type Fields = Readonly<Record<string, unknown>> & Pick<Command, "type">;

/** `halt pair: pair BTCUSDT` */
function sayFields(names: Names, command: Fields): string {
  const verb = command.type.replaceAll(/(?<=.)[A-Z]/g, " $&").toLowerCase();
  const told = Object.entries(command).flatMap(([field, value]) => {
    const isSilent = SILENT.has(field) && !isOwner(field, command);
    return isSilent || value === undefined || value instanceof Uint8Array
      ? []
      : [`${field} ${sayField(names, field, value)}`];
  });
  return told.length === 0 ? verb : `${verb}: ${told.join(", ")}`;
}

/** In commands of the operator the user and the key are the subject, and are shown. */
function isOwner(field: string, command: Fields): boolean {
  return !("user" in command && "key" in command) && (field === "user" || field === "key");
}

function sayField(names: Names, field: string, value: unknown): string {
  if (typeof value === "number") return sayId(names, field, value) ?? `${value}`;
  return JSON.stringify(value, (_, part) =>
    typeof part === "bigint" ? `${part}` : part,
  ).replaceAll('"', "");
}

function sayId(names: Names, field: string, id: number): string | undefined {
  switch (field) {
    case "user":
      return names.user(id);
    case "asset":
    case "base":
    case "quote":
      return names.asset(id);
    case "pair":
      return names.symbol({ area: "spot", market: id });
    case "contract":
      return id === 0 ? "all" : names.symbol({ area: "futures", market: id });
    default:
      return undefined;
  }
}
