/** What is shown of an open order; the figures of one that is being changed are fields. */
import { labelOfMarket, marketNameOf } from "../../exchange/account/account-news.ts";
import { countsMoney } from "../../exchange/account/counted-size.ts";
import { findList, type OwnLists, sayPlaceIn } from "../../exchange/account/own-lists.ts";
import type { AccountOrder, ConsoleExchange, ShownMarket } from "../../exchange/exchange.ts";
import { MarketName } from "../../market/market-name.tsx";
import { Mark } from "../../parts/mark.tsx";
import { Moment } from "../../parts/moment.tsx";
import type { TableColumn } from "../../parts/table.tsx";
import { formatPlain } from "../../text/format.ts";
import { AmendField } from "./amend-field.tsx";
import { OrderKind } from "./order-kind.tsx";
import type { Amendment } from "./use-amendment.ts";

interface ShownOrders {
  readonly exchange: ConsoleExchange;
  readonly markets: readonly ShownMarket[];
  readonly lists: OwnLists;
  readonly amendment: Amendment;
}

export function orderColumns(shown: ShownOrders): readonly TableColumn<AccountOrder>[] {
  const { exchange, markets, lists, amendment } = shown;
  const field = (order: AccountOrder, name: "price" | "quantity") =>
    amendment.isOf(order) ? <AmendField amendment={amendment} order={order} name={name} /> : null;
  return [
    {
      title: "Market",
      cell: (order) => <OwnMarket order={order} markets={markets} lists={lists} />,
    },
    { title: "Side", cell: (order) => <SideWord order={order} /> },
    {
      title: "Type",
      cell: (order) => <OrderKind exchange={exchange} order={order} amendment={amendment} />,
    },
    {
      title: "Price",
      isFigure: true,
      cell: (order) =>
        order.type === "MARKET" ? "market" : (field(order, "price") ?? formatPlain(order.price)),
    },
    {
      title: "Quantity",
      isFigure: true,
      cell: (order) => field(order, "quantity") ?? sizeOf(order, markets),
    },
    { title: "Filled", isFigure: true, cell: ({ executedQty }) => formatPlain(executedQty) },
    { title: "Time (UTC)", cell: ({ time }) => <Moment time={time} /> },
  ];
}

/** With its coin where it is an amount of money. */
function sizeOf(order: AccountOrder, markets: readonly ShownMarket[]): string {
  const size = formatPlain(order.origQty);
  if (!countsMoney(order)) return size;
  return `${size} ${labelOfMarket(markets, marketNameOf(order)).coin}`.trim();
}

interface OwnMarketProps extends Pick<ShownOrders, "markets" | "lists"> {
  readonly order: AccountOrder;
}

/** SPOT-LIST-14 */
const LISTED =
  "Orders that know of each other. To change one, cancel the list and place another, or move it on the chart.";

/** Marked where it is not the user's own money on a pair, and where it is one of several. */
function OwnMarket({ order, markets, lists }: OwnMarketProps) {
  const list = findList(lists, order);
  const name = marketNameOf(order);
  const market = markets.find((one) => one.name === name);
  return (
    <>
      {market ? <MarketName market={market} /> : name}
      {order.area === "margin" ? <Mark>Margin</Mark> : null}
      {list ? <Mark title={LISTED}>{sayPlaceIn(list, order)}</Mark> : null}
    </>
  );
}

function SideWord({ order }: { readonly order: AccountOrder }) {
  const word = order.side === "BUY" ? "Buy" : "Sell";
  const action = order.area === "futures" ? ` ${order.action.toLowerCase()}` : "";
  return <span class={order.side === "BUY" ? "up" : "down"}>{`${word}${action}`}</span>;
}
