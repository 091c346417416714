/**
 * What happened before the page was opened, or while it was cut off, asked of the histories: fills and
 * orders for the feed, and what the exchange did by force for the alerts. It is bounded: the newest rows
 * of a few markets, one market after another, so that the limits of the key are left to its user.
 */
import type {
  BourseClient,
  EndedFuturesOrder,
  FuturesTrade,
  OwnTrade as PairTrade,
  Profit,
} from "../../../../src/client/client.ts";
import type { AccountAlert, PastEntry, ShownMarket } from "../exchange.ts";
import { entryOfOrder, entryOfTrade } from "./account-news.ts";
import { alertOfPart, alertOfProfit, alertsOfSales, entryOfProfit } from "./alert-words.ts";
import { countsQuote } from "./counted-size.ts";
import { sayStopTrigger, sayTrigger } from "./say-trigger.ts";

export const PAST_MARKETS_MAX = 8;
export const PAST_ROWS = 25;

export interface Past {
  readonly entries: readonly PastEntry[];
  readonly alerts: readonly AccountAlert[];
}

type Reads = Pick<BourseClient, "spot" | "margin" | "futures">;

/** Of the markets the first few; what positions came to of all of them. */
export async function loadPast(client: Reads, markets: readonly ShownMarket[]): Promise<Past> {
  const read: ((profits: readonly Profit[]) => Past)[] = [];
  for (const market of markets.slice(0, PAST_MARKETS_MAX)) {
    if (market.kind === "contract") read.push(await ofContract(client, market));
    else {
      const spot = await ofPair(client, market, "spot");
      read.push(() => spot);
      if (!market.symbol?.marginEnabled) continue;
      const margin = await ofPair(client, market, "margin");
      read.push(() => margin);
    }
  }
  // Last: of a forced order that was read the profit is there, too, if its position has ended.
  const profits = await client.futures.profitHistory({ limit: PAST_ROWS });
  const parts = [ofProfits(profits, markets), ...read.map((tell) => tell(profits))];
  return {
    entries: parts.flatMap(({ entries }) => entries),
    alerts: parts.flatMap(({ alerts }) => alerts),
  };
}

function ofProfits(profits: readonly Profit[], markets: readonly ShownMarket[]): Past {
  const forced = profits.flatMap((profit) => {
    const market = markets.find(({ contract }) => contract?.contractId === profit.contractId);
    return market && profit.forced !== "NONE" ? [{ profit, market }] : [];
  });
  return {
    entries: forced.map(({ profit, market }) => entryOfProfit(profit, market)),
    alerts: forced.map(({ profit, market }) => alertOfProfit(profit, market)),
  };
}

/** What it tells depends on what positions came to. */
async function ofContract({ futures }: Reads, market: ShownMarket) {
  const page = { contractName: market.name, limit: PAST_ROWS };
  const [trades, orders] = await Promise.all([futures.myTrades(page), futures.orderHistory(page)]);
  return (profits: readonly Profit[]) => tellContract(market, { trades, orders, profits });
}

interface ContractRows {
  readonly trades: readonly FuturesTrade[];
  readonly orders: readonly EndedFuturesOrder[];
  readonly profits: readonly Profit[];
}

function tellContract(market: ShownMarket, { trades, orders, profits }: ContractRows): Past {
  const partly = orders.filter((order) => order.forced !== "NONE" && isPart(order, profits));
  return {
    entries: [
      ...trades.map((trade) => entryOfTrade({ ...trade, area: "futures" }, market)),
      ...orders
        .filter(({ forced }) => forced === "NONE")
        .map((order) =>
          entryOfOrder(
            {
              area: "futures",
              orderIdString: order.orderIdString,
              time: order.ctimeMs,
              side: order.side,
              price: order.price,
              origQty: order.volume,
              isMarket: order.type === MARKET,
              isCanceled: order.status === CANCELED,
              isForMoney: order.type === MARKET && order.openOrClose === "OPEN",
              trigger: sayTrigger(order),
            },
            market,
          ),
        ),
    ],
    alerts: partly.map((order) => alertOfPart(order, market)),
  };
}

/** The API's codes of an ended futures order. */
const MARKET = 2;
const CANCELED = 4;

/** A forced order that ended its position is told by the profit of it, if that is still in sight. */
function isPart({ contractId, ctimeMs }: EndedFuturesOrder, profits: readonly Profit[]): boolean {
  const oldest = profits.length < PAST_ROWS ? undefined : profits.at(-1);
  if (oldest && ctimeMs <= oldest.mtime) return false;
  return !profits.some((one) => one.contractId === contractId && one.mtime === ctimeMs);
}

async function ofPair(client: Reads, market: ShownMarket, area: "spot" | "margin"): Promise<Past> {
  const page = { symbol: market.name, limit: PAST_ROWS };
  const [trades, orders] = await Promise.all([
    client[area].myTrades(page),
    client[area].orderHistory(page),
  ]);
  const asked = orders.filter((order) => !("forced" in order) || order.forced === "NONE");
  const sales = trades.filter(({ forced }) => forced !== "NONE");
  return {
    entries: [
      ...trades.map((trade) => entryOfTrade({ ...trade, area }, market)),
      ...asked.map(({ type, status, ...order }) => {
        const kind = { isMarket: type === "MARKET", isForMoney: countsQuote({ ...order, type }) };
        const isCanceled = status === "CANCELED";
        const trigger = sayStopTrigger(order);
        return entryOfOrder({ ...order, area, ...kind, isCanceled, trigger }, market);
      }),
    ],
    alerts: alertsOfSales(sales.map((trade: PairTrade) => ({ ...trade, market }))),
  };
}
