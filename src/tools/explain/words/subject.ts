/** What a command is about: the user, the areas and assets concerned, and the market. */

import type { AssetId } from "../../../core/engine/catalogue/catalogue.ts";
import type { Command } from "../../../core/engine/codec.ts";
import type { Area } from "../../../core/engine/ledger/area.ts";
import type { Order } from "../../../core/engine/orders/order.ts";
import type { ExchangeState } from "../../../core/engine/state.ts";
import type { TradedMarket } from "./names.ts";

export interface Subject {
  /** 0 where the command concerns no user's money. */
  readonly user: number;
  readonly areas: readonly Area[];
  readonly assets: readonly AssetId[];
  readonly place: TradedMarket | undefined;
}

const NOBODY: Subject = { user: 0, areas: [], assets: [], place: undefined };

export function subjectOf(state: ExchangeState, command: Command): Subject {
  switch (command.type) {
    case "PlaceOrder":
    case "PlaceBatch":
    case "PlaceOrderList":
    case "CancelOrderList":
    case "CancelOrder":
    case "CancelBatch":
      return ofPlace(state, command.user, { area: "spot", market: command.pair });
    case "CancelAllOrders":
    case "ReplaceOrder":
      return ofPlace(state, command.user, { area: command.area, market: command.pair });
    case "SetCountdown":
    case "EndCountdown":
      return ofPlace(state, command.user, { area: "spot", market: command.pair });
    case "PlaceMarginOrder":
    case "CancelMarginOrder":
      return ofPlace(state, command.user, { area: "margin", market: command.pair });
    case "PlaceFuturesOrder":
    case "CancelFuturesOrder":
    case "CancelAllFutures":
    case "SetLeverage":
    case "SetMarginMode":
      return ofPlace(state, command.user, { area: "futures", market: command.contract });
    case "MovePositionMargin": {
      const pair =
        state.futures.positions.get(command.position)?.contractAccount.market.contract.id ?? 0;
      return ofPlace(state, command.user, { area: "futures", market: pair });
    }
    case "CancelByOperator":
      return subjectOfOrder(state, state.orders.byId.get(command.order));
    case "Transfer":
      return ofMoney(command, [command.from, command.to]);
    case "Repay":
      return ofMoney(command, ["margin"]);
    case "Deposit":
    case "Withdraw":
      return ofMoney(command, ["spot"]);
    default:
      return NOBODY;
  }
}

export function subjectOfOrder(
  state: ExchangeState,
  order: Pick<Order, "user" | "area" | "market"> | undefined,
): Subject {
  return order ? ofPlace(state, order.user, order) : NOBODY;
}

function ofMoney(
  { user, asset }: { readonly user: number; readonly asset: AssetId },
  areas: readonly Area[],
): Subject {
  return { user, areas, assets: [asset], place: undefined };
}

function ofPlace(
  { catalogue }: ExchangeState,
  user: number,
  { area, market }: TradedMarket,
): Subject {
  const place = { area, market };
  if (area === "futures") {
    const coin = catalogue.contracts[market - 1]?.marginCoin;
    return { user, areas: [area], assets: coin === undefined ? [] : [coin], place };
  }
  const listed = catalogue.pairs[market - 1];
  return { user, areas: [area], assets: listed ? [listed.base, listed.quote] : [], place };
}
