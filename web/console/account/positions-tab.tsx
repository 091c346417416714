/** Positions that are open, or those that have ended. */
import { useState } from "preact/hooks";
import type { ConsoleExchange } from "../exchange/exchange.ts";
import { Choice } from "../parts/choice.tsx";
import { ClosedPositions } from "./closed-positions.tsx";
import { Positions } from "./positions.tsx";

const WHICH = [
  { value: "open", label: "Open" },
  { value: "closed", label: "Closed" },
] as const;

export function PositionsTab({ exchange }: { readonly exchange: ConsoleExchange }) {
  const [which, setWhich] = useState<"open" | "closed">("open");
  return (
    <>
      <div class="account-bar">
        <Choice label="Which positions" options={WHICH} chosen={which} choose={setWhich} />
      </div>
      {which === "open" ? (
        <Positions exchange={exchange} />
      ) : (
        <ClosedPositions exchange={exchange} />
      )}
    </>
  );
}
