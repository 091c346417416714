/** Orders of the selected market that have ended. Margin has no such history; its trades tell it. */
import type { EndedFuturesOrder, Order as PairOrder } from "../../../../src/client/client.ts";
import type { ConsoleExchange, Market } from "../../exchange/exchange.ts";
import { useLive } from "../../exchange/use-live.ts";
import { Moment } from "../../parts/moment.tsx";
import type { Column } from "../../parts/table.tsx";
import { formatPlain } from "../../text/format.ts";
import { shortStatus } from "../../trade/form/say-status.ts";
import { sayTrigger } from "../say-trigger.ts";
import { PageTable } from "./page-table.tsx";
import { PAGE, usePages } from "./use-pages.ts";

/** Both histories in the same words. */
interface EndedOrder {
  readonly id: number;
  readonly time: number;
  readonly side: string;
  readonly isBuy: boolean;
  readonly type: string;
  readonly price: string;
  readonly quantity: string;
  readonly filled: string;
  readonly averagePrice: string;
  readonly status: string;
}

export function OrderHistory({ exchange }: { readonly exchange: ConsoleExchange }) {
  const market = useLive(exchange.selected);
  return market ? <HistoryOf key={market.name} exchange={exchange} market={market} /> : null;
}

interface HistoryOfProps {
  readonly exchange: ConsoleExchange;
  readonly market: Market;
}

function HistoryOf({ exchange, market }: HistoryOfProps) {
  const pages = usePages<EndedOrder>(exchange, {
    name: market.name,
    changes: exchange.account.orders,
    load: (fromId) => loadEnded(exchange, market, fromId),
    idOf: ({ id }) => id,
  });
  return (
    <>
      {market.symbol?.marginEnabled ? (
        <p class="account-bar dim">
          Margin orders are not in this history: the API keeps none. Their fills are under Trades.
        </p>
      ) : null}
      <PageTable
        caption={`Ended orders on ${market.name}`}
        columns={COLUMNS}
        pages={pages}
        keyOf={({ id }) => id}
        empty={`No ended orders on ${market.name}.`}
      />
    </>
  );
}

async function loadEnded(
  { client }: ConsoleExchange,
  market: Market,
  fromId: number | undefined,
): Promise<readonly EndedOrder[]> {
  const { kind, name } = market;
  const page = { limit: PAGE, fromId };
  if (kind === "contract") {
    const ended = await client.value.futures.orderHistory({ contractName: name, ...page });
    return ended.map((order) => ofContract(order, market));
  }
  const ended = await client.value.spot.orderHistory({ symbol: name, ...page });
  return ended.map((order) => ofPair(order, market));
}

/** A market buy names what it spends. */
function ofPair(order: PairOrder, { quote }: Market): EndedOrder {
  const isBuy = order.side === "BUY";
  return {
    ...{ id: order.orderId, time: order.time, isBuy, side: isBuy ? "Buy" : "Sell" },
    type: order.type === "LIMIT" ? "Limit" : "Market",
    ...{ price: order.price, filled: order.executedQty },
    quantity: sizeOf(order.origQty, isBuy && order.type === "MARKET" ? quote : ""),
    averagePrice: order.avgPrice,
    status: shortStatus(order.status),
  };
}

const TYPES = { 1: "Limit", 2: "Market", 3: "IOC", 4: "FOK", 5: "Post only" } as const;
const STATUSES = { 2: "Filled", 4: "Canceled", 6: "Rejected" } as const;

/** FUT-MARKET-2: a market order that opens names a value. */
function ofContract(order: EndedFuturesOrder, { contract }: Market): EndedOrder {
  const isBuy = order.side === "BUY";
  const isValue = order.type === 2 && order.openOrClose === "OPEN";
  return {
    ...{ id: order.orderId, time: order.ctimeMs, isBuy },
    side: `${isBuy ? "Buy" : "Sell"} ${order.openOrClose.toLowerCase()}`,
    type: `${TYPES[order.type]}${sayTrigger(order)}`,
    ...{ price: order.price, filled: order.dealVolume },
    quantity: sizeOf(order.volume, isValue ? (contract?.marginCoin ?? "") : ""),
    averagePrice: order.avgPrice,
    status: STATUSES[order.status],
  };
}

/** With its coin where it is an amount of money, and not of what is traded. */
function sizeOf(amount: string, coin: string): string {
  return `${formatPlain(amount)} ${coin}`.trim();
}

function figure(text: string): string {
  return text === "0" ? "–" : formatPlain(text);
}

const COLUMNS: readonly Column<EndedOrder>[] = [
  { title: "Time (UTC)", cell: ({ time }) => <Moment time={time} /> },
  { title: "Side", cell: ({ side, isBuy }) => <span class={isBuy ? "up" : "down"}>{side}</span> },
  { title: "Type", cell: ({ type }) => type },
  { title: "Price", isFigure: true, cell: ({ price }) => figure(price) },
  { title: "Quantity", isFigure: true, cell: ({ quantity }) => quantity },
  { title: "Filled", isFigure: true, cell: ({ filled }) => figure(filled) },
  { title: "Average", isFigure: true, cell: ({ averagePrice }) => figure(averagePrice) },
  { title: "State", cell: ({ status }) => status },
];
