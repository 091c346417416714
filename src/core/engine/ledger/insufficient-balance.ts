/** The refusal for want of money, in any area. */
import { type Rejected, reject } from "../../base/outcome.ts";
import { formatUnits } from "../../money/decimal.ts";
import type { AssetId, Catalogue } from "../catalogue/catalogue.ts";

/** SPOT-CHECK-14, with the numbers in whole coins. */
export function insufficientBalance(
  { assets }: Catalogue,
  asset: AssetId,
  { had, needed }: { had: bigint; needed: bigint },
): Rejected<"insufficient_balance"> {
  const scale = assets[asset - 1]?.scale ?? 0;
  return reject("insufficient_balance", {
    had: formatUnits(had, scale),
    needed: formatUnits(needed, scale),
  });
}
