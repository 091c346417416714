/** Which account a history of a pair is of; a contract has only one. */
import { useState } from "preact/hooks";
import type { Area, Market } from "../../exchange/exchange.ts";
import { Choice } from "../../parts/choice.tsx";

const AREAS = [
  { value: "spot", label: "Spot" },
  { value: "margin", label: "Margin" },
] as const;

/** The area that is shown, and how it is chosen: nothing where there is no choice. */
export function useAreaChoice(market: Market | undefined) {
  const [chosen, choose] = useState<"spot" | "margin">("spot");
  if (market?.kind === "contract") return { area: "futures" as Area, choice: null };
  const isLent = market?.symbol?.marginEnabled ?? false;
  const choice = isLent ? (
    <div class="account-bar">
      <Choice label="Account" options={AREAS} chosen={chosen} choose={(next) => choose(next)} />
    </div>
  ) : null;
  return { area: (isLent ? chosen : "spot") as Area, choice };
}
