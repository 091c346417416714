/**
 * A futures order as it is being written: what its fields say, what would come of it, and what is sent.
 * A trader thinks of opening and closing a long or a short; the API's side follows from that.
 */
import type {
  NewConditionOrder,
  NewFuturesOrder,
  TriggerType,
} from "../../../../src/client/client.ts";
import type {
  ContractAsked,
  MarginMode,
} from "../../../../src/core/preview/contract/contract-market-view.ts";
import {
  type ContractEstimate,
  type ContractPreview,
  previewContractOrder,
} from "../../../../src/core/preview/contract/preview-contract-order.ts";
import type { ShownMarket } from "../../exchange/exchange.ts";
import { decimalsOf } from "../../text/exact.ts";
import { formatDecimal } from "../../text/format.ts";
import { type ReadFields, readFields, type Typed } from "../form/check-form.ts";
import type { FigureLine } from "../form/figure-line.ts";
import type { Complaint, Naming } from "../form/refusal-words.ts";
import { API_FORCES } from "../form/time-in-force.ts";
import type { ContractTicketView } from "../market-views.ts";
import {
  NO_PROTECTION,
  type ProtectionDraft,
  type ProtectionLeg,
  readProtection,
} from "../protect/protection.ts";
import { type AssessedOrder, assessOrder } from "../ticket/assess-order.ts";
import { typeOf } from "../ticket/order-words.ts";
import { type Priced, priceInSight } from "../ticket/size-units.ts";
import { type SizedDraft, type Sizing, sizedFields } from "../ticket/sizing.ts";
import { triggerPriceIn } from "../ticket/trigger-source.ts";
import { sayDue } from "./due-trigger.ts";

/** As typed. */
export interface ContractDraft
  extends Omit<ContractAsked, "side" | "mode" | "clientId" | "quantity">,
    SizedDraft {
  readonly position: "long" | "short";
  /** What is to close it again; of an order that opens at once. */
  readonly protection?: ProtectionDraft;
}

export interface AssessedContractOrder extends AssessedOrder<ContractAsked, ContractEstimate> {
  /** Why it would trade at once although it has a trigger; undefined of all others. */
  readonly due: string | undefined;
  /** Placed when it has been taken. */
  readonly legs: readonly ProtectionLeg[];
}

/** FUT-POS-1: an order that opens a long or closes a short buys. */
export function sideOf({ action, position }: Pick<ContractDraft, "action" | "position">) {
  return (action === "open") === (position === "long") ? "buy" : "sell";
}

/** FUT-MARKET-2: a market order that opens names a value and not contracts. */
export function spendsValue({ action, kind }: Pick<ContractDraft, "action" | "kind">): boolean {
  return kind === "market" && action === "open";
}

/** FUT-MARKET-2: contracts, or a value in the margin coin. */
export function contractSizing(marketView: ContractTicketView): Sizing<ContractDraft> {
  const { kind, multiplier, marginCoin, pricePrecision } = marketView.terms;
  const marginIn = kind === "linear" ? "quote" : "base";
  const { scale } = marginCoin;
  const decimals =
    kind === "linear"
      ? {
          base: decimalsOf(multiplier),
          quote: Math.min(scale, decimalsOf(multiplier) + pricePrecision),
        }
      : { base: scale, quote: decimalsOf(multiplier) };
  return {
    terms: { contract: { multiplier, of: kind === "linear" ? "base" : "quote" }, decimals },
    units: ["contracts", "base", "quote"],
    sentIn: (draft) => (spendsValue(draft) ? marginIn : "contracts"),
    priceFor: (draft) => priceInSight(pricedAs(draft), marketView),
  };
}

function pricedAs(draft: ContractDraft): Priced {
  const { trigger, triggerPrice } = draft;
  return { ...draft, side: sideOf(draft), triggerPrice: trigger === "none" ? "" : triggerPrice };
}

/** The order as it would be asked for, with what was typed taken as it stands. */
export function askedOf(
  draft: ContractDraft,
  { mode }: { readonly mode: MarginMode },
): ContractAsked {
  const { action, kind, price, quantity, trigger, triggerPrice } = draft;
  const timeInForce = kind === "market" ? "gtc" : draft.timeInForce;
  const figures = { price, quantity, triggerPrice: trigger === "none" ? "" : triggerPrice };
  return { side: sideOf(draft), action, mode, kind, timeInForce, trigger, ...figures };
}

export function assessContractOrder(
  draft: ContractDraft,
  marketView: ContractTicketView,
): AssessedContractOrder {
  const fields = sizedFields(fieldsOf(draft), draft, contractSizing(marketView));
  const { values } = fields;
  const asked = {
    ...askedOf(draft, marketView),
    price: values.get("price") ?? marketView.last,
    quantity: values.get("quantity") ?? marketView.terms.volumeMin,
    triggerPrice: values.get("triggerPrice") ?? marketView.last,
  };
  const assessed = assessOrder<ContractAsked, ContractEstimate>({
    fields,
    asked,
    naming: namingOf(draft, marketView),
    preview: () => previewContractOrder(marketView, asked),
    previewWithMoney: () => previewWithMoney(marketView, asked),
  });
  const due = values.has("triggerPrice") ? sayDue(marketView, asked) : undefined;
  const early: Complaint[] = due ? [{ field: "triggerPrice", text: due, isWarning: true }] : [];
  const { legs, complaints: wrong } = protectionIn(draft, marketView, values.get("price"));
  return { ...assessed, complaints: [...assessed.complaints, ...early, ...wrong], due, legs };
}

/** An order that waits for a price itself has none: nobody knows when there would be a position. */
export function mayProtect({ action, trigger }: ContractDraft): boolean {
  return action === "open" && trigger === "none";
}

function protectionIn(
  draft: ContractDraft,
  marketView: ContractTicketView,
  price: string | undefined,
) {
  const { position, kind, protection = NO_PROTECTION } = draft;
  const asked = mayProtect(draft) ? protection : NO_PROTECTION;
  const limit = kind === "limit" ? price : undefined;
  const { pricePrecision } = marketView.terms;
  const judgedBy = triggerPriceIn(marketView);
  return readProtection(asked, { position, pricePrecision, judgedBy, limit });
}

/** Of an account that is not known, the liquidation price is not known either. */
function previewWithMoney(marketView: ContractTicketView, asked: ContractAsked): ContractPreview {
  const preview = previewContractOrder({ ...marketView, balance: undefined }, asked);
  return preview.ok ? { ...preview, liquidationPrice: undefined } : preview;
}

function fieldsOf(draft: ContractDraft): ReadFields {
  const { kind, trigger, price, quantity, triggerPrice } = draft;
  const typed: Typed[] = [{ field: "quantity", text: quantity, what: "a quantity" }];
  if (kind === "limit") typed.push({ field: "price", text: price, what: "a price" });
  if (trigger !== "none")
    typed.push({ field: "triggerPrice", text: triggerPrice, what: "a price" });
  return readFields(typed);
}

function namingOf(draft: ContractDraft, { terms }: ContractTicketView): Naming {
  const coin = terms.marginCoin.name;
  return { coin, quantityUnit: spendsValue(draft) ? coin : "contracts", paysWith: coin };
}

const TRIGGER_TYPES = { stop_loss: 1, stop_gain: 2, up: 3, down: 4 } as const;

/** FUT-COND-2: with a trigger it is a condition order. */
export function newContractOrder(
  asked: ContractAsked,
  { name }: ShownMarket,
): NewFuturesOrder | NewConditionOrder {
  const { side, action, mode, quantity, timeInForce, trigger, triggerPrice } = asked;
  const order: NewFuturesOrder = {
    contractName: name,
    side: side === "buy" ? "BUY" : "SELL",
    open: action === "open" ? "OPEN" : "CLOSE",
    positionType: mode === "cross" ? 1 : 2,
    volume: quantity,
    timeInForce: API_FORCES[timeInForce],
    ...typeOf(asked),
  };
  if (trigger === "none") return order;
  const triggerType: TriggerType = TRIGGER_TYPES[trigger];
  return { ...order, triggerType, triggerPrice };
}

/** What is shown beneath the form. */
export function contractLines(
  estimate: ContractEstimate | undefined,
  draft: ContractDraft,
  { terms, mark: marked }: Pick<ContractTicketView, "terms" | "mark">,
): readonly FigureLine[] {
  const unit = terms.marginCoin.name;
  const isAbout = true;
  const traded = { name: "Value", value: estimate?.value, unit, isAbout };
  const fee = { name: "Fee", value: estimate?.fee, unit, isAbout };
  const price = priceUnit(terms.name);
  const shown = { unit: price, decimals: terms.pricePrecision, isAbout };
  const mark: FigureLine = {
    name: "Mark",
    value: marked === "0" ? undefined : marked,
    unit: price,
    decimals: terms.pricePrecision,
    title: "The price by which positions are judged.",
  };
  const average = { name: "Average price", value: estimate?.averagePrice, ...shown };
  // Known to be nowhere: an account is known, and it bears every price.
  const isNowhere = estimate?.available !== undefined;
  const liquidation: FigureLine = {
    ...(isNowhere ? { absent: "none" } : {}),
    name: "Liquidation price",
    value: estimate?.liquidationPrice,
    ...shown,
    title: "The mark price at which the whole position would be liquidated after this order.",
  };
  if (draft.action === "close") {
    const at = draft.trigger === "none" ? undefined : estimate?.averagePrice;
    const gain = profitLine(estimate, unit);
    return [
      mark,
      average,
      traded,
      fee,
      at === undefined ? gain : { ...gain, at: formatDecimal(at, terms.pricePrecision) },
      liquidation,
    ];
  }
  const needs: FigureLine = {
    name: "Needs",
    value: estimate?.needs,
    unit,
    isAbout,
    title: "Margin, fee and what it would lose at once against the mark.",
  };
  return [
    mark,
    average,
    traded,
    { name: "Margin", value: estimate?.margin, unit, isAbout },
    fee,
    needs,
    liquidation,
  ];
}

function profitLine(estimate: ContractEstimate | undefined, unit: string): FigureLine {
  const value = estimate?.profit;
  const line = { name: "Realises", value, unit, isAbout: true };
  if (value === undefined || value === "0") return line;
  return { ...line, tone: value.startsWith("-") ? "down" : "up" };
}

/** `USDT` of `E-BTC-USDT`. */
function priceUnit(contractName: string): string {
  return contractName.slice(contractName.lastIndexOf("-") + 1);
}
