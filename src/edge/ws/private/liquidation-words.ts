/**
 * What `my.liquidation` tells: a record for each event, with the area, the time and the figures of it.
 * The REST API has no such list, so these words are of `/ws` alone. STREAM-MINE-5.
 */
import type { ValueOf, Written } from "../../../contract/field.ts";
import { SIDES } from "../../../contract/order-words.ts";
import {
  CLOSE_REASONS,
  DEFICIT_COVERED,
  FORCE_CLOSED,
  FUTURES_ENDS,
  FUTURES_LIQUIDATED,
  INSURED,
  LIQUIDATION_BEGAN,
  type LIQUIDATION_EVENT,
  LIQUIDATION_OVER,
  LOSS_COVERED,
  MARGIN_CALLED,
  MARGIN_ENDS,
} from "../../../contract/streams/liquidation.ts";
import { writerOf } from "../../../contract/writer.ts";
import type { AssetId, Catalogue } from "../../../core/engine/catalogue/catalogue.ts";
import type { ContractId } from "../../../core/engine/catalogue/contract.ts";
import type { ForceClosed } from "../../../core/engine/futures/futures.ts";
import { formatUnits } from "../../../core/money/decimal.ts";
import { RATE_DECIMALS } from "../../../core/money/rate.ts";
import type { PrivateEvent } from "../private-event.ts";

export type LiquidationText = Written<ValueOf<typeof LIQUIDATION_EVENT>>;

const calledText = writerOf(MARGIN_CALLED);
const beganText = writerOf(LIQUIDATION_BEGAN);
const overText = writerOf(LIQUIDATION_OVER);
const insuredText = writerOf(INSURED);
const lossText = writerOf(LOSS_COVERED);
const liquidatedText = writerOf(FUTURES_LIQUIDATED);
const closedText = writerOf(FORCE_CLOSED);
const deficitText = writerOf(DEFICIT_COVERED);

/** No rows for an event that is about something else. */
export function writeLiquidation(
  catalogue: Catalogue,
  event: PrivateEvent,
): readonly LiquidationText[] {
  const text = inMargin(catalogue, event) ?? inFutures(catalogue, event);
  return text === undefined ? NOTHING : [text];
}

const NOTHING: readonly LiquidationText[] = [];

function inMargin(catalogue: Catalogue, event: PrivateEvent): LiquidationText | undefined {
  const area = "margin";
  switch (event.type) {
    case "MarginCalled":
      return calledText({ event: "MARGIN_CALLED", area, time: event.timeMs });
    case "LiquidationBegan":
      return beganText({ event: "LIQUIDATION_BEGAN", area, time: event.timeMs });
    case "LiquidationOver": {
      const end = MARGIN_ENDS[event.end];
      return overText({ event: "LIQUIDATION_OVER", area, end, time: event.timeMs });
    }
    case "Insured": {
      const { name: asset, money } = moneyOf(catalogue, event.asset);
      const amount = money(event.amount);
      return insuredText({ event: "INSURED", area, asset, amount, time: event.timeMs });
    }
    case "LossCovered": {
      const { name: asset, money } = moneyOf(catalogue, event.asset);
      const amounts = { amount: money(event.principal), insured: money(event.insured) };
      return lossText({ event: "LOSS_COVERED", area, asset, ...amounts, time: event.timeMs });
    }
    default:
      return undefined;
  }
}

function inFutures(catalogue: Catalogue, event: PrivateEvent): LiquidationText | undefined {
  const area = "futures";
  switch (event.type) {
    case "FuturesLiquidated":
      return liquidatedText({
        event: "FUTURES_LIQUIDATED",
        area,
        marginCoin: moneyOf(catalogue, event.coin).name,
        contractName: contractNamed(catalogue, event.contract),
        end: FUTURES_ENDS[event.end],
        time: event.timeMs,
      });
    case "DeficitCovered": {
      const { name: marginCoin, money } = moneyOf(catalogue, event.coin);
      const amounts = { amount: money(event.insured + event.rest), insured: money(event.insured) };
      const told = { area, marginCoin, ...amounts, time: event.timeMs } as const;
      return deficitText({ event: "DEFICIT_COVERED", ...told });
    }
    case "ForceClosed":
      return closedText(closingOf(catalogue, event));
    default:
      return undefined;
  }
}

function closingOf(catalogue: Catalogue, closed: ForceClosed): ValueOf<typeof FORCE_CLOSED> {
  const coin = catalogue.contracts[closed.contract - 1]?.marginCoin ?? 0;
  const { name: marginCoin, money } = moneyOf(catalogue, coin);
  return {
    event: "FORCE_CLOSED",
    area: "futures",
    reason: CLOSE_REASONS[closed.reason],
    contractName: contractNamed(catalogue, closed.contract) ?? "",
    orderId: closed.orderId,
    tradeId: closed.tradeId,
    side: SIDES[closed.side],
    volume: `${closed.lots}`,
    price: formatUnits(closed.price, RATE_DECIMALS),
    amount: money(closed.value),
    marginCoin,
    time: closed.timeMs,
  };
}

/** Contract 0 is a cross account, which is of no one contract. */
function contractNamed({ contracts }: Catalogue, contract: ContractId): string | undefined {
  return contracts[contract - 1]?.name;
}

function moneyOf({ assets }: Catalogue, id: AssetId) {
  const { name = "", scale = 0 } = assets[id - 1] ?? {};
  return { name, money: (units: bigint) => formatUnits(units, scale) };
}
