/** Order entry for the selected market: spot and margin of a pair, positions of a contract. */
import { useRef, useState } from "preact/hooks";
import type { ConsoleExchange } from "../exchange/exchange.ts";
import { useLive } from "../exchange/use-live.ts";
import { Panel } from "../parts/panel.tsx";
import { Tabs } from "../parts/tabs.tsx";
import { ContractForm } from "./contract/contract-form.tsx";
import { PairForm } from "./pair/pair-form.tsx";
import "./trade.css";

/** The number of the ticket, which changes when a user signs out: the next user begins with an empty one. */
function useTicketNumber(exchange: ConsoleExchange): number {
  const apiKey = useLive(exchange.key)?.apiKey;
  const ticket = useRef({ apiKey, count: 0 });
  const { apiKey: before, count } = ticket.current;
  if (apiKey !== before) {
    ticket.current = { apiKey, count: before === undefined ? count : count + 1 };
  }
  return ticket.current.count;
}

export function OrderEntry({ exchange }: { readonly exchange: ConsoleExchange }) {
  const market = useLive(exchange.selected);
  const [area, setArea] = useState("spot");
  const ticket = useTicketNumber(exchange);
  const isKnown = useLive(exchange.areMarketsKnown);
  if (!market) {
    return (
      <Panel title="Order">
        {isKnown ? <p class="empty">There is no market to trade on yet.</p> : null}
      </Panel>
    );
  }
  // Another market is another form: nothing typed for the one must stay for the other.
  const key = `${market.name} ${ticket}`;
  if (market.kind === "contract") {
    return (
      <Panel title="Order" isTitleHidden class="trade">
        <ContractForm key={key} exchange={exchange} market={market} />
      </Panel>
    );
  }
  const form = (of: "spot" | "margin") => (
    <PairForm key={`${key} ${of}`} exchange={exchange} market={market} area={of} />
  );
  const spot = { id: "spot", label: "Spot", panel: () => form("spot") };
  const margin = { id: "margin", label: "Margin", panel: () => form("margin") };
  return (
    <Panel title="Order" isTitleHidden class="trade">
      <Tabs
        label="Account to trade with"
        tabs={market.symbol?.marginEnabled ? [spot, margin] : [spot]}
        chosen={area}
        choose={setArea}
      />
    </Panel>
  );
}
