/**
 * Money in and out: of the free balances of users, and of the funds of the house. Each movement bears an
 * id, drawn here when none is given, and the same id moves the money once and gets the same reply
 * (LEDGER-MOVE-3). So the reply says nothing that may have changed since, such as a balance.
 */

import type { Rejected } from "../../base/outcome.ts";
import { decimalText, name as nameShape, record, text, told } from "../../contract/field.ts";
import { decimal } from "../../contract/forms.ts";
import { optional, required, type ValuesOf } from "../../contract/parameter.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Asset } from "../../engine/catalogue/catalogue.ts";
import type { OperatorCommand } from "../../engine/outcomes.ts";
import { formatUnits, unitsOf } from "../../money/decimal.ts";
import type { OperationWords } from "./about.ts";
import { getAssetNamed, getUserNamed } from "./find.ts";
import { assetName, name, userName, wordOf } from "./forms.ts";
import { endpoint, type OperatorCall, submit } from "./operator.ts";
import { type OperatorReject, refusalOf } from "./refusals.ts";

const MOVED = {
  asset: required(assetName),
  amount: required(told(decimal, { description: "How much, above zero." })),
  id: optional(
    told(name, {
      description:
        "An id of your own, of letters, digits and ._:/-: the same id moves the money once. Drawn without one.",
    }),
  ),
};

const MOVED_FIELDS = {
  id: text("id of the movement: sent again with it, the money moves once"),
  asset: nameShape("asset"),
  amount: decimalText("how much was moved"),
};

/** The refusals of every movement. */
const MOVED_CODES = ["NO_SUCH_ASSET", "BAD_PRECISION", "ID_USED"] as const;
/** The refusals of a movement that takes out. */
const TAKEN_CODES = [...MOVED_CODES, "BALANCE_NOT_ENOUGH"] as const;

export const deposit = ofUser("/deposits", "Deposit", {
  operation: "deposit",
  summary: "Put money into a user's spot account",
});
export const withdraw = ofUser("/withdrawals", "Withdraw", {
  operation: "withdraw",
  summary: "Take money out of what a user has free in spot",
});

function ofUser(path: string, type: "Deposit" | "Withdraw", words: OperationWords) {
  return endpoint({
    method: "POST",
    path,
    parameters: { user: required(userName), ...MOVED },
    about: {
      ...words,
      tag: "money",
      reply: record({ ...MOVED_FIELDS, user: text("user whose money it is") }),
      codes: ["NO_SUCH_USER", ...(type === "Deposit" ? MOVED_CODES : TAKEN_CODES)],
      waitsFor: "command",
    },
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

const fundName = told(wordOf("LOAN_POOL", "MARGIN_INSURANCE", "FUT_INSURANCE"), {
  description: "Which fund of the exchange.",
});

/** LEDGER-FUND-1 */
export const fillFund = ofFund("/funds/fill", "FillFund", {
  operation: "fillFund",
  summary: "Put money into a fund of the exchange",
});
export const drawFund = ofFund("/funds/draw", "DrawFund", {
  operation: "drawFund",
  summary: "Take money out of a fund of the exchange",
});

function ofFund(path: string, type: "FillFund" | "DrawFund", words: OperationWords) {
  return endpoint({
    method: "POST",
    path,
    parameters: { fund: required(fundName), ...MOVED },
    about: {
      ...words,
      tag: "money",
      reply: record({ ...MOVED_FIELDS, fund: fundName.shape }),
      codes: type === "FillFund" ? MOVED_CODES : TAKEN_CODES,
      waitsFor: "command",
    },
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
