/** The money of the three accounts, and what moves it: transfers, and repaying what was borrowed. */
import { useState } from "preact/hooks";
import type { AccountBalance, ConsoleExchange } from "../exchange/exchange.ts";
import { useLive } from "../exchange/use-live.ts";
import { Notice } from "../parts/notice.tsx";
import { Table, type TableColumn } from "../parts/table.tsx";
import { addDecimals } from "../text/exact.ts";
import { formatPlain } from "../text/format.ts";
import { type Submission, useSubmission } from "../trade/form/use-submission.ts";
import { EquityLine } from "./equity-line.tsx";
import { MarginStatus } from "./margin-status.tsx";
import { TransferDialog } from "./transfer-dialog.tsx";

type Spot = Extract<AccountBalance, { area: "spot" }>;
type Margin = Extract<AccountBalance, { area: "margin" }>;
type Futures = Extract<AccountBalance, { area: "futures" }>;

export function Balances({ exchange }: { readonly exchange: ConsoleExchange }) {
  const balances = useLive(exchange.account.balances);
  const isKnown = useLive(exchange.account.arrived, (arrived) => arrived.has("balances"));
  const submission = useSubmission(exchange);
  const [isMoving, setMoving] = useState(false);
  const said = submission.refusal?.text ?? submission.done;
  return (
    <div class="scroll">
      <EquityLine exchange={exchange} balances={balances} />
      <div class="account-bar">
        <MarginStatus exchange={exchange} />
        <button type="button" class="act" onClick={() => setMoving(true)}>
          Transfer between accounts
        </button>
      </div>
      <div class="account-bar">
        <h3>Spot</h3>
      </div>
      <Part
        caption="Spot balances"
        columns={SPOT}
        rows={balances.filter(isSpot)}
        keyOf={assetOf}
        isWaiting={!isKnown}
      />
      <div class="account-bar">
        <h3>Margin</h3>
      </div>
      {said ? <Notice tone={submission.refusal ? "bad" : "good"}>{said}</Notice> : null}
      <Part
        caption="Margin balances"
        columns={[...MARGIN, repayColumn(exchange, submission)]}
        rows={balances.filter(isMargin)}
        keyOf={assetOf}
        isWaiting={!isKnown}
      />
      <div class="account-bar">
        <h3>Futures</h3>
      </div>
      <Part
        caption="Futures accounts"
        columns={FUTURES}
        rows={balances.filter(isFutures)}
        keyOf={({ marginCoin }) => marginCoin}
        isWaiting={!isKnown}
      />
      <TransferDialog exchange={exchange} isOpen={isMoving} close={() => setMoving(false)} />
    </div>
  );
}

function isSpot(balance: AccountBalance): balance is Spot {
  return balance.area === "spot";
}
function isMargin(balance: AccountBalance): balance is Margin {
  return balance.area === "margin";
}
function isFutures(balance: AccountBalance): balance is Futures {
  return balance.area === "futures";
}
function assetOf({ asset }: Spot | Margin): string {
  return asset;
}

interface PartProps<Row> {
  readonly caption: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  keyOf(row: Row): string;
  readonly isWaiting: boolean;
}

function Part<Row>({ caption, columns, rows, keyOf, isWaiting }: PartProps<Row>) {
  return (
    <div class="account-part">
      <Table
        caption={caption}
        columns={columns}
        rows={rows}
        keyOf={keyOf}
        isWaiting={isWaiting}
        empty={`No ${caption.toLowerCase()} yet.`}
      />
    </div>
  );
}

const OWN: readonly TableColumn<Spot | Margin>[] = [
  { title: "Asset", cell: ({ asset }) => asset },
  { title: "Free", isFigure: true, cell: ({ free }) => formatPlain(free) },
  { title: "In orders", isFigure: true, cell: ({ locked }) => formatPlain(locked) },
];

const SPOT: readonly TableColumn<Spot>[] = [
  ...OWN,
  {
    title: "Total",
    isFigure: true,
    cell: ({ free, locked }) => formatPlain(addDecimals(free, locked)),
  },
];

const MARGIN: readonly TableColumn<Margin>[] = [
  ...OWN,
  { title: "Borrowed", isFigure: true, cell: ({ borrowed }) => formatPlain(borrowed) },
  { title: "Interest", isFigure: true, cell: ({ interest }) => formatPlain(interest) },
];

const FUTURES: readonly TableColumn<Futures>[] = [
  { title: "Coin", cell: ({ marginCoin }) => marginCoin },
  { title: "Equity", isFigure: true, cell: ({ totalEquity }) => formatPlain(totalEquity) },
  {
    title: "Free of orders",
    isFigure: true,
    cell: ({ accountNormal }) => formatPlain(accountNormal),
  },
  { title: "In orders", isFigure: true, cell: ({ accountLock }) => formatPlain(accountLock) },
  { title: "Cross needs", isFigure: true, cell: ({ totalCost }) => formatPlain(totalCost) },
  { title: "Isolated margin", isFigure: true, cell: (row) => formatPlain(row.partPositionNormal) },
  {
    title: "Unrealised",
    isFigure: true,
    cell: ({ unrealizedAmount }) => formatPlain(unrealizedAmount),
  },
];

function sayPoor({ asset }: Margin): string {
  return `No free ${asset}: sell or transfer some in first`;
}

/** All that is owed and free. */
function repayColumn(exchange: ConsoleExchange, submission: Submission): TableColumn<Margin> {
  const repay = ({ asset }: Margin) =>
    submission.run(async () => {
      const { repaid } = await exchange.sender.value.margin.repay({ asset });
      return `Repaid ${formatPlain(repaid)} ${asset}`;
    });
  return {
    title: "Repay",
    isTitleHidden: true,
    cell: (row) => {
      if (row.borrowed === "0" && row.interest === "0") return null;
      const isPoor = row.free === "0";
      return (
        <>
          {isPoor ? <span class="repay-said">{sayPoor(row)}</span> : null}
          <button
            type="button"
            class="act"
            disabled={submission.isBusy || isPoor}
            aria-label={`Repay ${row.asset}`}
            onClick={() => repay(row)}
          >
            Repay
          </button>
        </>
      );
    },
  };
}
