/** The line above everything: the house, the market, the connection, theme, help and key. */
import type { ComponentChildren } from "preact";
import type { ConsoleExchange } from "../exchange/exchange.ts";
import { useLive } from "../exchange/use-live.ts";
import { MarketHeader } from "../market/market-header.tsx";
import { ConnectionStatus } from "./connection-status.tsx";
import { theme, toggleTheme } from "./theme.ts";

interface TopBarProps {
  readonly exchange: ConsoleExchange;
  findMarket(): void;
  openHelp(): void;
  /** The key button. */
  readonly children: ComponentChildren;
}

export function TopBar({ exchange, findMarket, openHelp, children }: TopBarProps) {
  return (
    <header class="top-bar">
      <h1 class="brand">
        <svg class="brand-mark" viewBox="0 0 20 20" aria-hidden="true">
          <path d="M4 16V8h2v8zM9 16V4h2v12zM14 16v-5h2v5z" />
        </svg>
        Bourse
      </h1>
      <MarketHeader exchange={exchange} findMarket={findMarket} />
      <div class="top-actions">
        <ConnectionStatus exchange={exchange} />
        <ThemeButton />
        <button type="button" class="button-icon" onClick={openHelp} aria-haspopup="dialog">
          <span aria-hidden="true">?</span>
          <span class="unseen">Keys and about</span>
        </button>
        {children}
      </div>
    </header>
  );
}

function ThemeButton() {
  const shown = useLive(theme);
  return (
    <button type="button" class="button-icon" onClick={toggleTheme}>
      <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
        <circle class="icon-ring" cx="8" cy="8" r="5.5" />
        <path d="M8 2.5a5.5 5.5 0 0 1 0 11z" />
      </svg>
      <span class="unseen">{shown === "dark" ? "Light colours" : "Dark colours"}</span>
    </button>
  );
}
