/**
 * Whether what is shown is live: a word and a dot, said aloud when it changes. While it is not, the page
 * is marked, so that prices are dimmed, and their age is told.
 */
import { useEffect, useState } from "preact/hooks";
import type { ConnectionState, ConsoleExchange } from "../exchange/exchange.ts";
import { useLive } from "../exchange/use-live.ts";
import { sayAge } from "../text/say-age.ts";

const WORDS: Readonly<Record<ConnectionState, string>> = {
  connecting: "Connecting",
  open: "Live",
  reconnecting: "Reconnecting",
  closed: "Offline",
};

export function ConnectionStatus({ exchange }: { readonly exchange: ConsoleExchange }) {
  const status = useLive(exchange.status);
  const staleSince = useLive(exchange.staleSince);
  useEffect(() => {
    document.documentElement.toggleAttribute("data-stale", staleSince !== undefined);
  }, [staleSince]);
  return (
    <>
      {staleSince === undefined ? null : <Age since={staleSince} />}
      <p class={`status status-${status}`} role="status">
        <span class="status-dot" aria-hidden="true" />
        {WORDS[status]}
      </p>
    </>
  );
}

const TICK_MS = 1_000;

/** Not said aloud: it changes every second. */
function Age({ since }: { readonly since: number }) {
  const [now, setNow] = useState(since);
  useEffect(() => {
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [since]);
  return <p class="stale-age">{`Data ${sayAge(now - since)} old`}</p>;
}
