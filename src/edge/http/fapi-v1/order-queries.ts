/**
 * Looking at a user's own futures orders: one of them by orderId or clientOrderId, the newest of a
 * contract, the open ones. Another user's order counts as none (SPOT-CANCEL-1).
 */
import type { ValueOf, Written } from "../../../contract/field.ts";
import { NO_ORDER } from "../../../contract/forms.ts";
import { CLIENT_ID_MAX, type NAME_PARAMETERS } from "../../../contract/futures/order-parameters.ts";
import type { FUTURES_ORDER } from "../../../contract/futures/order-shapes.ts";
import * as orders from "../../../contract/futures/orders.ts";
import type { ValuesOf } from "../../../contract/parameter.ts";
import { Refusal } from "../../../contract/refusal.ts";
import { writtenList } from "../../../contract/writer.ts";
import type { Contract, ContractId } from "../../../core/engine/catalogue/contract.ts";
import type { Order } from "../../../core/engine/orders/order.ts";
import { openOrdersOf } from "../../../core/engine/read/orders.ts";
import { type SignedCall, serve } from "../dialect/endpoint.ts";
import {
  demandFound,
  findOrder,
  type OrderReference,
  readName,
  rowsOrRefusal,
} from "../dialect/find-order.ts";
import { getContractEver, getContractNamed } from "./contract-name.ts";
import { detailsIn } from "./history-rows.ts";
import { writeOpen } from "./order-reply.ts";

type WrittenOrder = Written<ValueOf<typeof FUTURES_ORDER>>;

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
export function findContractOrder(call: SignedCall, { contract, name }: WantedContractOrder) {
  const writer = { writeOpen: (order: Order) => writeOpen(contract, order), detailsIn };
  return findOrder(call, { area: "futures", pair: contract.id, name }, writer);
}

/** FUT-WIRE-9: by its id or client id one order; without both the newest of the contract. */
const queryOrder = serve(orders.queryOrder, async (call, values) => {
  const { contractName: named, orderId: id, clientOrderId } = values;
  if (id === undefined && clientOrderId === undefined) {
    return writtenList(await newestOf(call, getContractEver(call, named)));
  }
  return writtenList([await demandFound(findContractOrder(call, readWanted(call, values)))]);
});

const { NEWEST } = orders;

/**
 * FUT-WIRE-9: in any state, newest first. The open ones are read before the history is asked: one
 * that ends meanwhile is found twice and counts as ended, none is missed.
 */
async function newestOf(call: SignedCall, contract: Contract): Promise<WrittenOrder[]> {
  const found = new Map<number, WrittenOrder>();
  for (const order of openOn(call, contract.id)) {
    if (found.size === NEWEST) break;
    found.set(order.id, writeOpen(contract, order));
  }
  const owner = { area: "futures", user: call.user, market: contract.id } as const;
  const query = { kind: "futures_order", ...owner, limit: NEWEST, fromId: 0 } as const;
  for (const row of rowsOrRefusal(await call.history.page(query))) {
    found.set(idIn(row), detailsIn(row));
  }
  const newest = [...found].sort(([a], [b]) => b - a).slice(0, NEWEST);
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
const openOrders = serve(orders.openOrders, (call, { contractName: named }) => {
  const { contracts } = call.exchange.state.catalogue;
  const wanted = named === undefined ? 0 : getContractNamed(call, named).id;
  const written: WrittenOrder[] = [];
  for (const order of openOn(call, wanted)) {
    written.push(writeOpen(contracts[order.market - 1] as Contract, order));
  }
  return writtenList(written);
});

export const ORDER_QUERY_ROUTES = [queryOrder, openOrders];
