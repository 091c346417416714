/**
 * Money in and out: of the free balances of users, and of the funds of the exchange. Each movement bears an
 * id, and the same id moves the money once and gets the same reply (LEDGER-MOVE-3). Rule LEDGER-FUND-1.
 */
import { decimalText, name as nameShape, record, type Shape, text, told } from "../../field.ts";
import { decimal } from "../../forms.ts";
import { optional, required } from "../../parameter.ts";
import { assetName, name, userName, wordOf } from "../forms.ts";
import { type OperationWords, request, type TypedCommand } from "../request.ts";
import { at, option } from "../typed.ts";
import { withoutIt } from "../usual.ts";

export const MOVED_PARAMETERS = {
  asset: at("ASSET", required(assetName)),
  amount: at("AMOUNT", required(told(decimal, { description: "How much, above zero." }))),
  id: option(
    "--id ID",
    "name of this movement: the same one twice moves money once",
    optional(
      told(name, {
        description:
          "An id of your own, of letters, digits and ._:/-: the same id moves the money once. Drawn without one.",
      }),
    ),
    { isDrawn: true },
  ),
};

const ID = text("id of the movement: sent again with it, the money moves once");
const MOVED_FIELDS = { asset: nameShape("asset"), amount: decimalText("how much was moved") };

/** The refusals of every movement. */
const MOVED_CODES = ["NO_SUCH_ASSET", "BAD_PRECISION", "ID_USED"] as const;
/** The refusals of a movement that takes out. */
const TAKEN_CODES = [...MOVED_CODES, "BALANCE_NOT_ENOUGH"] as const;

export const DEPOSIT = request({
  method: "POST",
  path: "/deposits",
  ...ofUser({ operation: "deposit", summary: "Put money into a user's spot account" }, MOVED_CODES),
  commands: [{ words: "deposit", says: "add to what a user has free" }],
});
export const WITHDRAW = request({
  method: "POST",
  path: "/withdrawals",
  ...ofUser(
    { operation: "withdraw", summary: "Take money out of what a user has free in spot" },
    TAKEN_CODES,
  ),
  commands: [{ words: "withdraw", says: "take from what a user has free" }],
});

function ofUser(words: OperationWords, codes: typeof MOVED_CODES | typeof TAKEN_CODES) {
  return {
    parameters: { user: at("USER", required(userName)), ...MOVED_PARAMETERS },
    about: {
      ...words,
      tag: "money",
      reply: record({ id: ID, user: text("user whose money it is"), ...MOVED_FIELDS }),
      codes: ["NO_SUCH_USER", ...codes],
      waitsFor: "command",
    },
  } as const;
}

/** The accounts of the exchange that an operator fills, by the rulebook's names. */
export const FUNDS = {
  LOAN_POOL: "loan_pool",
  MARGIN_INSURANCE: "margin_insurance",
  FUT_INSURANCE: "futures_insurance",
} as const;

type FundName = keyof typeof FUNDS;

const fundName = told(wordOf("LOAN_POOL", "MARGIN_INSURANCE", "FUT_INSURANCE"), {
  description: "Which fund of the exchange.",
});

/** The funds by what they insure. */
const INSURED = { margin: "MARGIN_INSURANCE", futures: "FUT_INSURANCE" } as const;
const INSURED_USUALLY: keyof typeof INSURED = "margin";

const FUND_PARAMETERS = {
  fund: option(
    "--fund NAME",
    `what it insures, ${Object.keys(INSURED).join(" or ")}`,
    required(fundName),
    {
      as: { called: "--fund", means: INSURED },
      otherwise: INSURED_USUALLY,
      usual: withoutIt(INSURED_USUALLY),
    },
  ),
  ...MOVED_PARAMETERS,
};

/** LEDGER-FUND-1 */
export const FILL_FUND = request({
  method: "POST",
  path: "/funds/fill",
  ...ofFund(
    { operation: "fillFund", summary: "Put money into a fund of the exchange" },
    MOVED_CODES,
  ),
  commands: [
    poolCommand("pool fund", "put money into the loan pool"),
    { words: "insurance fund", says: "put money into an insurance fund" },
  ],
});
export const DRAW_FUND = request({
  method: "POST",
  path: "/funds/draw",
  ...ofFund(
    { operation: "drawFund", summary: "Take money out of a fund of the exchange" },
    TAKEN_CODES,
  ),
  commands: [
    poolCommand("pool withdraw", "take from the loan pool what is not lent out"),
    { words: "insurance withdraw", says: "take money from an insurance fund" },
  ],
});

function ofFund(words: OperationWords, codes: typeof MOVED_CODES | typeof TAKEN_CODES) {
  const fund = fundName.shape as Shape<FundName>;
  return {
    parameters: FUND_PARAMETERS,
    about: {
      ...words,
      tag: "money",
      reply: record({ id: ID, fund, ...MOVED_FIELDS }),
      codes,
      waitsFor: "command",
    },
  } as const;
}

function poolCommand<const W extends string>(words: W, says: string): TypedCommand<W> {
  return { words, says, fixed: { fund: "LOAN_POOL" satisfies FundName } };
}
