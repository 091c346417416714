/**
 * What `my.liquidation` tells: one object for each event, with the area, the time and the figures of it.
 * The REST API has no such list, so these words are of `/ws` alone. STREAM-MINE-5.
 */
import type { AssetId, Catalogue } from "../../engine/catalogue/catalogue.ts";
import type { ContractId } from "../../engine/catalogue/contract.ts";
import type { ForceClosed, FuturesLiquidated } from "../../engine/futures/futures.ts";
import type { LiquidationOver } from "../../engine/margin/margin.ts";
import { type JsonTexts, jsonObject, jsonText } from "../../http/dialect/json-text.ts";
import { formatUnits } from "../../money/decimal.ts";
import { RATE_DECIMALS } from "../../money/rate.ts";
import type { PrivateEvent } from "../private-event.ts";

/** No rows for an event that is about something else. */
export function writeLiquidation(catalogue: Catalogue, event: PrivateEvent): readonly string[] {
  const ofMargin = marginFields(catalogue, event);
  if (ofMargin) return [write("margin", ofMargin, event)];
  const ofFutures = futuresFields(catalogue, event);
  return ofFutures ? [write("futures", ofFutures, event)] : NOTHING;
}

const NOTHING: readonly string[] = [];

interface Told {
  readonly name: string;
  readonly fields: JsonTexts;
}

function write(area: string, { name, fields }: Told, event: PrivateEvent): string {
  const time = "timeMs" in event ? event.timeMs : 0;
  return jsonObject({ event: jsonText(name), area: jsonText(area), ...fields, time });
}

function marginFields(catalogue: Catalogue, event: PrivateEvent): Told | undefined {
  switch (event.type) {
    case "MarginCalled":
      return { name: "MARGIN_CALLED", fields: {} };
    case "LiquidationBegan":
      return { name: "LIQUIDATION_BEGAN", fields: {} };
    case "LiquidationOver":
      return { name: "LIQUIDATION_OVER", fields: { end: jsonText(MARGIN_ENDS[event.end]) } };
    case "Insured": {
      const { name, money } = moneyOf(catalogue, event.asset);
      return { name: "INSURED", fields: { asset: name, amount: money(event.amount) } };
    }
    case "LossCovered": {
      const { name, money } = moneyOf(catalogue, event.asset);
      const amounts = { amount: money(event.principal), insured: money(event.insured) };
      return { name: "LOSS_COVERED", fields: { asset: name, ...amounts } };
    }
    default:
      return undefined;
  }
}

const MARGIN_ENDS: Readonly<Record<LiquidationOver["end"], string>> = {
  recovered: "RECOVERED",
  repaid: "REPAID",
  bad_debt: "BAD_DEBT",
};

function futuresFields(catalogue: Catalogue, event: PrivateEvent): Told | undefined {
  switch (event.type) {
    case "FuturesLiquidated": {
      const { coin, contract } = event;
      const end = { end: jsonText(FUTURES_ENDS[event.end]) };
      const of = {
        marginCoin: moneyOf(catalogue, coin).name,
        ...contractField(catalogue, contract),
      };
      return { name: "FUTURES_LIQUIDATED", fields: { ...of, ...end } };
    }
    case "DeficitCovered": {
      const { name, money } = moneyOf(catalogue, event.coin);
      const amounts = { amount: money(event.insured + event.rest), insured: money(event.insured) };
      return { name: "DEFICIT_COVERED", fields: { marginCoin: name, ...amounts } };
    }
    case "ForceClosed":
      return { name: "FORCE_CLOSED", fields: forcedFields(catalogue, event) };
    default:
      return undefined;
  }
}

const FUTURES_ENDS: Readonly<Record<FuturesLiquidated["end"], string>> = {
  orders_canceled: "ORDERS_CANCELED",
  netted: "NETTED",
  reduced: "REDUCED",
  taken_over: "TAKEN_OVER",
};

function forcedFields(catalogue: Catalogue, closed: ForceClosed): JsonTexts {
  const coin = catalogue.contracts[closed.contract - 1]?.marginCoin ?? 0;
  const { name, money } = moneyOf(catalogue, coin);
  return {
    reason: jsonText(REASONS[closed.reason]),
    ...contractField(catalogue, closed.contract),
    orderId: closed.orderId,
    tradeId: closed.tradeId,
    side: jsonText(closed.side === "buy" ? "BUY" : "SELL"),
    volume: jsonText(`${closed.lots}`),
    price: jsonText(formatUnits(closed.price, RATE_DECIMALS)),
    amount: money(closed.value),
    marginCoin: name,
  };
}

const REASONS: Readonly<Record<ForceClosed["reason"], string>> = {
  takeover: "TAKEOVER",
  deleveraging: "DELEVERAGING",
  netting: "NETTING",
};

/** Contract 0 is a cross account, which is of no one contract. */
function contractField({ contracts }: Catalogue, contract: ContractId): JsonTexts {
  const name = contracts[contract - 1]?.name;
  return name === undefined ? {} : { contractName: jsonText(name) };
}

function moneyOf({ assets }: Catalogue, id: AssetId) {
  const { name = "", scale = 0 } = assets[id - 1] ?? {};
  return { name: jsonText(name), money: (units: bigint) => jsonText(formatUnits(units, scale)) };
}
