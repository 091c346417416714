/** What may be done about an open order: cancel it, change it, or in futures, which changes none, move it on the chart. */
import { useEffect, useRef } from "preact/hooks";
import { callMarket, marketNameOf } from "../../exchange/account/account-news.ts";
import {
  findList,
  isFirstOf,
  type OwnList,
  type OwnLists,
} from "../../exchange/account/own-lists.ts";
import type { AccountOrder, ConsoleExchange } from "../../exchange/exchange.ts";
import { showArea } from "../../frame/place.ts";
import { orderLineId } from "../../market/lines/chart-lines.ts";
import { askedMove } from "../../market/move/asked-move.ts";
import type { TableColumn } from "../../parts/table.tsx";
import type { Submission } from "../../trade/form/use-submission.ts";
import type { PairOrder } from "./amendment.ts";
import type { Amendment } from "./use-amendment.ts";

export function actColumn(
  exchange: ConsoleExchange,
  lists: OwnLists,
  amendment: Amendment,
): TableColumn<AccountOrder> {
  const { submission } = amendment;
  const call = (order: AccountOrder) => callMarket(exchange.markets.value, marketNameOf(order));
  const cancel = (order: AccountOrder) => submission.run(() => cancelOrder(exchange, order));
  return {
    title: "Edit or cancel",
    isTitleHidden: true,
    cell: (order) => {
      const list = findList(lists, order);
      const isChanging = order.area !== "futures" && !list && amendment.isOf(order);
      const name = `order ${order.orderIdString} on ${call(order)}`;
      return (
        <span class="order-acts">
          {list ? (
            <CancelList exchange={exchange} list={list} order={order} submission={submission} />
          ) : order.area === "futures" ? (
            <button
              type="button"
              class="act"
              aria-label={`Move ${name}`}
              onClick={() => askToMove(exchange, order)}
            >
              Move
            </button>
          ) : (
            <AmendActs amendment={amendment} order={order} name={name} />
          )}
          {isChanging ? null : (
            <button
              type="button"
              class="act"
              disabled={submission.isBusy}
              aria-label={`Cancel ${name}${list ? ", which ends its list" : ""}`}
              title={list && "Ends the list: its other orders are canceled, too."}
              onClick={() => cancel(order)}
            >
              Cancel
            </button>
          )}
        </span>
      );
    },
  };
}

interface CancelListProps {
  readonly exchange: ConsoleExchange;
  readonly list: OwnList;
  readonly order: AccountOrder;
  readonly submission: Submission;
}

/** Once for all its orders. None of them is changed in its line (SPOT-LIST-14). */
function CancelList({ exchange, list, order, submission }: CancelListProps) {
  if (!isFirstOf(list, order)) return null;
  const { id: orderListId, symbol, kind, orders } = list;
  const name = `${kind} of ${orders.length} orders on ${callMarket(exchange.markets.value, symbol)}`;
  const cancel = async () => {
    await exchange.sender.value.spot.cancelOrderList({ symbol, orderListId });
    return `Canceled the ${name}`;
  };
  return (
    <button
      type="button"
      class="act"
      disabled={submission.isBusy}
      aria-label={`Cancel list: ${name}`}
      onClick={() => submission.run(cancel)}
    >
      Cancel list
    </button>
  );
}

/** The bar stands on the chart of its market, where the line can be seen. */
function askToMove(exchange: ConsoleExchange, order: AccountOrder): void {
  exchange.select(marketNameOf(order));
  askedMove.set(orderLineId(order));
  showArea("chart");
}

interface AmendActsProps {
  readonly amendment: Amendment;
  readonly order: PairOrder;
  /** `order 7 on BTC/USDT` */
  readonly name: string;
}

/** Enter in one of the fields saves, Escape leaves; then the button is in focus that they began with. */
function AmendActs({ amendment, order, name }: AmendActsProps) {
  const { submission, formId } = amendment;
  const isOpen = amendment.isOf(order);
  const wasOpen = useRef(false);
  const change = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (wasOpen.current && !isOpen) change.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (!isOpen) {
    return (
      <button
        ref={change}
        type="button"
        class="act"
        disabled={submission.isBusy}
        aria-label={`Edit ${name}`}
        onClick={() => amendment.begin(order)}
      >
        Edit
      </button>
    );
  }
  const save = (event: Event) => {
    event.preventDefault();
    amendment.send(order);
  };
  return (
    <form id={formId} class="order-acts" onSubmit={save} noValidate>
      <button type="submit" class="act" disabled={submission.isBusy} aria-label={`Save ${name}`}>
        Save
      </button>
      <button
        type="button"
        class="act"
        aria-label={`Back, leave ${name} as it is`}
        onClick={amendment.leave}
      >
        Back
      </button>
    </form>
  );
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
