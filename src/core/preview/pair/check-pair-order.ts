/**
 * Whether an order on a pair would be taken, but for its money (SPOT-CHECK-16): the engine's own checks, on
 * as much of a state as they look at. Nothing is matched.
 */
import { newDigest } from "../../base/records/digest.ts";
import { newBook } from "../../engine/book/book.ts";
import { levelAt } from "../../engine/book/ladder.ts";
import type { Catalogue } from "../../engine/catalogue/catalogue.ts";
import { newUserFees } from "../../engine/catalogue/user-fees.ts";
import { newClientIds } from "../../engine/orders/client-ids.ts";
import { newOrdersByUser, type StandingOrders } from "../../engine/orders/open-orders.ts";
import { NO_ORDER, OrderRows } from "../../engine/orders/order-rows.ts";
import { testOrder } from "../../engine/spot/place-order.ts";
import type { PlaceReject } from "../../engine/spot/spot.ts";
import { stepsOf } from "../../money/decimal.ts";
import { enterPairTerms, type PairTable } from "../market-terms.ts";
import type { RefusedPreview } from "../preview-words.ts";
import { enterStanding, rulesOf, timeOf } from "../trader-standing.ts";
import { ME } from "../visible-book.ts";
import type { PairAsked, PairMarketFacts } from "./pair-market-view.ts";

/** Undefined when no check refuses it. */
export function checkPairOrder(
  facts: PairMarketFacts,
  asked: PairAsked,
): RefusedPreview<PlaceReject> | undefined {
  const {
    side,
    kind,
    price,
    quantity,
    clientId = "",
    instructions,
    extras,
    tactics,
    trailing,
  } = asked;
  const catalogue: PairTable & Pick<Catalogue, "userFees"> = {
    assets: [],
    assetsByName: new Map(),
    pairs: [],
    pairsByName: new Map(),
    userFees: NO_USER_FEES,
  };
  const pair = enterPairTerms(catalogue, facts.terms);
  const state = {
    rules: rulesOf(facts),
    users: { frozen: new Set(facts.standing?.isFrozen ? [ME] : []) },
    catalogue,
    prices: { last: [Math.max(stepsOf(facts.last, pair.pricePrecision), 0)] },
    orders: standingOrders(facts, asked),
    books: [oppositeOf(facts, asked)],
  };
  const words = {
    user: ME,
    pair: pair.id,
    side,
    kind,
    price,
    quantity,
    clientId,
    instructions,
    extras,
    tactics,
    trailing,
  };
  const outcome = testOrder(state, words, timeOf(facts));
  return outcome.ok ? undefined : outcome;
}

/** No check but that of the money looks at rates. */
const NO_USER_FEES = newUserFees(newDigest(), 0);

/** No name is ever entered here: a table is dear, and most orders have a name that is free. */
const ALL_FREE = newClientIds(1);
/** No order is ever entered here. */
const NO_ROWS = new OrderRows();

function standingOrders(
  facts: PairMarketFacts,
  { area, clientId = "" }: PairAsked,
): StandingOrders {
  const { standing = {} } = facts;
  const orders: StandingOrders = {
    users: newOrdersByUser(),
    clientIds: standing.namedOrder ? newClientIds(1) : ALL_FREE,
    openMax: standing.isExchangeFull ? 0 : 1,
    byId: { size: 0, find: () => NO_ORDER, rows: NO_ROWS },
  };
  enterStanding({ orders }, standing, { area, clientId, timeMs: timeOf(facts) });
  return orders;
}

/** The book, as far as it is asked whether there is anything to trade with. */
function oppositeOf({ book: { bids, asks } }: PairMarketFacts, { side }: PairAsked) {
  const book = newBook(NO_ROWS);
  const isAny = (side === "buy" ? asks : bids).length > 0;
  if (isAny) levelAt(side === "buy" ? book.asks : book.bids, 1);
  return book;
}
