/**
 * What happened, as text in which users stand by their names: two exchanges did the same when the
 * texts are the same, whatever ids their users have.
 */

import type { ExchangeEvent } from "../../src/core/engine/events.ts";
import type { ContractTraded } from "../../src/core/engine/futures/futures.ts";
import { AREAS } from "../../src/core/engine/ledger/area.ts";
import { balancesIn } from "../../src/core/engine/ledger/ledger.ts";
import { interestOf } from "../../src/core/engine/margin/loans.ts";
import type { OrderDetails } from "../../src/core/engine/orders/order-events.ts";
import type { Traded } from "../../src/core/engine/spot/spot.ts";
import type { ExchangeState } from "../../src/core/engine/state.ts";

function nameOf({ users }: ExchangeState, user: number): string {
  return users.users[user - 1]?.name ?? `${user}`;
}

/** The fields of an answer or an event, one after the other, its users named. */
export function textOf(state: ExchangeState, fields: object): string {
  let text = "";
  for (const [field, value] of Object.entries(fields)) {
    if (field === "user") text += ` ${nameOf(state, value)}`;
    else text += typeof value === "object" ? ` ${textOf(state, value)}` : ` ${value}`;
  }
  return text;
}

/** An event, with users by their names. */
export function eventText(state: ExchangeState, event: ExchangeEvent): string {
  switch (event.type) {
    case "Traded": {
      const { id, pair, ticks, lots, buyerFee, sellerFee, makerArea, takerArea } = event;
      const sides = `${makerArea} ${sidesText(state, event)} ${takerArea}`;
      return `Traded ${id} ${pair} ${ticks} ${lots} ${buyerFee} ${sellerFee} ${sides}`;
    }
    case "ContractTraded": {
      const { id, contract, ticks, lots, value, makerFee, takerFee } = event;
      const sides = sidesText(state, event);
      return `ContractTraded ${id} ${contract} ${ticks} ${lots} ${value} ${makerFee} ${takerFee} ${sides}`;
    }
    case "OrderRested":
      return `OrderRested ${orderText(state, event)}`;
    case "OrderEnded":
      return `OrderEnded ${event.status} ${event.reason} ${orderText(state, event)}`;
    case "UserChanged":
      return `UserChanged ${event.name} ${event.isFrozen}`;
    case "KeyChanged":
      return `KeyChanged ${event.id} ${nameOf(state, event.user)} ${event.isRevoked}`;
    default:
      return textOf(state, event);
  }
}

function sidesText(state: ExchangeState, trade: Traded | ContractTraded): string {
  const { makerOrder, makerUser, takerOrder, takerUser } = trade;
  const maker = `${makerOrder} ${nameOf(state, makerUser)}`;
  return `${maker} by ${takerOrder} ${nameOf(state, takerUser)}`;
}

function orderText(state: ExchangeState, order: OrderDetails): string {
  const { id, user, area, lots, executed, traded } = order;
  return `${id} ${nameOf(state, user)} ${area} ${lots} ${executed} ${traded}`;
}

/** What each user has and owes, line by line. */
export function moneyText(state: ExchangeState): string {
  const { ledger, margin } = state;
  const wallets = AREAS.flatMap((area) =>
    [...balancesIn(ledger, area)].map(({ user, asset, free, locked }) => {
      if (free + locked === 0n) return "";
      return `${area} ${nameOf(state, user)} ${asset} ${free} ${locked}`;
    }),
  );
  const debts = [...margin.accounts.values()].map((account) => {
    const { user, isLiquidating, calledAtMs } = account;
    const owed = account.debts.map((debt) => {
      return `${debt.asset} ${debt.principal} ${interestOf(margin, debt)}`;
    });
    return `owes ${nameOf(state, user)} ${isLiquidating} ${calledAtMs} ${owed.join(", ")}`;
  });
  const named = [...wallets, ...debts].sort();
  return [...named, ...ledger.houses.map((house) => textOf(state, house))].join("\n");
}
