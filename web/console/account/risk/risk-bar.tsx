/** How much of a position's margin is needed to keep it, as a figure and a bar. */
import { neededOf, stateOf } from "./risk.ts";

export function RiskBar({ position }: { readonly position: Parameters<typeof neededOf>[0] }) {
  const needed = neededOf(position);
  return (
    <span
      class={`risk risk-${stateOf(needed)}`}
      title="Of the margin so much is needed to keep the position; at 100% it is liquidated."
    >
      {needed}%
      <meter min={0} max={100} low={50} high={80} optimum={0} value={needed} aria-hidden="true" />
    </span>
  );
}
