/**
 * On a phone the areas of the desk are shown one at a time. All of them stay in the page, so what was
 * typed into an order is still there after a look at the book.
 */
import { AREAS, type AreaName } from "./place.ts";

const LABELS: Readonly<Record<AreaName, string>> = {
  chart: "Chart",
  book: "Book",
  trade: "Trade",
  account: "Account",
};

interface PhoneTabsProps {
  readonly chosen: AreaName;
  /** How many alerts wait in the account. */
  readonly alerts: number;
  choose(area: AreaName): void;
}

export function PhoneTabs({ chosen, alerts, choose }: PhoneTabsProps) {
  return (
    <nav class="phone-tabs" aria-label="Areas">
      {AREAS.map((area) => (
        <button
          key={area}
          type="button"
          class="phone-tab"
          aria-current={area === chosen ? "page" : undefined}
          onClick={() => choose(area)}
        >
          {LABELS[area]}
          {area === "account" && alerts > 0 ? (
            <span class="tab-count tab-count-loud">{alerts}</span>
          ) : null}
        </button>
      ))}
    </nav>
  );
}
