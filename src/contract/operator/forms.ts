/**
 * The forms of the operator's parameters, beside those of the public API. Every text has a length
 * and every number a range that a command can carry, so that nothing sent here can stop the sequencer.
 */

import { parseRate, RATE_DECIMALS } from "../../core/money/rate.ts";
import { told } from "../field.ts";
import { decimal, readWhole, UNSIGNED_SHAPE, WHOLE_SHAPE } from "../forms.ts";
import type { Form, Given } from "../parameter.ts";
import { Refusal } from "../refusal.ts";

const NAME_MAX = 64;

/** A name or an id. The engine checks its letters. */
export const name: Form<string> = {
  name: `at most ${NAME_MAX} letters`,
  shape: { type: "string", maxLength: NAME_MAX },
  read: (given) =>
    given.kind === "text" && given.text.length <= NAME_MAX ? given.text : undefined,
};

export const userName = told(name, { description: "The name of the user." });
export const assetName = told(name, { description: "The name of the asset." });
export const symbolName = told(name, { description: "The name of the symbol." });
export const contractName = told(name, { description: "The name of the contract." });

/** More decimals than any asset has; the engine checks whether they fit. */
const DECIMALS_MAX = 40;

/** How many decimals: a small whole number. */
export const decimals: Form<number> = {
  name: "number of decimals",
  shape: { ...WHOLE_SHAPE, maximum: DECIMALS_MAX },
  read(given) {
    const whole = readWhole(given);
    return whole === undefined || whole > DECIMALS_MAX ? undefined : whole;
  },
};

/** NUM-DEC-1: a decimal in its plain form, not below zero. */
export const magnitude: Form<string> = {
  name: "decimal, not negative",
  shape: { ...UNSIGNED_SHAPE, minimum: 0 },
  read(given, parameter) {
    const plain = decimal.read(given, parameter);
    return plain?.startsWith("-") ? undefined : plain;
  },
};

/** NUM-RATE-1: a rate as a whole number of 10^-8; a fee may be a rebate, and negative. */
export const rate: Form<number> = {
  name: "rate",
  shape: decimal.shape,
  read(given, parameter) {
    const plain = decimal.read(given, parameter);
    return plain === undefined ? undefined : demandRate(plain, parameter);
  },
};

/** A rate that bounds something, and is not negative. */
export const bound: Form<number> = {
  name: "rate, not negative",
  shape: magnitude.shape,
  read(given, parameter) {
    const plain = magnitude.read(given, parameter);
    return plain === undefined ? undefined : demandRate(plain, parameter);
  },
};

function demandRate(plain: string, parameter: string): number {
  const steps = parseRate(plain);
  if (steps !== undefined) return steps;
  const msg = `Parameter ${parameter} has more than ${RATE_DECIMALS} decimals, or is too large.`;
  throw new Refusal("BAD_PRECISION", { msg });
}

/** One of a few words. */
export function wordOf<const W extends string>(...words: readonly W[]): Form<W> {
  return naming({
    name: words.join(" or "),
    shape: { type: "string", enum: words },
    read: (given) =>
      given.kind === "text" ? words.find((word) => word === given.text) : undefined,
  });
}

/** A form of few values: the refusal of any other value lists them. */
export function naming<T>(form: Form<T>): Form<T> {
  return {
    ...form,
    read(given, parameter) {
      const value = form.read(given, parameter);
      if (value !== undefined) return value;
      const msg = `Parameter ${parameter} is malformed: it is ${form.name}.`;
      throw new Refusal("MANDATORY_PARAM_EMPTY_OR_MALFORMED", { msg });
    },
  };
}

/** True or false, bare or in quotes. */
export const truth: Form<boolean> = {
  name: "boolean",
  shape: { type: ["boolean", "string"], enum: [true, false, "true", "false"] },
  read(given) {
    if (given.kind === "flag") return given.isTrue;
    if (given.kind !== "text") return undefined;
    return given.text === "true" ? true : given.text === "false" ? false : undefined;
  },
};

/** Several texts: a list of strings, or one string with commas between. */
export function textsUpTo(countMax: number): Form<readonly string[]> {
  return {
    name: `list of at most ${countMax}`,
    shape: {
      oneOf: [{ type: "array", maxItems: countMax, items: { type: "string" } }, { type: "string" }],
    },
    read(given, parameter) {
      const written = given.kind === "text" ? given.text.split(",", countMax + 1) : [];
      const count = given.kind === "list" ? given.count : written.length;
      if (count > countMax) {
        const msg = `Parameter ${parameter} has more than ${countMax} items.`;
        throw new Refusal("TOO_MANY_PARAMETERS", { msg });
      }
      return given.kind === "list" ? itemsOf(given) : given.kind === "text" ? written : undefined;
    },
  };
}

function itemsOf(list: Extract<Given, { kind: "list" }>): readonly string[] | undefined {
  const items = Array.from({ length: list.count }, (_, index) => list.item(index));
  const texts = items.flatMap((item) => (item.kind === "text" ? [item.text] : []));
  return texts.length === items.length ? texts : undefined;
}
