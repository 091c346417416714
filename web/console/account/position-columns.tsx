/** A position at the mark, line by line: what it costs, what it has gained, where it ends. */

import { appraisePosition } from "../../../src/core/preview/contract/appraise-position.ts";
import { tryPreview } from "../../../src/core/preview/try-preview.ts";
import type { AccountPosition, ShownMarket } from "../exchange/exchange.ts";
import { MarketName } from "../market/market-name.tsx";
import type { TableColumn } from "../parts/table.tsx";
import { formatDecimal, formatPercent, formatPlain } from "../text/format.ts";
import { toldPositionOf } from "../trade/contract/told-positions.ts";
import { contractTermsOf } from "../trade/listed-terms.ts";
import { RiskBar } from "./risk/risk-bar.tsx";
import { TwoLines } from "./two-lines.tsx";

/** A position as it is shown: told by the stream, and moved on to the mark of now where that is known. */
export interface ShownPosition extends AccountPosition {
  readonly market: ShownMarket | undefined;
  readonly coin: string;
  readonly isInverse: boolean;
  readonly decimals: number;
  /** `stop 49,000` */
  readonly stop?: string | undefined;
}

export function showPosition(
  position: AccountPosition,
  markets: readonly ShownMarket[],
  index: { readonly contractName: string; readonly markPrice: string } | undefined,
): ShownPosition {
  const market = markets.find(({ name }) => name === position.contractName);
  const coin = market?.contract?.marginCoin ?? "";
  const isInverse = market?.contract?.side === 0;
  const told = { ...position, market, coin, isInverse, decimals: market?.pricePrecision ?? 2 };
  if (!market?.contract || index?.contractName !== position.contractName) return told;
  const terms = contractTermsOf(market.contract);
  const now = tryPreview(() => appraisePosition(terms, toldPositionOf(position), index.markPrice));
  if (!now) return told;
  const moved = { indexPrice: index.markPrice, unRealizedAmount: now.unrealized };
  return { ...told, ...moved, positionBalance: now.value };
}

export const POSITION_COLUMNS: readonly TableColumn<ShownPosition>[] = [
  { title: "Position", cell: (position) => <Name position={position} /> },
  { title: "Profit", isFigure: true, cell: (row) => <Gain row={row} /> },
  {
    title: "Contracts",
    isFigure: true,
    cell: (row) => (
      <TwoLines
        first={formatPlain(row.volume)}
        second={<Money row={row} amount={row.positionBalance} />}
      />
    ),
  },
  {
    title: "Entry, mark",
    isFigure: true,
    cell: ({ openPrice, indexPrice, decimals }) => (
      <TwoLines
        first={formatDecimal(openPrice, decimals)}
        second={formatDecimal(indexPrice, decimals)}
      />
    ),
  },
  {
    title: "Liquidation",
    isFigure: true,
    cell: (row) => <TwoLines first={liquidationOf(row)} second={row.stop} />,
  },
  { title: "Risk", isFigure: true, cell: (row) => <RiskBar position={row} /> },
  {
    title: "Margin",
    isFigure: true,
    cell: (row) => <Money row={row} amount={row.holdAmount} isBare />,
  },
  {
    title: "Realised",
    isFigure: true,
    isMinor: true,
    cell: (row) => <Money row={row} amount={row.historyRealizedAmount} isBare />,
  },
];

interface MoneyProps {
  readonly row: ShownPosition;
  readonly amount: string;
  /** Without its coin, which stands beside it in the same line. */
  readonly isBare?: boolean;
}

/** The figure is rounded; its title has every digit. */
function Money({ row: { coin, isInverse }, amount, isBare = false }: MoneyProps) {
  const text = formatDecimal(amount, isInverse ? 6 : 2);
  return <span title={`${formatPlain(amount)} ${coin}`}>{isBare ? text : `${text} ${coin}`}</span>;
}

function liquidationOf({ reducePrice, decimals }: ShownPosition): string {
  return reducePrice === "0" || reducePrice.startsWith("-")
    ? "none"
    : formatDecimal(reducePrice, decimals);
}

function Name({ position }: { readonly position: ShownPosition }) {
  const { side, leverageLevel, positionType, market, contractName } = position;
  const [tone, word] = side === "BUY" ? ["up", "Long"] : ["down", "Short"];
  return (
    <TwoLines
      first={market ? <MarketName market={market} /> : contractName}
      second={
        <>
          <span class={tone}>{word}</span>
          {` ${leverageLevel}× ${positionType === 1 ? "cross" : "isolated"}`}
        </>
      }
    />
  );
}

/** At the mark, and as a share of the margin. */
function Gain({ row }: { readonly row: ShownPosition }) {
  const { unRealizedAmount: amount, returnRate } = row;
  const tone = amount.startsWith("-") ? "down" : amount === "0" ? "" : "up";
  return (
    <TwoLines
      first={
        <span class={tone}>
          <Money row={row} amount={amount} />
        </span>
      }
      second={formatPercent(returnRate, 1)}
    />
  );
}
