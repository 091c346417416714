/**
 * What a contract is worth has to be known before it is listed: its face value is chosen by it for ever, and
 * without an index the first trade, at whatever price, would be its mark (FUT-MARK-4). Rule OPER-FUT-7.
 */
import type { Asset } from "../../../../core/engine/catalogue/catalogue.ts";
import { indexPriceOf, isIndexStale } from "../../../../core/engine/prices/index-prices.ts";
import { engineTimeOf } from "../../../../runtime/replica/submission.ts";
import type { OperatorCall } from "../operator.ts";
import { OperatorRefusal } from "../refusals.ts";

/** OPER-FUT-7: every asset of them has an index by which something may be decided. */
export function demandIndex({ exchange }: OperatorCall, assets: readonly Asset[]): void {
  const { state } = exchange;
  const timeMs = engineTimeOf(exchange);
  const isStale = ({ id }: Asset) => isIndexStale(state, id, timeMs);
  const wanting = assets.filter((asset) => indexPriceOf(state, asset.id) === 0n || isStale(asset));
  if (wanting.length === 0) return;
  const sentences = wanting.map((asset) =>
    isStale(asset)
      ? `The index of ${asset.name} is stale: its sources are silent.`
      : `The index of ${asset.name} is not known.`,
  );
  const lines = wanting.map(({ name }) => `bourse index set ${name} PRICE`);
  const msg = `${sentences.join(" ")} A contract is listed by its index: set it first, ${lines.join(" and ")}.`;
  throw new OperatorRefusal("NO_INDEX", { msg });
}
