/**
 * The checks of a futures order, in the order of the rules: the first that fails decides, and nothing has
 * changed. Those of the form are made when the order comes; those of the moment (marked *) when it is to
 * trade, which for a condition order is at its trigger. FUT-CHECK-4 and FUT-CHECK-5 are about words
 * and are made in the API. Rules FUT-CHECK-1 to FUT-CHECK-18.
 */
import { accept, type Outcome, type Rejected, reject } from "../../../base/outcome.ts";
import { isPositive, stepsOf, TOO_LARGE, TOO_PRECISE, unitsOf } from "../../../money/decimal.ts";
import { type Contract, findContract } from "../../catalogue/contract.ts";
import { contractRatesOf } from "../../catalogue/user-fees.ts";
import { newOrder, type Order } from "../../orders/order.ts";
import { amounts, bound, places } from "../../orders/refusal-numbers.ts";
import { isFrozen } from "../../users/users.ts";
import { findContractAccount, positionOn, positionSideOf } from "../contract-account.ts";
import { valueAt } from "../contract-value.ts";
import type { FuturesPlaceReject, PlaceFuturesOrder } from "../futures-commands.ts";
import type { FuturesState } from "../futures-state.ts";

export type FuturesRefusal = Rejected<FuturesPlaceReject>;

/** FUT-CHECK-1 to FUT-CHECK-7: the order as it would be, without an id, if its form is right. */
export function checkFuturesTerms(
  state: FuturesState,
  asked: PlaceFuturesOrder,
): Outcome<Order, FuturesPlaceReject> {
  const no = checkSigns(asked);
  if (no) return no;
  const contract = findContract(state.catalogue, asked.contract);
  if (!contract) return reject("contract_not_found"); // FUT-CHECK-2
  if (contract.status !== "trading") return reject("contract_halted"); // FUT-CHECK-3
  if (isFrozen(state.users, asked.user)) return reject("user_frozen"); // FUT-CHECK-3
  return checkComposition(asked) ?? measure(state, contract, asked);
}

/** FUT-CHECK-1 */
function checkSigns(asked: PlaceFuturesOrder): FuturesRefusal | undefined {
  const { kind, price, quantity, trigger, triggerPrice } = asked;
  if (kind === "limit") {
    if (price === "") return reject("price_missing");
    if (!isPositive(price)) return reject("price_not_positive");
  }
  if (!isPositive(quantity)) return reject("quantity_not_positive");
  if (trigger !== "none" && !isPositive(triggerPrice)) return reject("trigger_price_not_positive");
  return undefined;
}

/** FUT-CHECK-6 */
function checkComposition(asked: PlaceFuturesOrder): FuturesRefusal | undefined {
  const { kind, timeInForce, trigger, action } = asked;
  const isNow = timeInForce === "gtc" || timeInForce === "ioc";
  if (kind === "market" && !isNow) return reject("time_in_force_with_market");
  const isStop = trigger === "stop_loss" || trigger === "stop_gain";
  return isStop && action === "open" ? reject("trigger_opens") : undefined;
}

/** FUT-CHECK-7, and the numbers that no book can hold. */
function measure(
  state: FuturesState,
  contract: Contract,
  asked: PlaceFuturesOrder,
): Outcome<Order, FuturesPlaceReject> {
  const { pricePrecision, scale } = contract;
  const isLimit = asked.kind === "limit";
  const isValue = !isLimit && asked.action === "open";
  const ticks = isLimit ? stepsOf(asked.price, pricePrecision) : 0;
  if (ticks === TOO_PRECISE)
    return reject("price_too_precise", places(asked.price, pricePrecision));
  const triggerTicks = asked.trigger === "none" ? 0 : stepsOf(asked.triggerPrice, pricePrecision);
  if (triggerTicks === TOO_PRECISE) {
    return reject("trigger_price_too_precise", places(asked.triggerPrice, pricePrecision));
  }
  const budget = isValue ? unitsOf(asked.quantity, scale) : 0n;
  if (budget === undefined) return reject("quantity_too_precise", places(asked.quantity, scale));
  const lots = isValue ? 0 : stepsOf(asked.quantity, 0);
  if (lots === TOO_PRECISE) return reject("quantity_too_precise", places(asked.quantity, 0));
  if (lots === TOO_LARGE) {
    const most = isLimit ? contract.limitVolumeMax : contract.marketVolumeMax;
    return reject("quantity_above_max", bound(asked.quantity, most, 0));
  }
  // So high a price is out of every band; a linear order would be worth too much first.
  if (ticks === TOO_LARGE) {
    return reject(contract.kind === "linear" ? "value_above_max" : "price_out_of_band");
  }
  if (triggerTicks === TOO_LARGE) return reject("price_out_of_band");
  return accept(draft(state, contract, asked, { ticks, triggerTicks, lots, budget }));
}

interface Size {
  readonly ticks: number;
  readonly triggerTicks: number;
  readonly lots: number;
  readonly budget: bigint;
}

function draft(
  { catalogue, futures }: FuturesState,
  contract: Contract,
  asked: PlaceFuturesOrder,
  { ticks, triggerTicks, lots, budget }: Size,
): Order {
  const { user, side, kind, action, timeInForce, trigger, clientId } = asked;
  const rates = contractRatesOf(catalogue.userFees, user, contract); // FUT-FEE-3
  const contractAccount = findContractAccount(futures, user, contract.id);
  // FUT-MODE-1: an order that closes follows its position.
  const mode = action === "close" && contractAccount ? contractAccount.mode : asked.mode;
  return newOrder({
    user,
    area: "futures",
    market: contract.id,
    side,
    kind,
    ticks,
    lots,
    budget,
    makerRate: action === "open" ? rates.openMakerRate : rates.closeMakerRate,
    takerRate: action === "open" ? rates.openTakerRate : rates.closeTakerRate,
    clientId,
    futures: {
      action,
      mode,
      leverage:
        contractAccount?.leverage ?? Math.min(contract.leverageDefault, contract.leverageMax),
      timeInForce,
      trigger,
      triggerTicks,
      isWaiting: false,
      rates,
      frozen: 0n,
    },
  });
}

/** FUT-CHECK-10, FUT-CHECK-11. */
export function checkLimits(state: FuturesState, order: Order): FuturesRefusal | undefined {
  const contract = state.catalogue.contracts[order.market - 1] as Contract;
  const isLimit = order.kind === "limit";
  const isFreeOfMinima = isWholeClose(state, order); // FUT-CLOSE-3
  if (order.lots > 0) {
    if (order.lots < contract.volumeMin && !isFreeOfMinima) {
      return reject("quantity_below_min", bound(`${order.lots}`, contract.volumeMin, 0));
    }
    const most = isLimit ? contract.limitVolumeMax : contract.marketVolumeMax;
    if (order.lots > most) return reject("quantity_above_max", bound(`${order.lots}`, most, 0));
    if (!isLimit) return undefined; // A market order that closes has no value yet.
  }
  const value = isLimit ? valueAt(contract, order) : order.budget;
  const { scale, moneyMin } = contract;
  if (value < moneyMin && !isFreeOfMinima) {
    return reject("value_below_min", amounts(scale, { had: value, needed: moneyMin }));
  }
  const most = isLimit ? contract.limitMoneyMax : contract.marketMoneyMax;
  if (value <= most) return undefined;
  return reject("value_above_max", amounts(scale, { had: value, needed: most }));
}

/** FUT-CLOSE-3: a rest must always be closable. */
function isWholeClose({ futures }: FuturesState, order: Order): boolean {
  if (order.futures?.action !== "close") return false;
  const contractAccount = findContractAccount(futures, order.user, order.market);
  const position = contractAccount && positionOn(contractAccount, positionSideOf(order));
  return position !== undefined && order.lots === position.volume - position.pending;
}
