/**
 * The end of a position: its profit record is written, orders that waited to close it are canceled. The next
 * opening fill begins another (FUT-POS-2, FUT-CLOSE-4, FUT-FIELD-3).
 */
import { assert } from "../../../base/assert.ts";
import { bigFrom } from "../../../money/product.ts";
import { openRowsOf } from "../../orders/open-orders.ts";
import type { Force } from "../../orders/order.ts";
import type { OrderRow } from "../../orders/order-rows.ts";
import { positionSideAt, setPosition } from "../contract-account.ts";
import { averagePriceOf } from "../contract-value.ts";
import type { FuturesContext } from "../futures.ts";
import type { FuturesState, Position } from "../futures-state.ts";
import { realizedOf } from "../position.ts";
import { cancelOpen } from "./end-futures-order.ts";

/** The position just before its last close. */
export interface Before {
  readonly volume: number;
  readonly cost: bigint;
  readonly openCost: bigint;
  readonly force?: Force | undefined;
}

/** The volume of the position is 0 now. */
export function endPosition(
  state: FuturesState,
  position: Position,
  before: Before,
  context: FuturesContext,
): void {
  const { futures } = state;
  const { contractAccount, side } = position;
  const { market } = contractAccount;
  assert(position.cost === 0n && position.margin === 0n, "nothing is left in a position that ends");
  setPosition(contractAccount, side, undefined);
  futures.positions.end();
  market.positions.end();
  market.totals.endedProfit += position.closeProfit + position.settleProfit;
  market.totals.endedFees += position.tradeFee;
  for (const order of closersOf(state, position)) cancelOpen(state, order, context);
  announce(state, position, before, context);
}

/** FUT-FIELD-3 */
function announce(
  { futures }: FuturesState,
  position: Position,
  { volume, cost, openCost, force }: Before,
  context: FuturesContext,
): void {
  const { contractAccount } = position;
  const { contract } = contractAccount.market;
  const lots = bigFrom(volume);
  futures.profitIdLast++;
  context.events.push({
    type: "PositionEnded",
    id: futures.profitIdLast,
    positionId: position.id,
    user: position.user,
    contract: contract.id,
    side: position.side,
    mode: contractAccount.mode,
    leverage: contractAccount.leverage,
    openPrice: averagePriceOf(contract, openCost, lots),
    openEndPrice: averagePriceOf(contract, cost, lots),
    closeVolume: position.closeVolume,
    closeProfit: position.closeProfit,
    settleProfit: position.settleProfit,
    tradeFee: position.tradeFee,
    fundingReceived: position.fundingReceived,
    realized: realizedOf(position),
    force,
    startedAtMs: position.startedAtMs,
    timeMs: context.timeMs,
  });
}

/** FUT-CLOSE-4: every order, resting or waiting, that would close it, newest first. */
export function closersOf({ orders }: FuturesState, position: Position): OrderRow[] {
  const { rows } = orders.byId;
  const { user, contractAccount, side } = position;
  const contract = contractAccount.market.contract.id;
  const own = [...openRowsOf(orders, { area: "futures", user })];
  return own.filter(
    (order) =>
      rows.market(order) === contract &&
      rows.remaining(order) > 0 &&
      rows.terms(order).action === "close" &&
      positionSideAt(rows, order) === side,
  );
}
