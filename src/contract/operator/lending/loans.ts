/** The terms on which an asset is lent: its cap, the most one user may owe, and its rate (MARG-TERMS-1). Rules OPER-LEND-1, PRICE-INDEX-7. */

import { HOURLY_RATE_DECIMALS } from "../../../core/engine/catalogue/lending.ts";
import { type DecimalText, unitsOf } from "../../../core/money/decimal.ts";
import { hourlyOf, RATE_ONE } from "../../../core/money/rate.ts";
import {
  decimalText,
  name as nameShape,
  record,
  type Shape,
  sometimes,
  text,
  told,
} from "../../field.ts";
import { isText } from "../../forms.ts";
import { type Form, optional, required } from "../../parameter.ts";
import { Refusal } from "../../refusal.ts";
import { assetName, bound, magnitude } from "../forms.ts";
import { request } from "../request.ts";
import { at, option } from "../typed.ts";

/** NUM-RATE-2: at most 12 decimals. */
const hourly: Form<number> = {
  name: "rate by the hour, not negative",
  shape: magnitude.shape,
  read(given, parameter) {
    const plain = magnitude.read(given, parameter);
    if (plain === undefined) return undefined;
    const steps = unitsOf(plain, HOURLY_RATE_DECIMALS);
    if (steps !== undefined) return inCommand(steps);
    const msg = `Parameter ${parameter} has more than ${HOURLY_RATE_DECIMALS} decimals.`;
    throw new Refusal("BAD_PRECISION", { msg });
  },
};

/** NUM-RATE-2: of any decimals; what it is by the hour is cut. */
const daily: Form<number> = {
  name: "rate by the day, not negative",
  shape: magnitude.shape,
  read(given, parameter) {
    const plain = magnitude.read(given, parameter);
    return plain === undefined ? undefined : inCommand(hourlyOf(plain, HOURLY_RATE_DECIMALS));
  },
};

export const ANY_MOVE = "any";

/** The largest rate below 1. */
const MOVE_MAX = (RATE_ONE - 1) / RATE_ONE;

/** PRICE-INDEX-6: the largest move of an hour, or any at all. */
const moveMax: Form<number> = {
  name: `a rate below 1, or ${ANY_MOVE}`,
  shape: {
    oneOf: [
      { ...bound.shape, exclusiveMinimum: 0, maximum: MOVE_MAX },
      { type: "string", enum: [ANY_MOVE] },
    ],
  },
  read(given, parameter) {
    if (isText(given, ANY_MOVE)) return 0;
    const move = bound.read(given, parameter);
    return move === undefined || move === 0 || move >= RATE_ONE ? undefined : move;
  },
};

const RATE_MAX = BigInt(Number.MAX_SAFE_INTEGER);

/** A rate that no command can carry is as wrong as the largest that one can: the engine says so. */
function inCommand(steps: bigint): number {
  return Number(steps < RATE_MAX ? steps : RATE_MAX);
}

const INDEX_FROM_TRADES: Shape<DecimalText> = {
  oneOf: [decimalText("a fraction"), { type: "string", enum: [ANY_MOVE] }],
  description:
    "how far an index without a source may move in an hour and still carry loans; left out where it carries none",
};

const TERMS = {
  asset: nameShape("asset"),
  cap: decimalText("the most that one user may owe of it"),
  hourlyRate: decimalText("interest by the hour as a fraction"),
  indexFromTrades: sometimes(INDEX_FROM_TRADES),
};

export const LOAN_TERMS = record(TERMS);

export const SET_LOAN = request({
  method: "POST",
  path: "/loans",
  parameters: {
    asset: at("ASSET", required(assetName)),
    cap: option(
      "--cap AMOUNT",
      "the most that one user may owe of it",
      required(told(magnitude, { description: "The most that one user may owe of it." })),
    ),
    hourlyRate: option(
      "--hourly-rate R",
      "interest by the hour, 0.00001 is 0.001%",
      optional(
        told(hourly, { description: "Interest by the hour as a fraction; this or dailyRate." }),
      ),
    ),
    dailyRate: option(
      "--daily-rate R",
      "interest by the day; a 24th of it counts by the hour",
      optional(
        told(daily, { description: "Interest by the day; a 24th of it counts by the hour." }),
      ),
    ),
    indexFromTrades: option(
      "--index-from-trades MOVE",
      `loans may rest on an index without a source that moves so far in an hour; or ${ANY_MOVE}`,
      optional(
        told(moveMax, {
          description: `Loans may rest on an index without a source that moves so far in an hour; or ${ANY_MOVE}. They may not without it.`,
        }),
      ),
    ),
  },
  about: {
    operation: "setLoan",
    tag: "lending",
    summary: "Lend an asset, or change on what terms",
    reply: record({
      ...TERMS,
      warning: sometimes(
        text("that the index had moved further than that before, and from where it goes on"),
      ),
    }),
    codes: ["NO_SUCH_ASSET", "BAD_PRECISION", "RULES_REFUSED"],
    waitsFor: "command",
  },
  commands: [
    {
      words: "loan set",
      says: "lend an asset, or change on what terms; give one of the two rates",
    },
  ],
});

/** OPER-LEND-1: no user borrows more; what is owed stays owed, at the same rate. */
export const STOP_LOAN = request({
  method: "POST",
  path: "/loans/stop",
  parameters: { asset: at("ASSET", required(assetName)) },
  about: {
    operation: "stopLoan",
    tag: "lending",
    summary: "Lend no more of an asset; what is owed stays owed, at the same rate",
    reply: LOAN_TERMS,
    codes: ["NO_SUCH_ASSET"],
    waitsFor: "command",
  },
  commands: [
    {
      words: "loan stop",
      says: "lend no more of an asset; what is owed stays owed, at the same rate",
    },
  ],
});
