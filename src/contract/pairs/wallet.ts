/**
 * Money that a user moves: between the user's own accounts, and back to where it was borrowed. Both are beyond the spec, in the
 * words of its family of venues. Rules MARG-TRANSFER-1, MARG-REPAY-4.
 */
import { signedEndpoint } from "../endpoint.ts";
import { decimalText, id, record, told } from "../field.ts";
import { clientRequestId, positiveDecimal, REPEAT_CODES, wordIn, words } from "../forms.ts";
import { USUAL_LIMIT } from "../limits.ts";
import { optional, required } from "../parameter.ts";
import { MARGIN, SPOT } from "./areas.ts";

/** A user's accounts. */
const ACCOUNTS = new Map([
  ["EXCHANGE", "spot"],
  ["MARGIN", "margin"],
  ["FUTURE", "futures"],
] as const);
const account = wordIn("account", ACCOUNTS);

const asset = told(words, { description: "The asset, in either case." });

export const TRANSFERRED = record({ transferId: id("number of the transfer") });

export const transfer = signedEndpoint({
  method: "POST",
  path: `${SPOT.root}/asset/transfer`,
  security: "TRADE",
  limit: USUAL_LIMIT,
  parameters: {
    coinSymbol: required(asset),
    amount: required(told(positiveDecimal, { description: "How much of it, above zero." })),
    fromAccount: required(told(account, { description: "EXCHANGE is the spot account." })),
    toAccount: required(told(account, { description: "Another one than fromAccount." })),
    clientRequestId: optional(clientRequestId),
  },
  operation: "transfer",
  tags: ["spot", "margin", "futures", "extensions"],
  summary: "Move money between your accounts",
  reply: TRANSFERRED,
  codes: ["BAD_PRECISION", "EXCHANGE_LOCK", "BALANCE_NOT_ENOUGH", ...REPEAT_CODES],
  waitsFor: "command",
});

export const REPAID = record({ repaid: decimalText("what was paid, interest first") });

export const repay = signedEndpoint({
  method: "POST",
  path: `${MARGIN.root}/repay`,
  security: "TRADE",
  limit: USUAL_LIMIT,
  parameters: {
    asset: required(asset),
    amount: optional(
      told(positiveDecimal, { description: "How much; without it all that is owed and free." }),
    ),
    clientRequestId: optional(clientRequestId),
  },
  operation: "marginRepay",
  tags: ["margin", "extensions"],
  summary: "Pay back what you borrowed",
  reply: REPAID,
  codes: ["BAD_PRECISION", "BALANCE_NOT_ENOUGH", ...REPEAT_CODES],
  waitsFor: "command",
});

export const WALLET_ENDPOINTS = [repay, transfer] as const;

export const WALLET_RECORDS = { Transferred: TRANSFERRED, Repaid: REPAID };
