/**
 * Order lists that are open: what each is, and which of its orders can still act on the others. Its orders have the ids behind its
 * own, in their order, and know it by its id (instructions.ts). Rules SPOT-LIST-6, SPOT-LIST-7, CORE-BOUND-1.
 */
import { type Digest, foldNumber } from "../../base/records/digest.ts";
import { oneOf, record, text, uint } from "../../base/records/record.ts";
import type { PairId } from "../catalogue/catalogue.ts";
import type { UserId } from "../users/users.ts";
import type { OrderId } from "./order.ts";

/** OCO: one cancels the other; OTO: one triggers the other; OTOCO: one triggers two, of which one cancels the other. */
export const LIST_KINDS = ["oco", "oto", "otoco"] as const;
export type ListKind = (typeof LIST_KINDS)[number];

/** How many orders a list has. */
export const LIST_SIZES: Readonly<Record<ListKind, number>> = { oco: 2, oto: 2, otoco: 3 };

/**
 * What its orders can do to each other: the first is awaited; it was filled, and the legs go live when the taker has finished;
 * both legs are live, and share what they have locked; one works, and the other is ended for it; nothing more.
 */
export const LIST_STAGES = ["first", "due", "both", "working", "over"] as const;
export type ListStage = (typeof LIST_STAGES)[number];

export interface OrderList {
  /** Drawn as order ids are; no order bears it (SPOT-LIST-7). */
  readonly id: OrderId;
  readonly user: UserId;
  readonly pair: PairId;
  readonly kind: ListKind;
  /** As the user sent it; empty when it sent none. */
  readonly clientId: string;
  readonly placedAtMs: number;
  stage: ListStage;
  /** How many of its orders are open. */
  open: number;
}

/** As a snapshot has it; how many are open is counted again. */
export const listRecord = record({
  id: uint,
  user: uint,
  pair: uint,
  kind: oneOf(...LIST_KINDS),
  clientId: text,
  placedAtMs: uint,
  stage: oneOf(...LIST_STAGES),
});

export interface OrderLists {
  readonly byId: Map<OrderId, OrderList>;
  readonly byUser: Map<UserId, Set<OrderList>>;
  /** Their first orders were filled in this command, in this order; empty between two commands. */
  readonly due: OrderList[];
  readonly countMax: number;
  readonly digest: Digest;
}

export function newOrderLists(digest: Digest, countMax: number): OrderLists {
  return { byId: new Map(), byUser: new Map(), due: [], countMax, digest };
}

/** SPOT-LIST-6: the most open lists of a user on a symbol. */
export const LISTS_OF_USER_MAX = 20;

export function enterList(lists: OrderLists, list: OrderList): void {
  lists.byId.set(list.id, list);
  const own = lists.byUser.get(list.user);
  if (own) own.add(list);
  else lists.byUser.set(list.user, new Set([list]));
}

/** The last of its orders has ended. */
export function dropList({ byId, byUser }: OrderLists, list: OrderList): void {
  byId.delete(list.id);
  const own = byUser.get(list.user);
  own?.delete(list);
  if (own?.size === 0) byUser.delete(list.user);
}

export function moveTo(lists: OrderLists, list: OrderList, stage: ListStage): void {
  list.stage = stage;
  foldNumber(lists.digest, list.id);
  foldNumber(lists.digest, LIST_STAGES.indexOf(stage));
}

/** The ids of its orders, in their order. */
export function orderIdsOf({ id, kind }: Pick<OrderList, "id" | "kind">): OrderId[] {
  return Array.from({ length: LIST_SIZES[kind] }, (_, at) => id + 1 + at);
}

/** The ids of the legs: all of an OCO, those behind the first order of any other. */
export function legIdsOf(list: Pick<OrderList, "id" | "kind">): OrderId[] {
  const ids = orderIdsOf(list);
  return list.kind === "oco" ? ids : ids.slice(1);
}

/** The lists of a user on a pair that are open. */
export function openListsOf(
  { byUser }: Pick<OrderLists, "byUser">,
  { user, pair }: Pick<OrderList, "user" | "pair">,
): OrderList[] {
  return [...(byUser.get(user) ?? [])].filter((list) => list.pair === pair);
}

/** As its user names it: by its id, or else (`list` 0) by its client id. */
export interface NamedList extends Pick<OrderList, "user" | "pair" | "clientId"> {
  readonly list: OrderId;
}

export function findList(
  lists: Pick<OrderLists, "byUser">,
  named: NamedList,
): OrderList | undefined {
  const { list: id, clientId } = named;
  return openListsOf(lists, named).find((list) => {
    return id === 0 ? clientId !== "" && list.clientId === clientId : list.id === id;
  });
}

/** SPOT-LIST-7: no two open lists of a user bear one name. */
export function isListNamed(
  { byUser }: Pick<OrderLists, "byUser">,
  user: UserId,
  name: string,
): boolean {
  return [...(byUser.get(user) ?? [])].some(({ clientId }) => clientId === name);
}

/** An order list has begun: all its orders are there. */
export interface OrderListOpened {
  readonly type: "OrderListOpened";
  readonly id: OrderId;
  readonly user: UserId;
  readonly pair: PairId;
  readonly kind: ListKind;
  readonly clientId: string;
  readonly timeMs: number;
}

/** The last of its orders has ended. */
export interface OrderListEnded extends Omit<OrderListOpened, "type"> {
  readonly type: "OrderListEnded";
  readonly placedAtMs: number;
}

export function listOpened(list: OrderList): OrderListOpened {
  const { id, user, pair, kind, clientId, placedAtMs: timeMs } = list;
  return { type: "OrderListOpened", id, user, pair, kind, clientId, timeMs };
}

export function listEnded(list: OrderList, timeMs: number): OrderListEnded {
  const { id, user, pair, kind, clientId, placedAtMs } = list;
  return { type: "OrderListEnded", id, user, pair, kind, clientId, placedAtMs, timeMs };
}
