/** The user's own trades on the selected market: of a pair in spot or in margin, or of a contract. */
import { useState } from "preact/hooks";
import type { FuturesTrade, OwnTrade as PairTrade } from "../../../../src/client/client.ts";
import type { Area, ConsoleExchange, Market } from "../../exchange/exchange.ts";
import { useLive } from "../../exchange/use-live.ts";
import { Choice } from "../../parts/choice.tsx";
import { Moment } from "../../parts/moment.tsx";
import type { Column } from "../../parts/table.tsx";
import { formatPlain } from "../../text/format.ts";
import { PageTable } from "./page-table.tsx";
import { PAGE, usePages } from "./use-pages.ts";

type Trade = FuturesTrade | PairTrade;

const AREAS = [
  { value: "spot", label: "Spot" },
  { value: "margin", label: "Margin" },
] as const;

export function OwnTrades({ exchange }: { readonly exchange: ConsoleExchange }) {
  const market = useLive(exchange.selected);
  const [area, setArea] = useState<"spot" | "margin">("spot");
  if (!market) return null;
  const of: Area = market.kind === "contract" ? "futures" : area;
  return (
    <>
      {market.kind === "pair" ? (
        <div class="account-bar">
          <Choice label="Account" options={AREAS} chosen={area} choose={(next) => setArea(next)} />
        </div>
      ) : null}
      <TradesOf key={`${market.name} ${of}`} exchange={exchange} market={market} area={of} />
    </>
  );
}

interface TradesOfProps {
  readonly exchange: ConsoleExchange;
  readonly market: Market;
  readonly area: Area;
}

function TradesOf({ exchange, market, area }: TradesOfProps) {
  const pages = usePages<Trade>(exchange, {
    name: `${market.name} ${area}`,
    changes: exchange.account.trades,
    load: (fromId) => loadTrades(exchange, { market, area, fromId }),
    idOf: ({ id }) => id,
  });
  const coin = market.contract?.marginCoin ?? "";
  return (
    <PageTable
      caption={`Own trades on ${market.name}`}
      columns={columnsOf(coin)}
      pages={pages}
      keyOf={({ id, isBuyer }) => `${id} ${isBuyer}`}
      empty={`You have not traded ${market.name} yet.`}
    />
  );
}

interface Asked {
  readonly market: Market;
  readonly area: Area;
  readonly fromId: number | undefined;
}

function loadTrades(
  { client }: ConsoleExchange,
  { market, area, fromId }: Asked,
): Promise<readonly Trade[]> {
  const page = { limit: PAGE, fromId };
  if (area === "futures")
    return client.value.futures.myTrades({ contractName: market.name, ...page });
  return client.value[area].myTrades({ symbol: market.name, ...page });
}

function columnsOf(coin: string): readonly Column<Trade>[] {
  return [
    { title: "Time (UTC)", cell: ({ time }) => <Moment time={time} /> },
    {
      title: "Side",
      cell: ({ side }) => (
        <span class={side === "BUY" ? "up" : "down"}>{side === "BUY" ? "Buy" : "Sell"}</span>
      ),
    },
    { title: "Price", isFigure: true, cell: ({ price }) => formatPlain(price) },
    { title: "Quantity", isFigure: true, cell: ({ qty }) => formatPlain(qty) },
    { title: "Fee", isFigure: true, cell: (trade) => feeOf(trade, coin) },
    { title: "Role", cell: ({ isMaker }) => (isMaker ? "Maker" : "Taker") },
  ];
}

function feeOf(trade: Trade, coin: string): string {
  return `${formatPlain(trade.fee)} ${"feeCoin" in trade ? trade.feeCoin : coin}`;
}
