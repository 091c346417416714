/**
 * What holds of order lists after every command: each has open orders and knows how many, its legs are live or not as its stage
 * says, two live legs have not begun to trade, and no order waits for a list that is gone. Rules SPOT-LIST-6, SPOT-LIST-8 to SPOT-LIST-11.
 */
import { bigOf } from "../../money/amount.ts";
import type { Pair } from "../catalogue/catalogue.ts";
import type { Order } from "../orders/order.ts";
import { legIdsOf, type OrderList, orderIdsOf } from "../orders/order-lists.ts";
import { lockedAsset, lockOf } from "../spot/order-value.ts";
import type { ExchangeState } from "../state.ts";
import type { Claim } from "./invariants.ts";

interface SharedLock {
  readonly user: number;
  readonly asset: number;
  readonly amount: bigint;
}

/** SPOT-LIST-8: what two live legs both count, and have locked once. */
export function* sharedLocks(state: ExchangeState): Iterable<SharedLock> {
  const { byId } = state.orders;
  for (const list of state.lists.byId.values()) {
    if (list.stage !== "both") continue;
    const pair = state.catalogue.pairs[list.pair - 1] as Pair;
    const legs = legIdsOf(list).flatMap((id) => byId.get(id) ?? []);
    const locks = legs.map((leg) => bigOf(lockOf(pair, leg)));
    const [one] = legs;
    if (!one || locks.length < 2) continue; // checkLists says so.
    const amount = locks.reduce((least, lock) => (lock < least ? lock : least));
    yield { user: list.user, asset: lockedAsset(pair, one), amount };
  }
}

/** How many orders are pending: they stand in no book. */
export function checkLists(state: ExchangeState, claim: Claim): number {
  const { lists, orders } = state;
  claim(lists.due.length === 0, "SPOT-LIST-11 no filled list is left");
  claim(lists.byId.size <= lists.countMax, "SPOT-LIST-6 no list is one too many");
  for (const list of lists.byId.values()) checkList(state, list, claim);
  let pending = 0;
  for (const order of orders.byId.all()) {
    const { list: id = 0, isPending = false } = order.instructions ?? {};
    if (isPending) pending++;
    const list = lists.byId.get(id);
    const isKnown = id === 0 || (list !== undefined && orderIdsOf(list).includes(order.id));
    claim(isKnown, () => `SPOT-LIST-7 order ${order.id} is one of its list`);
  }
  return pending;
}

function checkList({ lists, orders }: ExchangeState, list: OrderList, claim: Claim): void {
  const { id, user, pair, kind, stage } = list;
  const open = orderIdsOf(list).flatMap((order) => orders.byId.get(order) ?? []);
  const isOwn = open.every((order) => order.user === user && order.market === pair);
  claim(isOwn && open.length > 0, () => `SPOT-LIST-7 list ${id} has open orders of its user`);
  claim(open.length === list.open, () => `SPOT-LIST-6 list ${id} counts its open orders`);
  claim(lists.byUser.get(user)?.has(list) === true, () => `SPOT-LIST-6 list ${id} is its user's`);
  const legs = open.filter((order) => legIdsOf(list).includes(order.id));
  const isWhole = legs.length === legIdsOf(list).length;
  const arePending = legs.every(({ instructions }) => instructions?.isPending);
  const areLive = legs.every(({ instructions }) => !instructions?.isPending);
  if (stage === "first") {
    const isFirstOpen = open.length === legs.length + 1;
    claim(
      kind !== "oco" && isFirstOpen && isWhole && arePending,
      () => `SPOT-LIST-11 list ${id} waits`,
    );
    return;
  }
  claim(areLive, () => `SPOT-LIST-11 the legs of list ${id} are live`);
  if (stage !== "both") {
    claim(stage === "over", () => `SPOT-LIST-9 list ${id} is at rest`);
    return;
  }
  const isUntouched = ({ executed, lots }: Order) => executed === 0 && lots === legs[0]?.lots;
  const isPair = isWhole && legs.every(isUntouched);
  claim(isPair, () => `SPOT-LIST-9 no leg of list ${id} has traded`);
}
