/** The keys that work right now, and the credit of the chart. */
import { consoleKeys } from "../exchange/keyboard.ts";
import { useLive } from "../exchange/use-live.ts";
import { Dialog } from "../parts/dialog.tsx";

interface HelpProps {
  readonly isOpen: boolean;
  close(): void;
}

export function Help({ isOpen, close }: HelpProps) {
  const keys = useLive(consoleKeys);
  return (
    <Dialog title="Keys" isOpen={isOpen} close={close}>
      <dl class="keys">
        {keys.map(({ key, label }) => (
          <div key={`${key} ${label}`}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
        <div>
          <dt>
            <kbd>↑</kbd> <kbd>↓</kbd>
          </dt>
          <dd>Walk through markets, and through the prices of the book</dd>
        </div>
        <div>
          <dt>
            <kbd>Esc</kbd>
          </dt>
          <dd>Close what is open</dd>
        </div>
      </dl>
      <p class="credit">
        Times are UTC. The API and its documents are at <a href="/docs">/docs</a>. The chart is
        drawn with{" "}
        <a href="https://www.tradingview.com/" rel="noreferrer" target="_blank">
          TradingView Lightweight Charts™
        </a>
        , © 2025 TradingView, Inc.
      </p>
    </Dialog>
  );
}
