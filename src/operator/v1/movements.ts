/**
 * Money in and out. Each movement bears an id, drawn here when none is given, and the same id moves
 * the money once and gets the same reply (LEDGER-MOVE-3). So the reply says nothing that may have
 * changed since, such as a balance.
 */
import type { Rejected } from "../../base/outcome.ts";
import type { Asset } from "../../engine/catalogue/catalogue.ts";
import { optional, required } from "../../http/dialect/endpoint.ts";
import { Refusal, type Reject } from "../../http/dialect/errors.ts";
import { decimal } from "../../http/dialect/forms.ts";
import { formatUnits, unitsOf } from "../../money/decimal.ts";
import { getAssetNamed, getUserNamed } from "./find.ts";
import { name } from "./forms.ts";
import { endpoint, submit } from "./operator.ts";
import { refusalOf } from "./refusals.ts";

export const deposit = movement("/deposits", "Deposit");
export const withdraw = movement("/withdrawals", "Withdraw");

function movement(path: string, type: "Deposit" | "Withdraw") {
  return endpoint({
    method: "POST",
    path,
    parameters: {
      user: required(name),
      asset: required(name),
      amount: required(decimal),
      id: optional(name),
    },
    async handle(call, values) {
      const id = values.id ?? call.drawId();
      const user = getUserNamed(call, values.user);
      const asset = getAssetNamed(call, values.asset);
      const amount = unitsIn(asset, values.amount);
      const moved = { id, user: user.id, asset: asset.id, amount };
      const again = values.id === undefined ? `the id ${id}` : "the same id";
      const remedy = `Send it again with ${again}: the money moves once.`;
      const outcome = await submit(call, { type, ...moved, request: call.request }, remedy);
      if (!outcome.ok) throw refusalOf(inUnitsOf(asset, outcome));
      const shown = formatUnits(amount, asset.scale);
      return { id, user: user.name, asset: asset.name, amount: shown };
    },
  });
}

/** NUM-SCALE-1: exact or not at all. */
function unitsIn({ scale }: Asset, amount: string): bigint {
  const units = unitsOf(amount, scale);
  if (units !== undefined) return units;
  const msg = `The amount has more than the ${scale} decimals of this asset.`;
  throw new Refusal("BAD_PRECISION", { msg });
}

/** The ledger counts in the smallest units; people do not. */
function inUnitsOf({ scale }: Asset, no: Rejected<Reject>): Rejected<Reject> {
  const { had, needed } = no;
  if (had === undefined || needed === undefined) return no;
  const shown = (units: string) => formatUnits(BigInt(units), scale);
  return { ...no, had: shown(had), needed: shown(needed) };
}
