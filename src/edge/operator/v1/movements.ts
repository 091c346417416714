/**
 * Money in and out: of the free balances of users, and of the funds of the house. Each movement bears an
 * id, drawn here when none is given, and the same id moves the money once and gets the same reply
 * (LEDGER-MOVE-3). So the reply says nothing that may have changed since, such as a balance.
 */

import {
  DEPOSIT,
  DRAW_FUND,
  FILL_FUND,
  FUNDS,
  type MOVED_PARAMETERS,
  WITHDRAW,
} from "../../../contract/operator/users/movements.ts";
import type { ValuesOf } from "../../../contract/parameter.ts";
import { Refusal } from "../../../contract/refusal.ts";
import type { Rejected } from "../../../core/base/outcome.ts";
import type { Asset } from "../../../core/engine/catalogue/catalogue.ts";
import type { OperatorCommand } from "../../../core/engine/outcomes.ts";
import { formatUnits, unitsOf } from "../../../core/money/decimal.ts";
import { getAssetNamed, getUserNamed } from "./find.ts";
import { endpoint, type OperatorCall, submit } from "./operator.ts";
import { type OperatorReject, refusalOf } from "./refusals.ts";

export const deposit = ofUser(DEPOSIT, "Deposit");
export const withdraw = ofUser(WITHDRAW, "Withdraw");

function ofUser(declared: typeof DEPOSIT | typeof WITHDRAW, type: "Deposit" | "Withdraw") {
  return endpoint(declared, async (call, values) => {
    const user = getUserNamed(call, values.user);
    const { id, ...moved } = await move(call, values, (sum) => ({ type, user: user.id, ...sum }));
    return { id, user: user.name, ...moved };
  });
}

/** LEDGER-FUND-1 */
export const fillFund = ofFund(FILL_FUND, "FillFund");
export const drawFund = ofFund(DRAW_FUND, "DrawFund");

function ofFund(declared: typeof FILL_FUND | typeof DRAW_FUND, type: "FillFund" | "DrawFund") {
  return endpoint(declared, async (call, values) => {
    const fund = FUNDS[values.fund];
    const { id, ...moved } = await move(call, values, (sum) => ({ type, fund, ...sum }));
    return { id, fund: values.fund, ...moved };
  });
}

interface Sum {
  readonly id: string;
  readonly asset: number;
  readonly amount: bigint;
  readonly request: number;
}

/** Hands a movement to the sequencer, and says what was moved. */
async function move(
  call: OperatorCall,
  values: ValuesOf<typeof MOVED_PARAMETERS>,
  commandOf: (sum: Sum) => OperatorCommand,
) {
  const id = values.id ?? call.drawId();
  const asset = getAssetNamed(call, values.asset);
  const amount = unitsIn(asset, values.amount);
  const command = commandOf({ id, asset: asset.id, amount, request: call.request });
  const again = values.id === undefined ? `the id ${id}` : "the same id";
  const remedy = `Send it again with ${again}: the money moves once.`;
  const outcome = await submit(call, command, remedy);
  if (!outcome.ok) throw refusalOf(inUnitsOf(asset, outcome));
  return { id, asset: asset.name, amount: formatUnits(amount, asset.scale) };
}

/** NUM-SCALE-1: exact or not at all. */
export function unitsIn({ scale }: Asset, amount: string): bigint {
  const units = unitsOf(amount, scale);
  if (units !== undefined) return units;
  const msg = `The amount has more than the ${scale} decimals of this asset.`;
  throw new Refusal("BAD_PRECISION", { msg });
}

/** The ledger counts in the smallest units; the message says whole coins. */
function inUnitsOf({ scale }: Asset, no: Rejected<OperatorReject>): Rejected<OperatorReject> {
  const { had, needed } = no;
  if (had === undefined || needed === undefined) return no;
  const shown = (units: string) => formatUnits(BigInt(units), scale);
  return { ...no, had: shown(had), needed: shown(needed) };
}
