/** The positions, and what may be done about each: close it, protect it, or move its margin. */
import { useState } from "preact/hooks";
import type { ConsoleExchange } from "../exchange/exchange.ts";
import { useLive } from "../exchange/use-live.ts";
import { Notice } from "../parts/notice.tsx";
import { Table, type TableColumn } from "../parts/table.tsx";
import { formatPlain } from "../text/format.ts";
import { Confirm } from "../trade/form/confirm.tsx";
import { useSubmission } from "../trade/form/use-submission.ts";
import { POSITION_COLUMNS, type ShownPosition, showPosition } from "./position-columns.tsx";
import { PositionMarginDialog } from "./position-margin-dialog.tsx";
import { ProtectDialog } from "./protect/protect-dialog.tsx";
import { sayStops } from "./protect/stop-of.ts";
import { titleIn, useClosing } from "./use-closing.ts";

export function Positions({ exchange }: { readonly exchange: ConsoleExchange }) {
  const held = useLive(exchange.account.positions);
  const isKnown = useLive(exchange.account.arrived, (arrived) => arrived.has("positions"));
  const orders = useLive(exchange.account.orders);
  const markets = useLive(exchange.markets);
  const mark = useLive(exchange.index);
  const { close: closeAtMarket, news, refusal } = useClosing(exchange);
  const [closing, setClosing] = useState<ShownPosition>();
  const [funding, setFunding] = useState<ShownPosition>();
  const protection = useSubmission(exchange, { isStreamed: true });
  const [guarded, setGuarded] = useState<number>();
  const rows = held
    .filter(({ volume }) => volume !== "0")
    .map((position) => ({
      ...showPosition(position, markets, mark),
      stop: sayStops(orders, position),
    }));
  const close = () => {
    setClosing(undefined);
    if (closing) closeAtMarket(closing);
  };
  const protect = (position: ShownPosition) => {
    protection.forget();
    // What it would come to is told by its own book and last price.
    exchange.select(position.contractName);
    setGuarded(position.id);
  };
  const acts = { close: setClosing, protect, fund: setFunding };
  const columns = [...POSITION_COLUMNS, actsColumn(acts)];
  return (
    <>
      {refusal ? <Notice tone="bad">{refusal.text}</Notice> : null}
      {news === undefined ? null : <Notice tone="plain">{news}</Notice>}
      {protection.done === undefined ? null : <Notice tone="good">{protection.done}</Notice>}
      <Table
        caption="Positions"
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        isWaiting={!isKnown}
        empty="No open positions. Trade a Perp to open one."
      />
      <Confirm
        title="Close at market?"
        question={closing && closeQuestion(closing)}
        yes={`Close ${formatPlain(closing?.canCloseVolume ?? "")} contracts`}
        no="Keep it"
        cancel={() => setClosing(undefined)}
        confirm={close}
      />
      <PositionMarginDialog
        exchange={exchange}
        position={funding}
        title={funding ? titleIn(funding) : ""}
        coin={funding?.coin ?? ""}
        close={() => setFunding(undefined)}
      />
      <ProtectDialog
        exchange={exchange}
        position={rows.find(({ id }) => id === guarded)}
        submission={protection}
        close={() => setGuarded(undefined)}
      />
    </>
  );
}

function closeQuestion(position: ShownPosition): string {
  const { canCloseVolume, side } = position;
  const what = side === "BUY" ? "long" : "short";
  return `${formatPlain(canCloseVolume)} contracts of your ${titleIn(position)} ${what}, at what the book offers now.`;
}

type Take = (position: ShownPosition) => void;

interface Acts {
  readonly close: Take;
  readonly protect: Take;
  readonly fund: Take;
}

function actsColumn({ close, protect, fund }: Acts): TableColumn<ShownPosition> {
  return {
    title: "What to do",
    isTitleHidden: true,
    cell: (position) => (
      <span class="account-acts">
        <button
          type="button"
          class="act"
          disabled={position.canCloseVolume === "0"}
          aria-label={`Close ${titleIn(position)} at market`}
          onClick={() => close(position)}
        >
          Close
        </button>
        <button
          type="button"
          class="act"
          disabled={position.canCloseVolume === "0" || !position.market}
          aria-label={`Protect ${titleIn(position)}: stop loss, take profit`}
          onClick={() => protect(position)}
        >
          Protect
        </button>
        {position.positionType === 2 ? (
          <button
            type="button"
            class="act"
            aria-label={`Margin of ${titleIn(position)}`}
            onClick={() => fund(position)}
          >
            Margin ±
          </button>
        ) : null}
      </span>
    ),
  };
}
