/** The positions, and what may be done about each: close it, protect it, or move its margin. */
import { useState } from "preact/hooks";
import type { ConsoleExchange } from "../exchange/exchange.ts";
import { useLive } from "../exchange/use-live.ts";
import { Notice } from "../parts/notice.tsx";
import { Table } from "../parts/table.tsx";
import { useSubmission } from "../trade/form/use-submission.ts";
import { actsColumn } from "./position-acts.tsx";
import { POSITION_COLUMNS, type ShownPosition, showPosition } from "./position-columns.tsx";
import { PositionMarginDialog } from "./position-margin-dialog.tsx";
import { CloseAllQuestion, CloseQuestion, ReverseQuestion } from "./position-questions.tsx";
import { ProtectDialog } from "./protect/protect-dialog.tsx";
import { sayStops } from "./protect/stop-of.ts";
import { titleIn, useClosing } from "./use-closing.ts";

export function Positions({ exchange }: { readonly exchange: ConsoleExchange }) {
  const held = useLive(exchange.account.positions);
  const isKnown = useLive(exchange.account.arrived, (arrived) => arrived.has("positions"));
  const orders = useLive(exchange.account.orders);
  const markets = useLive(exchange.markets);
  const mark = useLive(exchange.index);
  const { close: closeAtMarket, reverse, closeAll, news, refusal } = useClosing(exchange);
  const [closing, setClosing] = useState<ShownPosition>();
  const [reversing, setReversing] = useState<ShownPosition>();
  const [isClosingAll, setClosingAll] = useState(false);
  const [funding, setFunding] = useState<ShownPosition>();
  const protection = useSubmission(exchange, { isStreamed: true });
  const [guarded, setGuarded] = useState<number>();
  const rows = held
    .filter(({ volume }) => volume !== "0")
    .map((position) => ({
      ...showPosition(position, markets, mark),
      stop: sayStops(orders, position),
    }));
  const protect = (position: ShownPosition) => {
    protection.forget();
    // What it would come to is told by its own book and last price.
    exchange.select(position.contractName);
    setGuarded(position.id);
  };
  const acts = { close: setClosing, reverse: setReversing, protect, fund: setFunding };
  const closable = rows.filter(({ canCloseVolume }) => canCloseVolume !== "0");
  const columns = [...POSITION_COLUMNS, actsColumn(acts)];
  return (
    <>
      {closable.length > 1 ? (
        <div class="account-bar">
          <button type="button" class="act" onClick={() => setClosingAll(true)}>
            Close all {closable.length} positions
          </button>
        </div>
      ) : null}
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
      <CloseQuestion position={closing} ask={setClosing} yes={closeAtMarket} />
      <ReverseQuestion position={reversing} ask={setReversing} yes={reverse} />
      <CloseAllQuestion
        positions={isClosingAll ? closable : undefined}
        dismiss={() => setClosingAll(false)}
        yes={closeAll}
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
