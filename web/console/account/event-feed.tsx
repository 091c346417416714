/** What has happened, newest first. New lines are read out to those who listen. */
import type { ConsoleExchange } from "../exchange/exchange.ts";
import { useLive } from "../exchange/use-live.ts";
import { formatTime } from "../text/format.ts";

export function EventFeed({ exchange }: { readonly exchange: ConsoleExchange }) {
  const entries = useLive(exchange.feed);
  if (entries.length === 0) return <p class="empty">Nothing has happened yet.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
    <section class="scroll" aria-label="Events" tabIndex={0}>
      <div class="feed" role="log">
        {entries.map(({ id, time, tone = "plain", text }) => (
          <p key={id} class="feed-entry">
            <time dateTime={new Date(time).toISOString()}>{formatTime(time)}</time>
            <span class={`feed-${tone}`}>{text}</span>
          </p>
        ))}
      </div>
    </section>
  );
}
