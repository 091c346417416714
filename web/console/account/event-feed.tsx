/** The events of the account, newest first. A screen reader reads new lines out. */
import type { ConsoleExchange } from "../exchange/exchange.ts";
import { useLive } from "../exchange/use-live.ts";
import { Moment } from "../parts/moment.tsx";

export function EventFeed({ exchange }: { readonly exchange: ConsoleExchange }) {
  const entries = useLive(exchange.feed);
  const isSignedIn = useLive(exchange.key) !== undefined;
  if (entries.length === 0) {
    return (
      <p class="empty">
        {isSignedIn
          ? "No events yet: your orders, fills and liquidations will be told here."
          : "Sign in to see what happens to your orders and positions."}
      </p>
    );
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
    <section class="scroll" aria-label="Events" tabIndex={0}>
      <div class="feed" role="log">
        {entries.map(({ id, time, tone = "plain", text }) => (
          <p key={id} class="feed-entry">
            <Moment time={time} />
            <span class={`feed-${tone}`}>{text}</span>
          </p>
        ))}
      </div>
    </section>
  );
}
