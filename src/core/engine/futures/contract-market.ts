/**
 * A contract market: all that goes on in one contract. Its book, the orders that wait for a price, its last
 * price and mark, the samples that funding is made of, and its positions.
 */
import { PriceBounds } from "../../base/price-bounds.ts";
import { newBook } from "../book/book.ts";
import type { Contract } from "../catalogue/contract.ts";
import type { OrderRows } from "../orders/order-rows.ts";
import type { ContractMarket } from "./futures-state.ts";
import { PositionTable } from "./position-table.ts";
import { newTriggers } from "./triggers.ts";

export function newContractMarket(contract: Contract, rows: OrderRows): ContractMarket {
  return {
    contract,
    book: newBook(rows),
    triggers: newTriggers(rows),
    positions: new PositionTable(),
    last: 0,
    mark: 0,
    index: 0,
    basis: [],
    premiumCount: 0,
    premiumSum: 0n,
    fundingRate: 0,
    isFundingDue: false,
    isStale: false,
    totals: {
      endedProfit: 0n,
      endedFees: 0n,
      engineProfit: 0n,
      feesGained: 0n,
      liquidationFees: 0n,
    },
    riskBounds: new PriceBounds((owner, stamp) => owner.stamp === stamp),
  };
}
