/** Asks to be told when the market's last price reaches another: those that wait, and one more. */
import { useState } from "preact/hooks";
import type { ConsoleExchange } from "../exchange/exchange.ts";
import { titleOf } from "../exchange/market/markets.ts";
import { useLive } from "../exchange/use-live.ts";
import { Dialog } from "../parts/dialog.tsx";
import { formatPlain } from "../text/format.ts";
import { FigureField } from "../trade/form/field.tsx";

export function PriceAlertButton({ exchange }: { readonly exchange: ConsoleExchange }) {
  const [isOpen, setOpen] = useState(false);
  const count = useLive(exchange.priceAlerts.entries, ({ length }) => length);
  return (
    <>
      <button type="button" class="act" onClick={() => setOpen(true)}>
        Alert
        {count > 0 ? <span class="tab-count">{count}</span> : null}
      </button>
      <Dialog title="Price alerts" isOpen={isOpen} close={() => setOpen(false)}>
        <div class="sheet">
          <Waiting exchange={exchange} />
          <NewAlert exchange={exchange} />
        </div>
      </Dialog>
    </>
  );
}

function Waiting({ exchange }: { readonly exchange: ConsoleExchange }) {
  const alerts = useLive(exchange.priceAlerts.entries);
  const markets = useLive(exchange.markets);
  if (alerts.length === 0) return <p class="field-hint">None is waiting.</p>;
  return (
    <ul class="averages" aria-label="Waiting price alerts">
      {alerts.map((alert) => {
        const market = markets.find(({ name }) => name === alert.market);
        const text = `${market ? titleOf(market) : alert.market} ${alert.isAbove ? "rises" : "falls"} to ${formatPlain(alert.price)}`;
        return (
          <li key={text}>
            <span>{text}</span>
            <button
              type="button"
              class="act"
              aria-label={`Remove: ${text}`}
              onClick={() => exchange.priceAlerts.remove(alert)}
            >
              Remove
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function NewAlert({ exchange }: { readonly exchange: ConsoleExchange }) {
  const market = useLive(exchange.selected);
  const [price, setPrice] = useState("");
  const [refusal, setRefusal] = useState<string>();
  if (!market) return null;
  const add = (event: Event) => {
    event.preventDefault();
    const refused = exchange.priceAlerts.add(market.name, price);
    setRefusal(refused);
    if (refused === undefined) setPrice("");
  };
  return (
    <form class="new-average" onSubmit={add} noValidate>
      <FigureField
        name="alertPrice"
        label={`When ${titleOf(market)} reaches`}
        unit={market.quote}
        value={price}
        change={(typed) => {
          setRefusal(undefined);
          setPrice(typed);
        }}
        complaint={
          refusal === undefined ? undefined : { field: "price", text: refusal, isWarning: false }
        }
      />
      <button type="submit" class="button" disabled={price.trim() === ""}>
        Add
      </button>
      <p class="field-hint">Told once, while this page is open.</p>
    </form>
  );
}
