/**
 * The visible book of a contract on the preview state. The user's own orders in it stop a new
 * one as they will on the exchange (FUT-STP-1).
 */
import { addOpening, takeContractAccount } from "../engine/futures/contract-account.ts";
import { valueAt } from "../engine/futures/contract-value.ts";
import type { ContractAccount } from "../engine/futures/futures-state.ts";
import { restFutures } from "../engine/futures/trading/end-futures-order.ts";
import { restFreezeOf } from "../engine/futures/trading/freeze.ts";
import { futuresWallet, hold, houseOf } from "../engine/ledger/ledger.ts";
import type { FuturesTerms, Side } from "../engine/orders/order.ts";
import { stepsOf } from "../money/decimal.ts";
import type { ContractMarketView, ContractPreviewState } from "./contract-market-view.ts";
import { newRestingOrder, OTHERS, ownAt, PLENTY, type VisibleLevel } from "./visible-book.ts";

export function restContractBook(
  previewState: ContractPreviewState,
  marketView: ContractMarketView,
): void {
  const { state, market } = previewState;
  const others = takeContractAccount(state.futures, OTHERS, market);
  others.leverage = 1;
  futuresWallet(state.ledger, OTHERS, market.contract.marginCoin).free = PLENTY * PLENTY;
  houseOf(state.ledger, market.contract.marginCoin).fee = PLENTY;
  const isInTheWay = marketView.listing.stpMode === "EXPIRE_TAKER";
  for (const side of ["buy", "sell"] as const) {
    for (const level of side === "buy" ? marketView.book.bids : marketView.book.asks) {
      restLevel(previewState, others, { side, level, own: isInTheWay ? marketView.own : [] });
    }
  }
  if (!isInTheWay) countOwn(previewState, marketView.own);
}

/** Where own orders may trade with each other, they count as those of others; what they open counts, too. */
function countOwn(
  { market, contractAccount }: ContractPreviewState,
  own: ContractMarketView["own"],
): void {
  const { contract } = market;
  for (const { side, action, price, remaining } of own) {
    contractAccount.resting++;
    if (action === "close") continue;
    const lot = { lots: stepsOf(remaining, 0), ticks: stepsOf(price, contract.pricePrecision) };
    addOpening(contractAccount, side, lot.lots, valueAt(contract, lot));
  }
}

interface LevelToRest {
  readonly side: Side;
  readonly level: VisibleLevel;
  readonly own: ContractMarketView["own"];
}

/** What is the user's own of a level stands behind the others' part. */
function restLevel(
  previewState: ContractPreviewState,
  others: ContractAccount,
  { side, level, own }: LevelToRest,
): void {
  const { pricePrecision } = previewState.market.contract;
  const [price, quantity] = level;
  const ticks = stepsOf(price, pricePrecision);
  let lots = stepsOf(quantity, 0);
  // For a moment after another market was chosen, the book is still that of the last one.
  if (ticks <= 0 || lots <= 0) return;
  const mine = ownAt(own, { side, ticks, pricePrecision });
  for (const { remaining } of mine) lots -= stepsOf(remaining, 0);
  if (lots > 0) rest(previewState, others, { side, ticks, lots, action: "open" });
  for (const { remaining, action } of mine) {
    rest(previewState, previewState.contractAccount, {
      side,
      ticks,
      lots: stepsOf(remaining, 0),
      action,
    });
  }
}

interface Resting {
  readonly side: Side;
  readonly ticks: number;
  readonly lots: number;
  readonly action: FuturesTerms["action"];
}

/** What the others freeze is theirs; the user's own freeze is no part of accountNormal any more. */
function rest(
  { state, market, context }: ContractPreviewState,
  contractAccount: ContractAccount,
  resting: Resting,
): void {
  const { contract } = market;
  const { action, ...size } = resting;
  const terms = termsOf(contractAccount, action);
  const order = newRestingOrder(state, {
    ...size,
    user: contractAccount.user,
    area: "futures",
    market: contract.id,
    futures: terms,
  });
  if (action === "open") {
    terms.frozen = restFreezeOf(contract, order, terms);
    const wallet = futuresWallet(state.ledger, contractAccount.user, contract.marginCoin);
    if (wallet.free < terms.frozen) wallet.free = terms.frozen;
    hold(state.ledger, wallet, terms.frozen);
  }
  restFutures(state, contractAccount, order, context);
}

const FREE = { openMakerRate: 0, openTakerRate: 0, closeMakerRate: 0, closeTakerRate: 0 } as const;

function termsOf(
  { leverage, mode }: ContractAccount,
  action: FuturesTerms["action"],
): FuturesTerms {
  return {
    action,
    mode,
    leverage,
    timeInForce: "gtc",
    trigger: "none",
    triggerTicks: 0,
    isWaiting: false,
    rates: FREE,
    frozen: 0n,
  };
}
