/**
 * The crowd's commands as the requests that a client would send for them, so that the replies can be
 * recorded, too. A command that no request says, such as one with a pair that never was, has none.
 */

import type { Command } from "../../src/core/engine/codec.ts";
import type { AskedInstructions } from "../../src/core/engine/orders/instructions.ts";
import type { ExchangeState } from "../../src/core/engine/state.ts";
import { formatUnits } from "../../src/core/money/decimal.ts";

export interface DayRequest {
  readonly target: string;
  readonly body: Readonly<Record<string, unknown>>;
}

type Of<T extends Command["type"]> = Extract<Command, { readonly type: T }>;

const ROOTS = { spot: "/sapi/v1", margin: "/sapi/v1/margin" } as const;
const ACCOUNTS = { spot: "EXCHANGE", margin: "MARGIN", futures: "FUTURE" } as const;
const MODES = { cross: 1, isolated: 2 } as const;
const TRIGGERS = { none: 0, stop_loss: 1, stop_gain: 2, up: 3, down: 4 } as const;

export function requestOf(command: Command, state: ExchangeState): DayRequest | undefined {
  // A signature stands for one that a client has sent before: the API makes its own.
  if ("signature" in command && command.signature !== undefined) return undefined;
  switch (command.type) {
    case "PlaceOrder":
      return ofPair(
        state,
        command.pair,
        "/sapi/v1/order",
        askOf(command, "type", command.instructions),
      );
    case "PlaceMarginOrder":
      return ofPair(
        state,
        command.pair,
        "/sapi/v1/margin/order",
        askOf(command, "type", command.instructions),
      );
    case "PlaceBatch":
      return ofPair(state, command.pair, "/sapi/v1/batchOrders", {
        orders: command.items.map((item, at) => {
          return askOf(item, "batchType", command.instructions?.[at]);
        }),
        ...named(command),
      });
    case "CancelOrder":
      return ofPair(state, command.pair, "/sapi/v1/cancel", whichOf(command, "newClientOrderId"));
    case "CancelMarginOrder":
      return ofPair(
        state,
        command.pair,
        "/sapi/v1/margin/cancel",
        whichOf(command, "newClientOrderId"),
      );
    case "CancelBatch":
      return ofPair(state, command.pair, "/sapi/v1/batchCancel", { orderIds: command.orders });
    case "CancelAllOrders":
      return ofPair(state, command.pair, `${ROOTS[command.area]}/cancelAll`, {});
    case "ReplaceOrder":
      return ofPair(state, command.pair, `${ROOTS[command.area]}/order/cancelReplace`, {
        ...askOf(command, "type", command.instructions),
        ...(command.order > 0 && { cancelOrderId: command.order }),
        ...(command.orderClientId !== "" && { cancelClientOrderId: command.orderClientId }),
        cancelReplaceMode: command.mustCancel ? "STOP_ON_FAILURE" : "ALLOW_FAILURE",
      });
    case "SetCountdown": {
      const countdownTime = command.afterMs;
      return ofPair(state, command.pair, "/sapi/v1/countdownCancelAll", { countdownTime });
    }
    case "Transfer":
      return transfer(command, state);
    case "Repay":
      return repay(command, state);
    default:
      return futuresRequestOf(command, state);
  }
}

function futuresRequestOf(command: Command, state: ExchangeState): DayRequest | undefined {
  switch (command.type) {
    case "PlaceFuturesOrder":
      return futuresOrder(command, state);
    case "CancelFuturesOrder":
      return ofContract(state, command, "/fapi/v1/cancel", whichOf(command, "clientOrderId"));
    case "CancelAllFutures":
      if (command.contract === 0) return { target: "/fapi/v1/cancel_all", body: {} };
      return ofContract(state, command, "/fapi/v1/cancel_all", {});
    case "SetLeverage":
      return ofContract(state, command, "/fapi/v1/edit_lever", {
        nowLevel: command.leverage,
        ...named(command),
      });
    case "SetMarginMode":
      return ofContract(state, command, "/fapi/v1/edit_user_margin_model", {
        marginModel: MODES[command.mode],
        ...named(command),
      });
    case "MovePositionMargin":
      return moveMargin(command, state);
    default:
      return undefined;
  }
}

function ofPair(
  { catalogue }: ExchangeState,
  pair: number,
  target: string,
  body: DayRequest["body"],
): DayRequest | undefined {
  const symbol = catalogue.pairs[pair - 1]?.name;
  return symbol === undefined ? undefined : { target, body: { symbol, ...body } };
}

function ofContract(
  { catalogue }: ExchangeState,
  { contract }: { readonly contract: number },
  target: string,
  body: DayRequest["body"],
): DayRequest | undefined {
  const contractName = catalogue.contracts[contract - 1]?.name;
  return contractName === undefined ? undefined : { target, body: { contractName, ...body } };
}

function askOf(
  { side, kind, quantity, price, clientId }: Of<"PlaceBatch">["items"][number],
  type: "type" | "batchType",
  instructions: AskedInstructions | undefined,
): DayRequest["body"] {
  const { timeInForce, selfTrade, triggerPrice = "" } = instructions ?? {};
  return {
    ...(timeInForce && { timeInForce: timeInForce.toUpperCase() }),
    ...(selfTrade && { selfTrade: selfTrade.toUpperCase() }),
    ...(triggerPrice !== "" && { triggerPrice }),
    volume: quantity,
    side: side.toUpperCase(),
    [type]: kind.toUpperCase(),
    ...(price !== "" && { price }),
    ...(clientId !== "" && { newClientOrderId: clientId }),
  };
}

function whichOf(
  { order, clientId }: { readonly order: number; readonly clientId: string },
  name: string,
): DayRequest["body"] {
  return { ...(order > 0 && { orderId: order }), ...(clientId !== "" && { [name]: clientId }) };
}

function named({ clientRequestId }: { readonly clientRequestId?: string | undefined }) {
  return clientRequestId === undefined ? {} : { clientRequestId };
}

function transfer(command: Of<"Transfer">, { catalogue }: ExchangeState): DayRequest | undefined {
  const asset = catalogue.assets[command.asset - 1];
  if (!asset) return undefined;
  const body = {
    coinSymbol: asset.name,
    amount: formatUnits(command.amount, asset.scale),
    fromAccount: ACCOUNTS[command.from],
    toAccount: ACCOUNTS[command.to],
    ...named(command),
  };
  return { target: "/sapi/v1/asset/transfer", body };
}

function repay(command: Of<"Repay">, { catalogue }: ExchangeState): DayRequest | undefined {
  const asset = catalogue.assets[command.asset - 1];
  if (!asset) return undefined;
  const amount = command.amount !== 0n && { amount: formatUnits(command.amount, asset.scale) };
  return {
    target: "/sapi/v1/margin/repay",
    body: { asset: asset.name, ...amount, ...named(command) },
  };
}

function futuresOrder(
  command: Of<"PlaceFuturesOrder">,
  state: ExchangeState,
): DayRequest | undefined {
  const { price, clientId, trigger, triggerPrice } = command;
  const body = {
    volume: command.quantity,
    type: command.kind.toUpperCase(),
    side: command.side.toUpperCase(),
    open: command.action.toUpperCase(),
    positionType: MODES[command.mode],
    timeInForce: command.timeInForce.toUpperCase(),
    ...(price !== "" && { price }),
    ...(clientId !== "" && { clientOrderId: clientId }),
  };
  if (trigger === "none") return ofContract(state, command, "/fapi/v1/order", body);
  const condition = { ...body, triggerType: TRIGGERS[trigger], triggerPrice };
  return ofContract(state, command, "/fapi/v1/conditionOrder", condition);
}

function moveMargin(
  command: Of<"MovePositionMargin">,
  { futures }: ExchangeState,
): DayRequest | undefined {
  const scale = futures.positions.get(command.position)?.contractAccount.market.contract.scale;
  if (scale === undefined) return undefined;
  const amount = formatUnits(command.amount, scale);
  return {
    target: "/fapi/v1/edit_position_margin",
    body: { positionId: command.position, amount, ...named(command) },
  };
}
