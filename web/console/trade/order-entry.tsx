/** Order entry for the selected market: spot and margin of a pair, positions of a contract. */
import { useState } from "preact/hooks";
import type { ConsoleExchange } from "../exchange/exchange.ts";
import { useLive } from "../exchange/use-live.ts";
import { Panel } from "../parts/panel.tsx";
import { Tabs } from "../parts/tabs.tsx";
import { ContractForm } from "./contract/contract-form.tsx";
import { PairForm } from "./pair/pair-form.tsx";
import "./trade.css";

export function OrderEntry({ exchange }: { readonly exchange: ConsoleExchange }) {
  const market = useLive(exchange.selected);
  const [area, setArea] = useState("spot");
  if (!market) return <Panel title="Order">{null}</Panel>;
  // Another market is another form: nothing typed for the one must stay for the other.
  const key = market.name;
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
