/** What one user holds, has on the books and did last. */
import { ActionButton } from "../../parts/action-button.tsx";
import { Panel } from "../../parts/panel.tsx";
import { Table } from "../../parts/table.tsx";
import type { Row, UserShown } from "../../session/words.ts";
import { grouped } from "../../text/amount.ts";
import { momentOf } from "../../text/measure.ts";

interface OfUser {
  readonly user: UserShown;
}

function textOf(row: Row, field: string): string {
  return `${row[field] ?? "–"}`;
}

function figuresOf(row: Row, ...fields: readonly string[]): string[] {
  return fields.map((field) => grouped(textOf(row, field)));
}

function marketOf(row: Row): string {
  return `${row["contractName"] ?? row["symbol"] ?? "–"}`;
}

/** What stands below a list that is not whole. */
function Rest({ shown, count }: { readonly shown: number; readonly count: number }) {
  return count > shown ? (
    <p class="hint">
      The newest {shown} of {count}.
    </p>
  ) : null;
}

export function Positions({ user: { name, positions, positionCount } }: OfUser) {
  const rows = positions.map((row) => {
    const side = row["side"] === "BUY" ? "long" : "short";
    const mode = row["positionType"] === 1 ? "cross" : "isolated";
    const held = figuresOf(row, "volume", "openPrice", "indexPrice", "leverageLevel");
    const worth = figuresOf(row, "holdAmount", "openRealizedAmount", "reducePrice");
    return [textOf(row, "id"), [marketOf(row), side, mode, ...held, ...worth]] as const;
  });
  const figures = ["#Volume", "#Opened at", "#Mark", "#Leverage", "#Margin", "#Unrealized"];
  const columns = ["Contract", "Side", "Mode", ...figures, "#Liquidated at"];
  const title = `Positions of ${name}`;
  return (
    <Panel title={title}>
      <Table title={title} columns={columns} rows={rows} none="No position." />
      <Rest shown={positions.length} count={positionCount} />
    </Panel>
  );
}

/** The price that a stop waits for; none of all others. */
function triggerOf(row: Row): string {
  const price = textOf(row, "triggerPrice");
  return /[1-9]/.test(price) ? grouped(price) : "–";
}

interface OpenOrdersProps extends OfUser {
  readonly onDone: () => void;
}

export function OpenOrders({ user, onDone }: OpenOrdersProps) {
  const { name, openOrders, openOrderCount } = user;
  const rows = openOrders.map((row) => {
    const orderId = textOf(row, "orderIdString");
    const said = [textOf(row, "area"), marketOf(row), textOf(row, "side"), textOf(row, "type")];
    const figures = figuresOf(row, "price", "origQty", "executedQty");
    const cells = [orderId, ...said, triggerOf(row), ...figures, textOf(row, "status")];
    const cancel = <CancelOne key="a" orderId={orderId} onDone={onDone} />;
    return [orderId, [...cells, cancel]] as const;
  });
  const columns = [
    "Order",
    "Area",
    "On",
    "Side",
    "Type",
    "#Trigger",
    "#Price",
    "#Volume",
    "#Filled",
  ];
  const title = `Open orders of ${name}`;
  return (
    <Panel title={title}>
      <Table title={title} columns={[...columns, "Status", "Do"]} rows={rows} none="No order." />
      <Rest shown={openOrders.length} count={openOrderCount} />
    </Panel>
  );
}

interface CancelOneProps {
  readonly orderId: string;
  readonly onDone: () => void;
}

/** SPOT-STATE-11 */
function CancelOne({ orderId, onDone }: CancelOneProps) {
  return (
    <ActionButton
      verb="Cancel"
      what={`order ${orderId}`}
      isDanger
      asks="What it has not traded is cancelled, and what it holds is free again."
      action={{ path: "/orders/cancel", body: { orderId } }}
      says={() => `Cancelled order ${orderId}.`}
      onDone={onDone}
    />
  );
}

export function Trades({ user: { name, trades, tradesMissing } }: OfUser) {
  const rows = (trades ?? []).map((row: Row) => {
    const moment = momentOf(Number(row["time"]));
    const said = [moment, textOf(row, "area"), marketOf(row), textOf(row, "side")];
    const fee = `${grouped(textOf(row, "fee"))} ${row["feeCoin"] ?? ""}`;
    const key = `${textOf(row, "id")} ${row["isMaker"]}`;
    return [key, [...said, ...figuresOf(row, "price", "qty"), fee]] as const;
  });
  const columns = ["Time", "Area", "On", "Side", "#Price", "#Volume", "#Fee"];
  const title = `Last trades of ${name}`;
  return (
    <Panel title={title} problem={tradesMissing}>
      <Table title={title} columns={columns} rows={rows} none="No trade yet." />
    </Panel>
  );
}
