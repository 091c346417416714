/** Two figures of one cell, the lesser beneath the other. */
import type { ComponentChildren } from "preact";

interface TwoLinesProps {
  readonly first: ComponentChildren;
  readonly second: ComponentChildren;
}

export function TwoLines({ first, second }: TwoLinesProps) {
  return (
    <span class="two-lines">
      <span>{first}</span> <small>{second}</small>
    </span>
  );
}
