/** Condition orders of which one triggers the next. */

import { ladderOf } from "../../../src/core/engine/book/book.ts";
import type { ContractMarket } from "../../../src/core/engine/futures/futures-state.ts";
import { formatSteps } from "../../../src/core/money/decimal.ts";
import type { Belongings } from "./borrowers.ts";
import { lotsUpTo } from "./depth.ts";
import type { Speculators } from "./speculators.ts";
import type { Story } from "./story.ts";
import { drawTwo } from "./traders.ts";

export class Chains {
  private readonly belongings: Belongings;
  private readonly speculators: Speculators;

  constructor(belongings: Belongings, speculators: Speculators) {
    this.belongings = belongings;
    this.speculators = speculators;
  }

  /** Each takes an offer that is dearer than the one before, and all are above what was paid so far. */
  *tell(market: ContractMarket): Story {
    const { dice, state } = this.belongings;
    const { speculators } = this;
    const { contract, book } = market;
    const [seller, buyer] = drawTwo(dice, state);
    if (seller === undefined || buyer === undefined) return;
    for (const user of [seller, buyer]) yield speculators.bringing(user, contract.marginCoin, 20);
    const ticks = Math.max(market.mark, market.last, book.bids.best?.ticks ?? 0);
    const reaches = [seller, buyer].map((user) => speculators.reachOf(user, contract, 0.05));
    const lots = Math.max(contract.volumeMin, Math.min(...reaches));
    const offer = { action: "open", side: "sell", quantity: `${lots}`, clientId: "" } as const;
    for (const step of [1, 2, 3]) {
      yield speculators.order(seller, contract, { ...offer, ticks: ticks + step });
    }
    const buy = { ...offer, side: "buy" } as const;
    for (const step of [2, 3]) {
      const triggerPrice = formatSteps(ticks + step - 1, contract.pricePrecision);
      const wish = { ...buy, trigger: "up", triggerPrice, ticks: ticks + step } as const;
      yield speculators.order(buyer, contract, wish);
    }
    const quantity = `${lotsUpTo(ladderOf(book, "sell"), ticks + 1)}`;
    yield speculators.order(buyer, contract, { ...buy, quantity, ticks: ticks + 1 });
  }
}
