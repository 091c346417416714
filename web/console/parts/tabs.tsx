/**
 * A row of tabs and the panel of the chosen one. Arrow keys choose, as users of screen readers
 * expect of tabs; only the chosen panel is in the page.
 */
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { moveByArrows } from "./roving.ts";

export interface Tab {
  readonly id: string;
  readonly label: string;
  /** A small figure behind the label, such as how many orders are open. */
  readonly count?: number;
  /** The figure is of what must not be missed. */
  readonly isLoud?: boolean;
  /** Called for the chosen tab only. */
  panel(): ComponentChildren;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly chosen: string;
  choose(id: string): void;
  readonly class?: string;
}

export function Tabs({ label, tabs, chosen, choose, class: name = "" }: TabsProps) {
  const root = useId();
  const row = useChosenInSight(chosen);
  const current = tabs.find(({ id }) => id === chosen) ?? tabs[0];
  const onKeyDown = moveByArrows("horizontal", ({ dataset }) => choose(dataset["member"] ?? ""));
  return (
    <div class={`tabs ${name}`}>
      <div class="tab-row" role="tablist" ref={row} aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map(({ id, label: text, count, isLoud }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${root}-${id}`}
            class="tab"
            data-member={id}
            aria-selected={id === current?.id}
            aria-controls={`${root}-panel`}
            tabIndex={id === current?.id ? 0 : -1}
            onClick={() => choose(id)}
          >
            {text}{" "}
            {count ? (
              <span class={`tab-count ${isLoud ? "tab-count-loud" : ""}`}>{count}</span>
            ) : null}
          </button>
        ))}
      </div>
      <div
        class="tab-panel"
        role="tabpanel"
        id={`${root}-panel`}
        aria-labelledby={`${root}-${current?.id}`}
      >
        {current?.panel()}
      </div>
    </div>
  );
}

/** Where a row is longer than its place, the chosen tab is scrolled to; also when the row comes in sight. */
function useChosenInSight(chosen: string) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const place = row.current;
    if (!place) return undefined;
    const look = () =>
      place
        .querySelector('[aria-selected="true"]')
        ?.scrollIntoView({ block: "nearest", inline: "nearest" });
    const observer = new ResizeObserver(look);
    observer.observe(place);
    look();
    return () => observer.disconnect();
  }, [chosen]);
  return row;
}
