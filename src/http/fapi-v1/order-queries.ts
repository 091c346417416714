/**
 * Looking at a user's own futures orders: one of them by orderId or clientOrderId, the newest of a
 * contract, the open ones. Another user's order counts as none (SPOT-CANCEL-1).
 */

import { NO_ORDER } from "../../contract/forms.ts";
import type { ValuesOf } from "../../contract/parameter.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Contract, ContractId } from "../../engine/catalogue/contract.ts";
import type { Order } from "../../engine/orders/order.ts";
import { openOrdersOf } from "../../engine/read/orders.ts";
import { type SignedCall, signedEndpoint } from "../dialect/endpoint.ts";
import {
  demandFound,
  findOrder,
  type OrderReference,
  readName,
  rowsOrRefusal,
} from "../dialect/find-order.ts";
import { jsonList } from "../dialect/json-text.ts";
import { getContractEver, getContractNamed, maybeContractName } from "./contract-name.ts";
import { detailsIn } from "./history-rows.ts";
import { CLIENT_ID_MAX, NAME_PARAMETERS } from "./order-parameters.ts";
import { ORDERS, writeOpen } from "./order-reply.ts";

/** Which of the user's orders is wanted. */
export interface WantedContractOrder {
  readonly contract: Contract;
  readonly name: OrderReference;
}

/** FUT-CHECK-13 */
export const CLIENT_ID = { parameter: "clientOrderId", lengthMax: CLIENT_ID_MAX };

export function readWanted(
  call: SignedCall,
  { contractName: named, orderId: order, clientOrderId }: ValuesOf<typeof NAME_PARAMETERS>,
): WantedContractOrder {
  const name = readName({ orderId: order, clientId: clientOrderId }, CLIENT_ID);
  const contract = getContractEver(call, named);
  if (order === NO_ORDER) throw new Refusal("NO_SUCH_ORDER"); // SPOT-CANCEL-1
  return { contract, name };
}

/** The order as the order query shows it; undefined when there is none. */
export async function findContractOrder(
  call: SignedCall,
  { contract, name }: WantedContractOrder,
): Promise<string | undefined> {
  const write = (order: Order) => writeOpen(contract, order);
  const wanted = { area: "futures", pair: contract.id, name } as const;
  const found = findOrder(call, wanted, write);
  if (typeof found === "string") return found;
  const row = await found;
  return row && detailsIn(row);
}

const NEWEST = 100;

/** FUT-WIRE-9: by its id or client id one order; without both the newest of the contract. */
export const queryOrder = signedEndpoint({
  method: "GET",
  path: "/fapi/v1/order",
  security: "TRADE",
  limit: { count: 20, perMs: 2_000 },
  parameters: NAME_PARAMETERS,
  about: {
    operation: "futuresQueryOrder",
    tags: ["futures"],
    summary: "One of your orders, or the newest of a contract",
    description: `With orderId or clientOrderId a list of that one order. With the contract alone its newest ${NEWEST} orders, in any state.`,
    reply: ORDERS,
    codes: ["BAD_SYMBOL", "NO_SUCH_ORDER"],
    waitsFor: "archive",
  },
  async handle(call, values) {
    const { contractName: named, orderId: id, clientOrderId } = values;
    if (id === undefined && clientOrderId === undefined) {
      return jsonList(await newestOf(call, getContractEver(call, named)));
    }
    return jsonList([await demandFound(findContractOrder(call, readWanted(call, values)))]);
  },
});

/**
 * FUT-WIRE-9: in any state, newest first. The open ones are read before the history is asked: one
 * that ends meanwhile is found twice and counts as ended, none is missed.
 */
async function newestOf(call: SignedCall, contract: Contract): Promise<string[]> {
  const orders = new Map<number, string>();
  for (const order of openOn(call, contract.id)) {
    if (orders.size === NEWEST) break;
    orders.set(order.id, writeOpen(contract, order));
  }
  const owner = { area: "futures", user: call.user, market: contract.id } as const;
  const query = { kind: "futures_order", ...owner, limit: NEWEST, fromId: 0 } as const;
  for (const row of rowsOrRefusal(await call.history.page(query))) {
    orders.set(idIn(row), detailsIn(row));
  }
  const newest = [...orders].sort(([a], [b]) => b - a).slice(0, NEWEST);
  return newest.map(([, order]) => order);
}

const ID = /^\{"orderId":(\d+),/;

function idIn(row: string): number {
  return Number(ID.exec(row)?.[1]);
}

/** Newest first; of contract 0 all of them. */
function openOn({ exchange, user }: SignedCall, contract: ContractId) {
  const market = contract === 0 ? undefined : contract;
  return openOrdersOf(exchange.state.orders, { area: "futures", user, market });
}

/** FUT-WIRE-9: of all contracts, if none is named; waiting condition orders are among them. */
export const openOrders = signedEndpoint({
  method: "GET",
  path: "/fapi/v1/openOrders",
  security: "TRADE",
  limit: { count: 20, perMs: 2_000 },
  parameters: { contractName: maybeContractName },
  about: {
    operation: "futuresOpenOrders",
    tags: ["futures"],
    summary: "Your open orders of a contract, or of all",
    description: "Condition orders that wait are among them.",
    reply: ORDERS,
    codes: ["BAD_SYMBOL"],
  },
  handle(call, { contractName: named }) {
    const { contracts } = call.exchange.state.catalogue;
    const wanted = named === undefined ? 0 : getContractNamed(call, named).id;
    const written: string[] = [];
    for (const order of openOn(call, wanted)) {
      written.push(writeOpen(contracts[order.market - 1] as Contract, order));
    }
    return jsonList(written);
  },
});
