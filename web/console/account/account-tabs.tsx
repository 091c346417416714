/** All that is the user's own: orders, what came of them, money, positions, and what has happened. */
import type { ConsoleExchange } from "../exchange/exchange.ts";
import { useLive } from "../exchange/use-live.ts";
import { shownTab, showTab } from "../frame/place.ts";
import { Panel } from "../parts/panel.tsx";
import { type Tab, Tabs } from "../parts/tabs.tsx";
import { Balances } from "./balances.tsx";
import { EventFeed } from "./event-feed.tsx";
import { OrderHistory } from "./history/order-history.tsx";
import { OwnTrades } from "./history/own-trades.tsx";
import { OpenOrders } from "./orders/open-orders.tsx";
import { PositionsTab } from "./positions-tab.tsx";
import "./account.css";

interface AccountProps {
  readonly exchange: ConsoleExchange;
}

export function AccountTabs({ exchange }: AccountProps) {
  const chosen = useLive(shownTab);
  const alerts = useLive(exchange.alerts, ({ length }) => length);
  const isSignedIn = useLive(exchange.key) !== undefined;
  const orders = useLive(exchange.account.orders, ({ length }) => length);
  const positions = useLive(
    exchange.account.positions,
    (held) => held.filter(({ volume }) => volume !== "0").length,
  );
  const own = (panel: Tab["panel"]) => () =>
    isSignedIn ? panel() : <p class="empty">Sign in to see your orders, positions and balances.</p>;
  const tabs: readonly Tab[] = [
    {
      id: "orders",
      label: "Open orders",
      count: orders,
      panel: own(() => <OpenOrders exchange={exchange} />),
    },
    {
      id: "positions",
      label: "Positions",
      count: positions,
      panel: own(() => <PositionsTab exchange={exchange} />),
    },
    { id: "balances", label: "Balances", panel: own(() => <Balances exchange={exchange} />) },
    {
      id: "history",
      label: "Order history",
      panel: own(() => <OrderHistory exchange={exchange} />),
    },
    { id: "trades", label: "Trades", panel: own(() => <OwnTrades exchange={exchange} />) },
    {
      id: "feed",
      label: "Events",
      count: alerts,
      isLoud: true,
      panel: () => <EventFeed exchange={exchange} />,
    },
  ];
  return (
    <Panel title="Account" isTitleHidden class="account">
      <Tabs label="Account" tabs={tabs} chosen={chosen} choose={showTab} />
    </Panel>
  );
}
