/**
 * Money in and out: of what a user has free, and of the funds of the house. Each movement bears an
 * id, drawn here when none is given, and the same id moves the money once and gets the same reply
 * (LEDGER-MOVE-3). So the reply says nothing that may have changed since, such as a balance.
 */

import type { Rejected } from "../../base/outcome.ts";
import type { Asset } from "../../engine/catalogue/catalogue.ts";
import type { Command } from "../../engine/codec.ts";
import type { Reject } from "../../engine/events.ts";
import { optional, required, type ValuesOf } from "../../http/dialect/endpoint.ts";
import { Refusal } from "../../http/dialect/errors.ts";
import { decimal } from "../../http/dialect/forms.ts";
import { formatUnits, unitsOf } from "../../money/decimal.ts";
import { getAssetNamed, getUserNamed } from "./find.ts";
import { name, wordOf } from "./forms.ts";
import { endpoint, type OperatorCall, submit } from "./operator.ts";
import { refusalOf } from "./refusals.ts";

const MOVED = { asset: required(name), amount: required(decimal), id: optional(name) };

export const deposit = ofUser("/deposits", "Deposit");
export const withdraw = ofUser("/withdrawals", "Withdraw");

function ofUser(path: string, type: "Deposit" | "Withdraw") {
  return endpoint({
    method: "POST",
    path,
    parameters: { user: required(name), ...MOVED },
    async handle(call, values) {
      const user = getUserNamed(call, values.user);
      const { id, ...moved } = await move(call, values, (sum) => ({ type, user: user.id, ...sum }));
      return { id, user: user.name, ...moved };
    },
  });
}

/** The accounts of the house that an operator fills, by the rulebook's names. */
const FUNDS = {
  LOAN_POOL: "loan_pool",
  MARGIN_INSURANCE: "margin_insurance",
  FUT_INSURANCE: "futures_insurance",
} as const;

const fundName = wordOf("LOAN_POOL", "MARGIN_INSURANCE", "FUT_INSURANCE");

/** LEDGER-FUND-1 */
export const fillFund = ofFund("/funds/fill", "FillFund");
export const drawFund = ofFund("/funds/draw", "DrawFund");

function ofFund(path: string, type: "FillFund" | "DrawFund") {
  return endpoint({
    method: "POST",
    path,
    parameters: { fund: required(fundName), ...MOVED },
    async handle(call, values) {
      const fund = FUNDS[values.fund];
      const { id, ...moved } = await move(call, values, (sum) => ({ type, fund, ...sum }));
      return { id, fund: values.fund, ...moved };
    },
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
  values: ValuesOf<typeof MOVED>,
  commandOf: (sum: Sum) => Command,
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

/** The ledger counts in the smallest units; people do not. */
function inUnitsOf({ scale }: Asset, no: Rejected<Reject>): Rejected<Reject> {
  const { had, needed } = no;
  if (had === undefined || needed === undefined) return no;
  const shown = (units: string) => formatUnits(BigInt(units), scale);
  return { ...no, had: shown(had), needed: shown(needed) };
}
