/** What a trade on a pair moves and costs, in the accounts of the referee (I-6, SPOT-FEE-3). */
import type { Traded } from "../../../src/core/engine/spot/spot.ts";
import type { Books } from "./books.ts";
import { claim } from "./claim.ts";
import type { MarginWatch } from "./margin-watch.ts";
import { makingSide, partyOf, takingSide } from "./trading-orders.ts";
import type { Watched } from "./watched-order.ts";

/** The words of the tally for its fees. */
export function settleTrade(
  { books, margin }: { readonly books: Books; readonly margin: MarginWatch },
  trade: Traded,
  { taking, making }: { readonly taking: Watched; readonly making: Watched },
): Iterable<string> {
  const pair = books.pairOf(trade.pair);
  claim(taking.takerRate + making.makerRate >= 0, `SPOT-FEE-3 trade ${trade.id} is not paid for`);
  const taker = partyOf(takingSide(trade), taking.takerRate);
  const maker = partyOf(makingSide(trade), making.makerRate);
  const isBuy = trade.takerSide === "buy";
  const parties = isBuy ? { buyer: taker, seller: maker } : { buyer: maker, seller: taker };
  margin.trade(trade);
  const fees = books.accounts.settle(pair, trade, parties);
  books.seePrice(pair, trade.ticks);
  return fees;
}
