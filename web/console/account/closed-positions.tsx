/** Positions that have ended: what each came to, and what of it was price, fees and funding. */
import type { Profit } from "../../../src/client/client.ts";
import type { ConsoleExchange, ShownMarket } from "../exchange/exchange.ts";
import { useLive } from "../exchange/use-live.ts";
import { MarketName } from "../market/market-name.tsx";
import { Moment } from "../parts/moment.tsx";
import type { TableColumn } from "../parts/table.tsx";
import { addDecimals } from "../text/exact.ts";
import { formatDecimal, formatPlain } from "../text/format.ts";
import { ForcedMark } from "./history/forced-mark.tsx";
import { PageTable } from "./history/page-table.tsx";
import { usePages } from "./history/use-pages.ts";
import { TwoLines } from "./two-lines.tsx";

interface ClosedPosition extends Profit {
  readonly market: ShownMarket | undefined;
}

export function ClosedPositions({ exchange }: { readonly exchange: ConsoleExchange }) {
  const markets = useLive(exchange.markets);
  const pages = usePages<Profit>(exchange, {
    name: "profits",
    changes: exchange.account.positions,
    load: (limit) => exchange.client.value.futures.profitHistory({ limit }),
  });
  const rows = pages.rows.map((profit): ClosedPosition => {
    const market = markets.find(({ contract }) => contract?.contractId === profit.contractId);
    return { ...profit, market };
  });
  return (
    <PageTable
      caption="Closed positions"
      columns={COLUMNS}
      pages={{ ...pages, rows }}
      keyOf={({ id }) => id}
      empty="No position of yours has been closed yet."
    />
  );
}

const COLUMNS: readonly TableColumn<ClosedPosition>[] = [
  { title: "Position", cell: (row) => <Name row={row} /> },
  {
    title: "Result",
    isFigure: true,
    cell: (row) => (
      <TwoLines
        first={
          <span class={toneOf(row.historyRealizedAmount)}>
            <Money row={row} amount={row.historyRealizedAmount} hasCoin />
          </span>
        }
        second={<ForcedMark forced={row.forced} />}
      />
    ),
  },
  {
    title: "Price",
    isFigure: true,
    cell: (row) => <Money row={row} amount={addDecimals(row.closeProfit, row.settleProfit)} />,
  },
  {
    title: "Fees, funding",
    isFigure: true,
    cell: (row) => (
      <TwoLines
        first={<Money row={row} amount={row.tradeFee} />}
        second={<Money row={row} amount={row.capitalFee} />}
      />
    ),
  },
  {
    title: "Contracts, entry",
    isFigure: true,
    cell: ({ volume, openPrice, market }) => (
      <TwoLines
        first={formatPlain(volume)}
        second={formatDecimal(openPrice, market?.pricePrecision ?? 2)}
      />
    ),
  },
  {
    title: "Closed, opened",
    cell: ({ mtime, ctime }) => (
      <TwoLines first={<Moment time={mtime} />} second={<Moment time={ctime} />} />
    ),
  },
];

function Name({ row }: { readonly row: ClosedPosition }) {
  const { side, leverageLevel, positionType, market, contractId } = row;
  const [tone, word] = side === "BUY" ? ["up", "Long"] : ["down", "Short"];
  return (
    <TwoLines
      first={market ? <MarketName market={market} /> : `Contract ${contractId}`}
      second={
        <>
          <span class={tone}>{word}</span>
          {` ${leverageLevel}× ${positionType === 1 ? "cross" : "isolated"}`}
        </>
      }
    />
  );
}

interface MoneyProps {
  readonly row: ClosedPosition;
  readonly amount: string;
  readonly hasCoin?: boolean;
}

/** The figure is rounded; its title has every digit. */
function Money({ row: { market }, amount, hasCoin = false }: MoneyProps) {
  const coin = market?.contract?.marginCoin ?? "";
  const text = formatDecimal(amount, market?.contract?.side === 0 ? 8 : 2);
  return <span title={`${formatPlain(amount)} ${coin}`}>{hasCoin ? `${text} ${coin}` : text}</span>;
}

function toneOf(amount: string): string {
  return amount.startsWith("-") ? "down" : amount === "0" ? "" : "up";
}
