/** What may be done about an open order: cancel it, change it, or in futures, which changes none, move it on the chart. */
import { useEffect, useRef } from "preact/hooks";
import { callMarket, marketNameOf } from "../../exchange/account/account-news.ts";
import type { AccountOrder, ConsoleExchange } from "../../exchange/exchange.ts";
import { showArea } from "../../frame/place.ts";
import { orderLineId } from "../../market/lines/chart-lines.ts";
import { askedMove } from "../../market/move/asked-move.ts";
import type { TableColumn } from "../../parts/table.tsx";
import type { PairOrder } from "./amendment.ts";
import type { Amendment } from "./use-amendment.ts";

export function actColumn(
  exchange: ConsoleExchange,
  amendment: Amendment,
): TableColumn<AccountOrder> {
  const { submission } = amendment;
  const call = (order: AccountOrder) => callMarket(exchange.markets.value, marketNameOf(order));
  const cancel = (order: AccountOrder) => submission.run(() => cancelOrder(exchange, order));
  return {
    title: "Edit or cancel",
    isTitleHidden: true,
    cell: (order) => {
      const isChanging = order.area !== "futures" && amendment.isOf(order);
      const name = `order ${order.orderIdString} on ${call(order)}`;
      return (
        <span class="order-acts">
          {order.area === "futures" ? (
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
              aria-label={`Cancel ${name}`}
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
