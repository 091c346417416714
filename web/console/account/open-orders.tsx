/** The open orders of all areas, with what may be done about each: cancel it. */
import { useState } from "preact/hooks";
import { callMarket, marketNameOf } from "../exchange/account/account-news.ts";
import { triggerWords } from "../exchange/account/say-trigger.ts";
import type { AccountOrder, ConsoleExchange, ShownMarket } from "../exchange/exchange.ts";
import { titleOf } from "../exchange/market/markets.ts";
import { useLive } from "../exchange/use-live.ts";
import { MarketName } from "../market/market-name.tsx";
import { Choice } from "../parts/choice.tsx";
import { Mark } from "../parts/mark.tsx";
import { Moment } from "../parts/moment.tsx";
import { Notice } from "../parts/notice.tsx";
import { Table, type TableColumn } from "../parts/table.tsx";
import { formatPlain } from "../text/format.ts";
import { Confirm } from "../trade/form/confirm.tsx";
import { type Submission, useSubmission } from "../trade/form/use-submission.ts";
import { TwoLines } from "./two-lines.tsx";

const SCOPES = [
  { value: "all", label: "All markets" },
  { value: "selected", label: "This market" },
] as const;

export function OpenOrders({ exchange }: { readonly exchange: ConsoleExchange }) {
  const orders = useLive(exchange.account.orders);
  const markets = useLive(exchange.markets);
  const selected = useLive(exchange.selected);
  const submission = useSubmission(exchange, { isStreamed: true, isFollowUp: true });
  const [scope, setScope] = useState<"all" | "selected">("all");
  const isShown = (order: AccountOrder) =>
    scope === "all" || marketNameOf(order) === selected?.name;
  const columns = [...columnsOf(markets), cancelColumn(exchange, submission)];
  return (
    <>
      <div class="account-bar">
        <Choice
          label="Which orders"
          options={SCOPES}
          chosen={scope}
          choose={(next) => setScope(next)}
        />
        <CancelAll exchange={exchange} orders={orders} submission={submission} />
      </div>
      {submission.refusal ? <Notice tone="bad">{submission.refusal.text}</Notice> : null}
      <Table
        caption="Open orders"
        columns={columns}
        rows={orders.filter(isShown)}
        keyOf={({ area, orderIdString }) => `${area} ${orderIdString}`}
        empty={
          scope === "all" || !selected
            ? "No open orders."
            : `No open orders on ${titleOf(selected)}.`
        }
      />
    </>
  );
}

function columnsOf(markets: readonly ShownMarket[]): readonly TableColumn<AccountOrder>[] {
  return [
    { title: "Market", cell: (order) => <OwnMarket order={order} markets={markets} /> },
    { title: "Side", cell: (order) => <SideWord order={order} /> },
    { title: "Type", cell: typeOf },
    {
      title: "Price",
      isFigure: true,
      cell: ({ price, type }) => (type === "MARKET" ? "market" : formatPlain(price)),
    },
    { title: "Quantity", isFigure: true, cell: ({ origQty }) => formatPlain(origQty) },
    { title: "Filled", isFigure: true, cell: ({ executedQty }) => formatPlain(executedQty) },
    { title: "Time (UTC)", cell: ({ time }) => <Moment time={time} /> },
  ];
}

interface OwnMarketProps {
  readonly order: AccountOrder;
  readonly markets: readonly ShownMarket[];
}

/** Marked where it is not the user's own money on a pair. */
function OwnMarket({ order, markets }: OwnMarketProps) {
  const name = marketNameOf(order);
  const market = markets.find((one) => one.name === name);
  return (
    <>
      {market ? <MarketName market={market} /> : name}
      {order.area === "margin" ? <Mark>Margin</Mark> : null}
    </>
  );
}

function SideWord({ order }: { readonly order: AccountOrder }) {
  const word = order.side === "BUY" ? "Buy" : "Sell";
  const action = order.area === "futures" ? ` ${order.action.toLowerCase()}` : "";
  return <span class={order.side === "BUY" ? "up" : "down"}>{`${word}${action}`}</span>;
}

/** The condition comes first: it is what tells a stop from the other orders. */
function typeOf(order: AccountOrder) {
  const kind = order.type === "LIMIT" ? "Limit" : "Market";
  if (order.area !== "futures") return kind;
  const force = order.timeInForce === "GTC" ? "" : ` ${order.timeInForce.replace("_", " ")}`;
  const type = `${kind}${force.toLowerCase()}`;
  const trigger = triggerWords(order);
  if (!trigger) return type;
  const { condition, source } = trigger;
  // What waits for its trigger stands on no book yet.
  const wait = order.status === "INIT" ? `waits for the ${source}` : `by the ${source}`;
  return (
    <TwoLines
      first={`${condition.charAt(0).toUpperCase()}${condition.slice(1)}`}
      second={`${type}, ${wait}`}
    />
  );
}

function cancelColumn(
  exchange: ConsoleExchange,
  submission: Submission,
): TableColumn<AccountOrder> {
  const call = (order: AccountOrder) => callMarket(exchange.markets.value, marketNameOf(order));
  const cancel = (order: AccountOrder) => submission.run(() => cancelOrder(exchange, order));
  return {
    title: "Cancel",
    isTitleHidden: true,
    cell: (order) => (
      <button
        type="button"
        class="act"
        disabled={submission.isBusy}
        aria-label={`Cancel order ${order.orderIdString} on ${call(order)}`}
        onClick={() => cancel(order)}
      >
        Cancel
      </button>
    ),
  };
}

/** Each area has its own door. */
async function cancelOrder(exchange: ConsoleExchange, order: AccountOrder): Promise<string> {
  const { sender, markets } = exchange;
  const orderId = order.orderIdString;
  const name = marketNameOf(order);
  if (order.area === "futures")
    await sender.value.futures.cancelOrder({ contractName: name, orderId });
  else await sender.value[order.area].cancelOrder({ symbol: name, orderId });
  return `Canceled order ${orderId} on ${callMarket(markets.value, name)}`;
}

interface CancelAllProps {
  readonly exchange: ConsoleExchange;
  readonly orders: readonly AccountOrder[];
  readonly submission: Submission;
}

/** Of futures: the API has no such thing for pairs. */
function CancelAll({ exchange, orders, submission }: CancelAllProps) {
  const [isAsked, setAsked] = useState(false);
  const count = orders.filter(({ area }) => area === "futures").length;
  if (count === 0) return null;
  const cancel = () => {
    setAsked(false);
    submission.run(async () => {
      await exchange.sender.value.futures.cancelAll();
      return `Canceled all ${count} futures orders`;
    });
  };
  const question = `All ${count} of your futures orders, on every contract, waiting ones included.`;
  return (
    <>
      <button type="button" class="act" onClick={() => setAsked(true)}>
        Cancel all futures orders
      </button>
      <Confirm
        title="Cancel all futures orders?"
        question={isAsked ? question : undefined}
        yes="Cancel them all"
        no="Keep them"
        cancel={() => setAsked(false)}
        confirm={cancel}
      />
    </>
  );
}
