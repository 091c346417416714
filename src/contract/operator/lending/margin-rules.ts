/**
 * The levels of all margin accounts (MARG-TERMS-2): how much may be borrowed, when an account is
 * warned and when it is liquidated, and what that costs. Rule OPER-LEND-3.
 */
import { count, decimalText, record, told } from "../../field.ts";
import { readWhole, WHOLE_SHAPE } from "../../forms.ts";
import { type Form, optional } from "../../parameter.ts";
import { bound } from "../forms.ts";
import { request } from "../request.ts";
import { type Flag, option } from "../typed.ts";
import { inSentence } from "../usual.ts";

/** With 1 nothing is borrowed, and no level follows from it. */
const LEVERAGE_MIN = 2;

const leverage: Form<number> = {
  name: "whole number from 2",
  shape: { ...WHOLE_SHAPE, minimum: LEVERAGE_MIN },
  read(given) {
    const whole = readWhole(given);
    return whole === undefined || whole < LEVERAGE_MIN ? undefined : whole;
  },
};

/** A level is told in the same words wherever it stands. */
function level(written: Flag, is: string) {
  return option(written, inSentence(is), optional(told(bound, { description: `${is}.` })));
}

export const MARGIN_PARAMETERS = {
  maxLeverage: option(
    "--max-leverage L",
    "assets at most so many times the own money, 2 to 20",
    optional(
      told(leverage, {
        description:
          "Assets are at most so many times the own money, 2 to 20. What is not given beside it follows from it.",
      }),
    ),
  ),
  transferLevel: level("--transfer-level X", "Level that must be left after a transfer out"),
  callLevel: level("--call-level X", "Level at which an account is warned"),
  liquidationLevel: level("--liquidation-level X", "Level at which an account is liquidated"),
  clearanceRate: level("--clearance-rate R", "What a liquidation costs, of all that was there"),
  liquidationRange: level("--liquidation-range R", "How far from the index a forced sale may go"),
};

export const MARGIN_RULES = record({
  maxLeverage: count("assets are at most so many times the own money"),
  transferLevel: decimalText("level that must be left after a transfer out"),
  callLevel: decimalText("level at which an account is warned"),
  liquidationLevel: decimalText("level at which an account is liquidated"),
  clearanceRate: decimalText("what a liquidation costs, of all that was there"),
  liquidationRange: decimalText("how far from the index a forced sale may go"),
});

export const SHOW_MARGIN = request({
  method: "GET",
  path: "/margin",
  parameters: {},
  about: {
    operation: "showMargin",
    tag: "lending",
    summary: "The levels of all margin accounts",
    reply: MARGIN_RULES,
  },
  commands: [{ words: "margin show", says: "show the levels of all margin accounts" }],
});

export const SET_MARGIN = request({
  method: "POST",
  path: "/margin",
  parameters: MARGIN_PARAMETERS,
  about: {
    operation: "setMargin",
    tag: "lending",
    summary: "Set levels of all margin accounts",
    description:
      "Those that are not given follow from maxLeverage where it is given, and else stay as they are.",
    reply: MARGIN_RULES,
    codes: ["BAD_PRECISION", "RULES_REFUSED"],
    waitsFor: "command",
  },
  commands: [
    {
      words: "margin set",
      says: "set levels; the rest follow from --max-leverage if it is given, else stay",
    },
  ],
});
