/** Tells in a line of a history that it was the exchange that traded, and why. */
import type { Forced } from "../../../../src/client/client.ts";
import { Mark } from "../../parts/mark.tsx";

const WORDS = { LIQUIDATION: "Liquidation", DELEVERAGING: "Deleveraged" } as const;

export function ForcedMark({ forced }: { readonly forced: Forced }) {
  return forced === "NONE" ? null : <Mark isLoud>{WORDS[forced]}</Mark>;
}
