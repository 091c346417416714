/** A region of the page with its heading, and what can be set about it on the right. */
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

interface PanelProps {
  readonly title: string;
  /** The heading is read aloud but not shown: where tabs or the content already say it. */
  readonly isTitleHidden?: boolean;
  readonly actions?: ComponentChildren;
  readonly class?: string;
  readonly children: ComponentChildren;
}

export function Panel({ title, isTitleHidden, actions, class: name = "", children }: PanelProps) {
  const id = useId();
  const hasHead = isTitleHidden !== true || actions !== undefined;
  const heading = (
    <h2 id={id} class={isTitleHidden ? "unseen" : "panel-title"}>
      {title}
    </h2>
  );
  return (
    <section class={`panel ${name}`} aria-labelledby={id}>
      {hasHead ? (
        <header class="panel-head">
          {heading}
          {actions}
        </header>
      ) : (
        heading
      )}
      {children}
    </section>
  );
}
