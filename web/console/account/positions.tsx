/** The positions, at the mark: what they cost, what they have gained, where they end, and their end. */
import { useState } from "preact/hooks";
import type { ConsoleExchange, Market, Position } from "../exchange/exchange.ts";
import { useLive } from "../exchange/use-live.ts";
import { formatDecimal, formatPercent, formatPlain } from "../parts/format.ts";
import { Notice } from "../parts/notice.tsx";
import { type Column, Table } from "../parts/table.tsx";
import { Confirm } from "../trade/form/confirm.tsx";
import { useSubmission } from "../trade/form/use-submission.ts";
import { appraisePosition } from "../trade/rehearsal/appraise-position.ts";
import { PositionMarginDialog } from "./position-margin-dialog.tsx";

/** A position as it is shown: told by the stream, and moved on to the mark of now where that is known. */
interface ShownPosition extends Position {
  readonly coin: string;
  readonly decimals: number;
}

export function Positions({ exchange }: { readonly exchange: ConsoleExchange }) {
  const held = useLive(exchange.account.positions);
  const markets = useLive(exchange.markets);
  const mark = useLive(exchange.index);
  const submission = useSubmission(exchange, { isStreamed: true });
  const [closing, setClosing] = useState<ShownPosition>();
  const [funding, setFunding] = useState<ShownPosition>();
  const rows = held
    .filter(({ volume }) => volume !== "0")
    .map((position) => shown(position, markets, mark));
  const close = () => {
    setClosing(undefined);
    if (closing) submission.run(() => closeAtMarket(exchange, closing));
  };
  const columns = [...COLUMNS, actsColumn(setClosing, setFunding)];
  return (
    <>
      {submission.refusal ? <Notice tone="bad">{submission.refusal.text}</Notice> : null}
      <Table
        caption="Positions"
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        empty="No positions."
      />
      <Confirm
        title="Close at market?"
        question={closing && closeQuestion(closing)}
        yes="Close it"
        cancel={() => setClosing(undefined)}
        confirm={close}
      />
      <PositionMarginDialog
        exchange={exchange}
        position={funding}
        coin={funding?.coin ?? ""}
        close={() => setFunding(undefined)}
      />
    </>
  );
}

function shown(
  position: Position,
  markets: readonly Market[],
  index: { readonly contractName: string; readonly markPrice: string } | undefined,
): ShownPosition {
  const listing = markets.find(({ name }) => name === position.contractName)?.contract;
  const coin = listing?.marginCoin ?? "";
  const decimals = listing?.pricePrecision ?? 2;
  if (!listing || index?.contractName !== position.contractName)
    return { ...position, coin, decimals };
  const now = appraisePosition(listing, position, index.markPrice);
  if (!now) return { ...position, coin, decimals };
  const moved = { indexPrice: index.markPrice, unRealizedAmount: now.unrealized };
  return { ...position, ...moved, positionBalance: now.value, coin, decimals };
}

function closeQuestion({ contractName, canCloseVolume, side }: ShownPosition): string {
  const what = side === "BUY" ? "long" : "short";
  return `${formatPlain(canCloseVolume)} contracts of your ${contractName} ${what}, at what the book offers now.`;
}

async function closeAtMarket(
  { client }: ConsoleExchange,
  position: ShownPosition,
): Promise<string> {
  const { contractName, positionType, canCloseVolume } = position;
  const side = position.side === "BUY" ? "SELL" : "BUY";
  await client.value.futures.createOrder({
    ...{ contractName, positionType, side, open: "CLOSE", type: "MARKET" },
    volume: canCloseVolume,
  });
  return `Closing ${canCloseVolume} contracts of ${contractName} at market`;
}

const COLUMNS: readonly Column<ShownPosition>[] = [
  { title: "Contract", cell: ({ contractName }) => contractName },
  { title: "Side", cell: (position) => <SideWord position={position} /> },
  { title: "Unrealised", isFigure: true, cell: (position) => <Gain position={position} /> },
  { title: "Contracts", isFigure: true, cell: ({ volume }) => formatPlain(volume) },
  {
    title: "Entry",
    isFigure: true,
    cell: ({ openPrice, decimals: d }) => formatDecimal(openPrice, d),
  },
  {
    title: "Mark",
    isFigure: true,
    cell: ({ indexPrice, decimals: d }) => formatDecimal(indexPrice, d),
  },
  { title: "Liquidation", isFigure: true, cell: liquidationOf },
  { title: "Margin", isFigure: true, cell: ({ holdAmount, coin }) => money(holdAmount, coin) },
  { title: "Value", isFigure: true, cell: (row) => money(row.positionBalance, row.coin) },
  { title: "Realised", isFigure: true, cell: (row) => money(row.historyRealizedAmount, row.coin) },
];

function money(amount: string, coin: string): string {
  return `${formatPlain(amount)} ${coin}`;
}

function liquidationOf({ reducePrice, decimals }: ShownPosition): string {
  return reducePrice === "0" || reducePrice.startsWith("-")
    ? "none"
    : formatDecimal(reducePrice, decimals);
}

function SideWord({ position }: { readonly position: ShownPosition }) {
  const { side, leverageLevel, positionType } = position;
  const word = side === "BUY" ? "Long" : "Short";
  return (
    <>
      <span class={side === "BUY" ? "up" : "down"}>{word}</span>{" "}
      <small>{`${leverageLevel}× ${positionType === 1 ? "cross" : "isolated"}`}</small>
    </>
  );
}

function Gain({ position }: { readonly position: ShownPosition }) {
  const { unRealizedAmount, returnRate, coin } = position;
  const tone = unRealizedAmount.startsWith("-") ? "down" : unRealizedAmount === "0" ? "" : "up";
  return (
    <>
      <span class={tone}>{money(unRealizedAmount, coin)}</span>{" "}
      <small>{formatPercent(returnRate, 1)}</small>
    </>
  );
}

type Take = (position: ShownPosition) => void;

function actsColumn(close: Take, fund: Take): Column<ShownPosition> {
  return {
    ...{ title: "What to do", isTitleHidden: true },
    cell: (position) => (
      <span class="account-acts">
        <button
          type="button"
          class="act"
          disabled={position.canCloseVolume === "0"}
          aria-label={`Close ${position.contractName} at market`}
          onClick={() => close(position)}
        >
          Close
        </button>
        {position.positionType === 2 ? (
          <button
            type="button"
            class="act"
            aria-label={`Margin of ${position.contractName}`}
            onClick={() => fund(position)}
          >
            Margin ±
          </button>
        ) : null}
      </span>
    ),
  };
}
