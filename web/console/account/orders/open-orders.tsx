/** The open orders of all areas, with what may be done about each: change it, or cancel it. */
import { useMemo, useState } from "preact/hooks";
import { marketNameOf } from "../../exchange/account/account-news.ts";
import { listedTogether, listsIn } from "../../exchange/account/own-lists.ts";
import type { AccountOrder, ConsoleExchange } from "../../exchange/exchange.ts";
import { titleOf } from "../../exchange/market/markets.ts";
import { useLive } from "../../exchange/use-live.ts";
import { Choice } from "../../parts/choice.tsx";
import { Notice } from "../../parts/notice.tsx";
import { Table } from "../../parts/table.tsx";
import { useSubmission } from "../../trade/form/use-submission.ts";
import { CancelAll } from "./cancel-all.tsx";
import { actColumn } from "./order-acts.tsx";
import { orderColumns } from "./order-columns.tsx";
import { useAmendment } from "./use-amendment.ts";

const SCOPES = [
  { value: "all", label: "All markets" },
  { value: "selected", label: "This market" },
] as const;

export function OpenOrders({ exchange }: { readonly exchange: ConsoleExchange }) {
  const orders = useLive(exchange.account.orders);
  const lists = useMemo(() => listsIn(orders), [orders]);
  const isKnown = useLive(exchange.account.arrived, (arrived) => arrived.has("orders"));
  const selected = useLive(exchange.selected);
  const markets = useLive(exchange.markets);
  const submission = useSubmission(exchange, { isStreamed: true, isFollowUp: true });
  const amendment = useAmendment(exchange, submission);
  const [scope, setScope] = useState<"all" | "selected">("all");
  const isShown = (order: AccountOrder) =>
    scope === "all" || marketNameOf(order) === selected?.name;
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
      {amendment.news ? <Notice tone="plain">{amendment.news}</Notice> : null}
      <Table
        caption="Open orders"
        columns={[
          ...orderColumns({ exchange, markets, lists, amendment }),
          actColumn(exchange, lists, amendment),
        ]}
        rows={listedTogether(orders.filter(isShown), lists)}
        keyOf={({ area, orderIdString }) => `${area} ${orderIdString}`}
        isWaiting={!isKnown}
        empty={
          scope === "all" || !selected
            ? "No open orders."
            : `No open orders on ${titleOf(selected)}.`
        }
      />
    </>
  );
}
