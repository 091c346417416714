/** A part of the page: its name, what can be asked of it as a whole, and what went wrong in it. */
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

interface PanelProps {
  readonly title: string;
  /** Buttons beside the name. */
  readonly beside?: ComponentChildren;
  readonly problem?: string | undefined;
  readonly children: ComponentChildren;
}

export function Panel({ title, beside, problem, children }: PanelProps) {
  const id = useId();
  return (
    <section class="panel" aria-labelledby={id}>
      <header class="row between">
        <h2 id={id}>{title}</h2>
        {beside}
      </header>
      {problem !== undefined && <p class="notice bad">{problem}</p>}
      {children}
    </section>
  );
}

/** A word with a colour; the word says it all. */
export function Badge({ kind, children }: { readonly kind: BadgeKind; children: string }) {
  return <span class={`badge ${kind}`}>{children}</span>;
}

export type BadgeKind = "good" | "bad" | "warn" | "plain";
