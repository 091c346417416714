/** An order on a contract: its preview against what the exchange does with it. */

import { present } from "../../src/core/base/assert.ts";
import type { ExchangeEvent } from "../../src/core/engine/events.ts";
import { availableOf } from "../../src/core/engine/futures/account.ts";
import { findContractAccount } from "../../src/core/engine/futures/contract-account.ts";
import { averagePriceOf } from "../../src/core/engine/futures/contract-value.ts";
import type { PlaceFuturesOrder } from "../../src/core/engine/futures/futures-commands.ts";
import type { ExchangeState } from "../../src/core/engine/state.ts";
import { formatUnits } from "../../src/core/money/decimal.ts";
import { RATE_DECIMALS } from "../../src/core/money/rate.ts";
import type { ContractAccountAfter } from "../../src/core/preview/contract/contract-account-after.ts";
import {
  type ContractEstimate,
  previewContractOrder,
} from "../../src/core/preview/contract/preview-contract-order.ts";
import type { PreviewFill } from "../../src/core/preview/preview-words.ts";
import { readContractView } from "../../src/core/preview/read/read-contract-view.ts";
import { feeDue } from "../simulation/referee/accounts.ts";
import { valueAt } from "../simulation/referee/stakes.ts";
import {
  type Compared,
  isExchangeFull,
  isOfTheKey,
  type Met,
  placedIn,
  throughText,
} from "./compared.ts";
import type { Done, PreviewedExchange } from "./previewed-exchange.ts";
import {
  beyondOrder,
  contractAccountOf,
  feesOf,
  fillsIn,
  realisedBy,
  valueIn,
} from "./what-was-done.ts";

export function compareContract(
  exchange: PreviewedExchange,
  command: PlaceFuturesOrder,
  carryOut: () => Done,
  met: Met,
): Compared | undefined {
  const { state, timeMs } = exchange;
  const { user, contract, clientId, trigger } = command;
  const view = throughText(readContractView(state, { user, contract, clientId }, timeMs));
  const preview = previewContractOrder(view, command);
  const realised = realisedBy(state, command);
  const coin = state.catalogue.contracts[contract - 1]?.marginCoin ?? 0;
  const availableBefore = availableOf(state, user, coin);

  const carriedOut = carryOut();

  if (isOfTheKey(carriedOut)) return undefined;
  const { outcome, events } = carriedOut;
  met.count("futures");
  if (!outcome.ok) {
    met.count(`futures refused: ${outcome.reason}`);
    if (isExchangeFull(carriedOut)) met.count("full exchange");
    return { told: preview, done: outcome };
  }
  const { orderId, status: answered } = placedIn(outcome.answer);
  const isOpen = state.orders.byId.get(orderId) !== undefined;
  if (!preview.ok) return compareLater(preview.isLater, { isOpen, events, met });
  const { status, fills, after } = preview;
  const isDue = trigger !== "none" && status !== "waiting";
  const more = beyondOrder(events, { status, fills, isDue });
  countKinds(met, command, view);
  if (view.fees) met.count("futures own rates");
  met.count(`futures: ${more ?? status}`);
  if (more === "maker canceled") return undefined;
  const { marginCoin, pricePrecision, kind } = view.terms;
  const digits = { price: pricePrecision, quantity: 0, fee: marginCoin.scale };
  const traded = fillsIn(events, digits).slice(0, fills.length);
  met.count(`futures fills ${kind}`, fills.length);
  const told = {
    fills,
    isOpen: isOpenIn(status),
    answered: trigger === "none" ? status : "waiting",
    available: preview.available,
    isCutShort: preview.isCutShort,
  };
  // Of an order that waits they are those of the moment of its trigger.
  const isNow = trigger === "none";
  const available = isNow ? formatUnits(availableBefore, marginCoin.scale) : preview.available;
  const isCutShort = isNow ? answered === "canceled" : preview.isCutShort;
  const done = { fills: traded, isOpen, answered, available, isCutShort };
  if (more) return { told: { ...told, isOpen: 0 }, done: { ...done, isOpen: 0 } };
  const mark = readContractView(state, { user, contract, clientId }, timeMs).mark;
  if (mark !== view.mark) {
    met.count("futures: first mark");
    return { told, done };
  }
  const account = contractAccountOf(state, { user, timeMs }, contract);
  const whole = status === "waiting" || told.isOpen ? undefined : wholeOf(preview);
  const profit = command.action === "close" ? realised(events) : undefined;
  const real = whole && {
    ...wholeIn(events, traded, { scale: marginCoin.scale, profit }),
    liquidationPrice: endOf(account, command),
  };
  const totals = isNow ? totalsOf(state, orderId, { command, events }) : undefined;
  const isCapped = totals?.fee === CAPPED;
  if (isCapped) met.count("futures: rebate at rest beyond what FEE holds");
  const toldOf = () => ({ ...toldTotals(preview), ...(isCapped && { fee: CAPPED }) });
  return {
    told: { ...told, after, whole, totals: totals && toldOf() },
    done: { ...done, after: account, whole: real, totals },
  };
}

/** A refusal of the moment of its trigger: the order waits for it, or has met it at once. */
function compareLater(
  isLater: true | undefined,
  { isOpen, events, met }: { isOpen: boolean; events: readonly ExchangeEvent[]; met: Met },
): Compared {
  met.count(isOpen ? "futures may be refused later" : "futures refused at its trigger");
  const isRejected = !isOpen && events.some(isRejection);
  return { told: [isLater, true], done: [true, isOpen || isRejected] };
}

/** The figures of an order of which nothing rests. */
function wholeIn(
  events: readonly ExchangeEvent[],
  traded: readonly PreviewFill[],
  { scale, profit }: { scale: number; profit: bigint | undefined },
) {
  return {
    lots: `${traded.reduce((sum, { quantity }) => sum + Number(quantity), 0)}`,
    fee: feesOf(traded, scale),
    value: formatUnits(valueIn(events), scale),
    profit: profit === undefined ? undefined : formatUnits(profit, scale),
  };
}

/** Stands for a rebate that FEE cannot pay after what the makers of its trades took out of it: a preview has others take nothing. */
const CAPPED = "capped";

function toldTotals({ lotsAtRest, value, averagePrice, margin, fee }: ContractEstimate) {
  return { lotsAtRest, value, averagePrice, margin, fee };
}

/** Of what has traded, and of what rests as if it were all taken at its price. */
function totalsOf(
  { catalogue, orders, futures, ledger }: ExchangeState,
  orderId: number,
  { command, events }: { command: PlaceFuturesOrder; events: readonly ExchangeEvent[] },
): ReturnType<typeof toldTotals> {
  const contract = present(catalogue.contracts[command.contract - 1], "the contract");
  const { leverage } = present(
    findContractAccount(futures, command.user, contract.id),
    "the contract account",
  );
  const open = orders.byId.get(orderId);
  const { remaining = 0, ticks = 0, makerRate = 0 } = open ?? {};
  const trades = events.flatMap((event) => (event.type === "ContractTraded" ? [event] : []));
  const atRest = open ? valueAt(contract, BigInt(remaining), ticks) : 0n;
  const value = trades.reduce((sum, trade) => sum + trade.value, atRest);
  const held = ledger.houses[contract.marginCoin - 1]?.fee ?? 0n;
  const isDrained = trades.some(({ makerFee }) => makerFee < 0n);
  const restFee = open ? feeDue(atRest, makerRate, held) : 0n;
  const fee = trades.reduce((sum, { takerFee }) => sum + takerFee, restFee);
  const lots = trades.reduce((sum, trade) => sum + trade.lots, remaining);
  const by = BigInt(leverage);
  const margin = command.action === "open" ? (value + by - 1n) / by : 0n;
  return {
    lotsAtRest: `${remaining}`,
    value: formatUnits(value, contract.scale),
    averagePrice: formatUnits(averagePriceOf(contract, value, BigInt(lots)), RATE_DECIMALS),
    margin: formatUnits(margin, contract.scale),
    fee:
      isDrained && isRebateOver(atRest, makerRate, held)
        ? CAPPED
        : formatUnits(fee, contract.scale),
  };
}

function isRebateOver(value: bigint, rate: number, held: bigint): boolean {
  return feeDue(value, rate, held) !== feeDue(value, rate, value);
}

function isOpenIn(status: ContractEstimate["status"]): boolean {
  return ["new", "partially_filled", "waiting"].includes(status);
}

/** The figures of the whole order, which are those of now when nothing of it rests. */
function wholeOf({ lotsNow: lots, fee, value, profit, liquidationPrice }: ContractEstimate) {
  return { lots, fee, value, profit, liquidationPrice };
}

/** The liquidation price of the position that an order is about; undefined where no price ends it. */
function endOf({ long, short }: ContractAccountAfter, { action, side }: PlaceFuturesOrder) {
  const held = (action === "open") === (side === "buy") ? long : short;
  return Number(held?.liquidationPrice) > 0 ? held?.liquidationPrice : undefined;
}

function countKinds(
  met: Met,
  { kind, action, timeInForce, trigger, mode }: PlaceFuturesOrder,
  { terms }: { readonly terms: { readonly kind: string } },
): void {
  for (const what of [terms.kind, kind, action, timeInForce, trigger, mode]) {
    met.count(`futures ${what}`);
  }
}

function isRejection(event: ExchangeEvent): boolean {
  return event.type === "OrderEnded" && event.status === "rejected";
}
