/**
 * The desk: which panel stands where. It holds only what concerns the frame (which area a phone shows,
 * which dialog is open); everything else is read by the panels themselves from the exchange, so
 * nothing that the market does draws this again.
 */
import { useEffect, useState } from "preact/hooks";
import { AccountTabs } from "./account/account-tabs.tsx";
import { AlertList } from "./account/alert-list.tsx";
import { RiskWarning } from "./account/risk/risk-warning.tsx";
import type { ConsoleExchange } from "./exchange/exchange.ts";
import { listenForKeys, registerKey } from "./exchange/keyboard.ts";
import { useLive } from "./exchange/use-live.ts";
import { accountHeight, PERCENT_MAX } from "./frame/account-height.ts";
import { Help } from "./frame/help.tsx";
import { usePageTitle } from "./frame/page-title.ts";
import { PhoneTabs } from "./frame/phone-tabs.tsx";
import { showArea, shownArea, shownFoot, showTab } from "./frame/place.ts";
import { Splitter } from "./frame/splitter.tsx";
import { toggleTheme } from "./frame/theme.ts";
import { TopBar } from "./frame/top-bar.tsx";
import { useScroll } from "./frame/use-scroll.ts";
import { KeyButton } from "./key/key-button.tsx";
import { DepthChart } from "./market/book/depth-chart.tsx";
import { Ladder } from "./market/book/ladder.tsx";
import { Tape } from "./market/book/tape.tsx";
import { Chart } from "./market/chart.tsx";
import { MarketList } from "./market/market-list.tsx";
import { Dialog } from "./parts/dialog.tsx";
import { Panel } from "./parts/panel.tsx";
import { OrderEntry } from "./trade/order-entry.tsx";

type Open = "list" | "help" | undefined;

export function App({ exchange }: { readonly exchange: ConsoleExchange }) {
  const area = useLive(shownArea);
  const foot = useLive(shownFoot);
  const height = useLive(accountHeight);
  const alerts = useLive(exchange.alerts, ({ length }) => length);
  const scroll = useScroll(area);
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  useFrameKeys(setOpen);
  usePageTitle(exchange);
  // On a phone a price that was tapped in the book is of use only where orders are written.
  useEffect(() => exchange.draft.follow(() => showArea("trade")), [exchange]);

  return (
    <div
      class="desk"
      data-area={area}
      style={{
        "--account-most": `${PERCENT_MAX}dvh`,
        ...(height === undefined ? {} : { "--account": `${height}px` }),
      }}
    >
      <TopBar
        exchange={exchange}
        findMarket={() => findMarket(setOpen)}
        openHelp={() => setOpen("help")}
      >
        <KeyButton exchange={exchange} />
      </TopBar>
      <RiskWarning exchange={exchange} showPositions={showPositions} />
      <nav class="area-list" aria-label="Markets">
        <Panel title="Markets" isTitleHidden>
          <MarketList exchange={exchange} />
        </Panel>
      </nav>
      <main class="areas" {...scroll}>
        <div class="area area-chart">
          <Chart exchange={exchange} />
        </div>
        <div class="area area-book" data-foot={foot}>
          <Ladder exchange={exchange} />
          <DepthChart exchange={exchange} />
          <Tape exchange={exchange} />
        </div>
        <div class="area area-trade">
          <OrderEntry exchange={exchange} />
        </div>
        <div class="area area-account">
          <Splitter />
          <AccountTabs exchange={exchange} />
        </div>
      </main>
      <PhoneTabs chosen={area} alerts={alerts} choose={showArea} />
      <AlertList exchange={exchange} showEvents={showEvents} />
      <Dialog title="Markets" isOpen={open === "list"} close={close} class="dialog-list">
        <MarketList exchange={exchange} onChosen={close} />
      </Dialog>
      <Help isOpen={open === "help"} close={close} />
    </div>
  );
}

function showPositions(): void {
  showTab("positions");
  showArea("account");
}

function showEvents(): void {
  showTab("feed");
  showArea("account");
}

function useFrameKeys(setOpen: (open: Open) => void): void {
  useEffect(() => {
    const undo = [
      registerKey({ key: "/", label: "Find a market", run: () => findMarket(setOpen) }),
      registerKey({ key: "t", label: "Dark or light", run: toggleTheme }),
      registerKey({ key: "?", label: "Show the keys", run: () => setOpen("help") }),
      listenForKeys(document),
    ];
    return () => {
      for (const each of undo) each();
    };
  }, [setOpen]);
}

/** Into the filter of the list beside the chart, or, where that is not shown, of the dialog's. */
function findMarket(setOpen: (open: Open) => void): void {
  const filter = document.querySelector<HTMLElement>(".area-list [data-market-filter]");
  if (filter?.offsetParent) filter.focus();
  else setOpen("list");
}
