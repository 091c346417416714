/**
 * What the user must not miss, over everything else until it is dismissed: the newest, and how many more
 * there are. It takes no focus away from what is being typed, and is said aloud.
 */
import type { AccountAlert, ConsoleExchange } from "../exchange/exchange.ts";
import { useLive } from "../exchange/use-live.ts";
import { Moment } from "../parts/moment.tsx";

interface AlertListProps {
  readonly exchange: ConsoleExchange;
  /** Leads to the list of events. */
  showEvents(): void;
}

export function AlertList({ exchange, showEvents }: AlertListProps) {
  const alerts = useLive(exchange.alerts);
  const [newest] = alerts;
  if (!newest) return null;
  const rest = alerts.length - 1;
  const dismissAll = () => {
    for (const { id } of alerts) exchange.dismissAlert(id);
  };
  return (
    <section class="alerts" aria-label="Alerts">
      <Alert
        key={newest.id}
        alert={newest}
        showEvents={showEvents}
        dismiss={() => exchange.dismissAlert(newest.id)}
      />
      {rest > 0 ? (
        <p class="alerts-more">
          {rest} more under Events
          <button type="button" class="act" onClick={dismissAll}>
            Dismiss all {alerts.length}
          </button>
        </p>
      ) : null}
    </section>
  );
}

interface AlertProps {
  readonly alert: AccountAlert;
  showEvents(): void;
  dismiss(): void;
}

function Alert({ alert: { title, time, lines }, showEvents, dismiss }: AlertProps) {
  return (
    <div class="alert" role="alert">
      <h2 class="alert-title">{title}</h2>
      <Moment time={time} />
      {lines.map((line) => (
        <p key={line} class="alert-line">
          {line}
        </p>
      ))}
      <div class="alert-acts">
        <button type="button" class="act" onClick={showEvents}>
          Show events
        </button>
        <button type="button" class="act" aria-label={`Dismiss: ${title}`} onClick={dismiss}>
          Dismiss
        </button>
      </div>
    </div>
  );
}
