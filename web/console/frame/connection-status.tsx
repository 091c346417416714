/** Whether what is shown is live: a word and a dot, said aloud when it changes. */
import type { ConsoleExchange, StreamStatus } from "../exchange/exchange.ts";
import { useLive } from "../exchange/use-live.ts";

const WORDS: Readonly<Record<StreamStatus, string>> = {
  connecting: "Connecting",
  open: "Live",
  reconnecting: "Reconnecting",
  closed: "Offline",
};

export function ConnectionStatus({ exchange }: { readonly exchange: ConsoleExchange }) {
  const status = useLive(exchange.status);
  return (
    <p class={`status status-${status}`} role="status">
      <span class="status-dot" aria-hidden="true" />
      {WORDS[status]}
    </p>
  );
}
