/**
 * The forms a parameter may have in this dialect. Numbers are read from their text, as a JSON
 * number or as a string (NUM-DEC-1), and never become a double. Names are ASCII: nothing here
 * folds the case of other letters.
 */

import { DIGITS_MAX, isPositive, normaliseDecimal } from "../core/money/decimal.ts";
import { INTERVALS, type IntervalName } from "../core/views/interval.ts";
import type { CodeName } from "./codes.ts";
import { expectationOf } from "./expectation.ts";
import { type Shape, WHOLE_MAX } from "./field.ts";
import type { Form, Given } from "./parameter.ts";
import { Refusal } from "./refusal.ts";

function textOf(given: Given): string | undefined {
  return given.kind === "text" ? given.text : undefined;
}

/** The text of a number, whether or not it stands in quotes. */
function figureOf(given: Given): string | undefined {
  return given.kind === "text" || given.kind === "number" ? given.text : undefined;
}

/** Any string; what it may say is asked later. */
export const words: Form<string> = {
  name: "string",
  shape: { type: "string" },
  expects: "a string",
  read: textOf,
};

/** How the text of a number may be written; zeros that say nothing are not counted (NUM-DEC-2). */
const SOME = `[0-9]{1,${DIGITS_MAX}}`;
const FIGURE = `0*${SOME}(?:\\.${SOME}0*)?(?:[eE][+-]?[0-9]{1,9})?$`;

export const COUNT_SHAPE: Shape = {
  type: ["integer", "string"],
  pattern: `^${FIGURE}`,
  minimum: 1,
};
export const WHOLE_SHAPE: Shape = { ...COUNT_SHAPE, minimum: 0, maximum: WHOLE_MAX };
const ID_SHAPE: Shape = { type: ["integer", "string"], pattern: "^[0-9]{1,40}$", minimum: 0 };

/** NUM-DEC-1: a decimal in its plain form. */
export const decimal: Form<string> = {
  name: "decimal",
  shape: { type: ["string", "number"], format: "decimal", pattern: `^-?${FIGURE}` },
  expects: `a decimal number, as 0.5 or "0.5", with at most ${DIGITS_MAX} digits on either side`,
  read(given) {
    const figure = figureOf(given);
    return figure === undefined ? undefined : normaliseDecimal(figure);
  },
};

export const UNSIGNED_SHAPE: Shape = { ...decimal.shape, pattern: `^${FIGURE}` };

/** A decimal above zero. */
export const positiveDecimal: Form<string> = {
  name: "decimal above zero",
  shape: { ...UNSIGNED_SHAPE, exclusiveMinimum: 0 },
  expects: `${decimal.expects}, above zero`,
  read(given, parameter) {
    const plain = decimal.read(given, parameter);
    if (plain === undefined || isPositive(plain)) return plain;
    throw mustBe(parameter, "above zero");
  },
};

const WHOLE = /^[0-9]{1,15}$/;

/** A whole number that is not negative, exponents and trailing zeros included. */
export function readWhole(given: Given): number | undefined {
  const figure = figureOf(given);
  const plain = figure === undefined ? undefined : normaliseDecimal(figure);
  return plain !== undefined && WHOLE.test(plain) ? Number(plain) : undefined;
}

/** A whole number that is not negative. */
export const whole: Form<number> = {
  name: "whole number",
  shape: WHOLE_SHAPE,
  expects: "a whole number from 0 on, of at most 15 digits",
  read: readWhole,
};

/** How many records are wanted: from 1 up, and what is above the maximum means the maximum. */
export function limitTo(max: number): Form<number> {
  return {
    name: `integer up to ${max}`,
    shape: {
      ...COUNT_SHAPE,
      "x-most": max,
      description: `How many at most; more than ${max} means ${max}.`,
    },
    expects: `a whole number from 1 to ${max} (more counts as ${max})`,
    read(given) {
      const plain = decimal.read(given, "");
      if (plain === undefined || !DIGITS.test(plain) || plain === "0") return undefined;
      return Math.min(Number(plain), max);
    },
  };
}

/** An id is digits; a JSON number may also write them as 1.0 or 1e3. */
function idFigureOf(given: Given): string {
  const figure = figureOf(given) ?? "";
  return given.kind === "number" ? (normaliseDecimal(figure) ?? figure) : figure;
}

/** A time, in whole ms. */
export const milliseconds: Form<number> = {
  name: "time in ms",
  shape: WHOLE_SHAPE,
  expects: "a time in whole ms since 1970, as 1700000000123",
  read: readWhole,
};

/** The hour goes by two names. */
const INTERVAL_NAMES = new Map<string, IntervalName>([
  ...INTERVALS.map((name) => [name, name] as const),
  ["1h", "60min"],
]);

/** SPOT-DATA-4 */
export const interval: Form<IntervalName> = wordIn("interval", INTERVAL_NAMES);

/** One of a few words, each with its meaning; the refusal of any other lists them. */
export function wordIn<T>(name: string, meanings: ReadonlyMap<string, T>): Form<T> {
  return {
    name,
    shape: { type: "string", enum: [...meanings.keys()] },
    expects: oneOf(meanings.keys()),
    read(given, parameter) {
      const meaning = meanings.get(textOf(given) ?? "");
      if (meaning !== undefined) return meaning;
      throw mustBe(parameter, oneOf(meanings.keys()));
    },
  };
}

/** A string; whether it is one of these is checked later. The refusal of anything else lists them. */
export function wordOf(allowed: Iterable<string>): Form<string> {
  const all = [...allowed];
  return {
    name: "string",
    shape: { type: "string", enum: all },
    expects: oneOf(all),
    read(given, parameter) {
      const text = textOf(given);
      if (text === undefined) throw mustBe(parameter, oneOf(all));
      return text;
    },
  };
}

function oneOf(allowed: Iterable<string>): string {
  return `one of ${[...allowed].join(", ")}`;
}

/** USER-REFUSE-3: every client is told the few values that a parameter may have; `more` is for a sandbox. */
export function mustBe(parameter: string, what: string, more?: string): Refusal {
  const msg = `Parameter ${parameter} must be ${what}.`;
  return new Refusal("MANDATORY_PARAM_EMPTY_OR_MALFORMED", { msg, more });
}

/** A number that stands for something; whether it is one of these is checked later. */
export function numberOf(meanings: ReadonlyMap<string, string>): Form<string> {
  return {
    ...decimal,
    expects: oneOf([...meanings].map(([digit, meaning]) => `${digit} (${meaning})`)),
    read(given, parameter) {
      const plain = decimal.read(given, parameter);
      if (plain === undefined) throw mustBeMeant(parameter, meanings);
      return plain;
    },
  };
}

/** The same of words or numbers with meanings, which a sandbox tells where they say more. */
export function mustBeMeant(parameter: string, meanings: ReadonlyMap<string, string>): Refusal {
  const told = [...meanings].filter(([word, meaning]) => word.toLowerCase() !== meaning);
  const more = told.map(([word, meaning]) => `${word} is ${meaning}`).join(", ");
  return mustBe(parameter, oneOf(meanings.keys()), more === "" ? undefined : `${more}.`);
}

const DIGITS = /^[0-9]{1,40}$/;
const ID_EXPECTS = 'an id, which is digits alone, as 1001 or "1001"';

/** The number no order has: an id that is too large to have been given out becomes it. */
export const NO_ORDER = 0;

/** An order id: digits, as string or number. Anything else is a malformed id, not a missing one. */
export const orderId: Form<number> = {
  name: "id",
  expects: ID_EXPECTS,
  shape: ID_SHAPE,
  read: (given, parameter) => askedId.read(given, parameter)?.order,
};

/** An id as it was asked for: its digits tell apart what is too large for a number. */
export interface AskedId {
  readonly order: number;
  readonly digits: string;
}

export const askedId: Form<AskedId> = {
  name: "id",
  expects: ID_EXPECTS,
  shape: ID_SHAPE,
  read(given, parameter) {
    const figure = idFigureOf(given);
    if (!DIGITS.test(figure)) throw illegal(parameter, ID_EXPECTS, given);
    const id = Number(figure);
    const digits = figure.replace(/^0+(?=.)/, "");
    return { order: Number.isSafeInteger(id) ? id : NO_ORDER, digits };
  },
};

/** Above every id that records are kept by. */
const RECORD_ID_END = 2 ** 52 - 1;

/** Where a page begins: an id from 1 up. One that was never given out has nothing behind it. */
export const recordId: Form<number> = {
  name: "id",
  expects: ID_EXPECTS,
  shape: {
    ...ID_SHAPE,
    description: "Of the records from this id on, the lowest; without it the newest.",
  },
  read(given, parameter) {
    const figure = idFigureOf(given);
    if (!DIGITS.test(figure)) throw illegal(parameter, ID_EXPECTS, given);
    return Math.max(1, Math.min(Number(figure), RECORD_ID_END));
  },
};

const CLIENT_ID_MAX = 64;

/**
 * A client id that is to be given to a new order. Its form is checked by the engine (SPOT-CHECK-11);
 * one letter too many is as wrong as thousands, and does not fill the log.
 */
export const newClientId: Form<string> = {
  name: "client id",
  shape: { type: "string", pattern: `^[A-Za-z0-9._:/-]{1,${CLIENT_ID_MAX}}$` },
  expects: "a string",
  read: (given, parameter) => idTextOf(given, parameter).slice(0, CLIENT_ID_MAX + 1),
};

/** An id of a client's is a string; anything else is a malformed id, as one with a blank in it is. */
function idTextOf(given: Given, parameter: string): string {
  const text = textOf(given);
  if (text === undefined) throw illegal(parameter, "a string", given);
  return text;
}

const CLIENT_ID = /^[A-Za-z0-9._:/-]+$/;

/** The codes that an endpoint with a client request id may answer besides. */
export const REPEAT_CODES = [
  "ILLEGAL_CHARS",
  "TOO_MANY_ORDERS",
  "DUPLICATE_CLIENT_ORDER_ID",
] as const satisfies readonly CodeName[];

/** USER-REPEAT-1: the id that a client gives to a request which it may send again. */
export const clientRequestId: Form<string> = {
  name: "client request id",
  shape: {
    type: "string",
    pattern: `^[A-Za-z0-9._:/-]{1,${CLIENT_ID_MAX}}$`,
    description:
      "An id of your own. For 24 hours the request with this id is carried out once: sent again it answers the same, and with other parameters it is refused (-2010).",
  },
  expects: "a string",
  read(given, parameter) {
    const text = idTextOf(given, parameter);
    return demandClientId(text, { parameter, lengthMax: CLIENT_ID_MAX });
  },
};

/** How an area calls its client ids, and how long they may be. */
export interface ClientIdForm {
  readonly parameter: string;
  readonly lengthMax: number;
}

/** A client id that names an order; checked only when it is what names it. */
export function demandClientId(clientId: string, { parameter, lengthMax }: ClientIdForm): string {
  if (clientId.length <= lengthMax && CLIENT_ID.test(clientId)) return clientId;
  throw illegalClientId({ parameter, lengthMax });
}

export function illegalClientId({ parameter, lengthMax }: ClientIdForm): Refusal {
  return illegal(parameter, `1 to ${lengthMax} of A-Z, a-z, 0-9 and . _ : / -`);
}

/** `expects` and what came are for a sandbox. */
export function illegal(parameter: string, expects: string, given?: Given): Refusal {
  const more = given ? () => expectationOf(expects, given) : `Expected is ${expects}.`;
  return new Refusal("ILLEGAL_CHARS", { msg: `Malformed parameter ${parameter}.`, more });
}

/** Anything at all: for parameters of which only some values are supported. */
export const anything: Form<Given> = { name: "any", shape: {}, read: (given) => given };

export function isText(given: Given, text: string): boolean {
  return given.kind === "text" && given.text === text;
}

export function isFalse(given: Given): boolean {
  return given.kind === "flag" ? !given.isTrue : isText(given, "false");
}

/** What `postOnly` says, in every area. */
export function isPostOnly(given: Given | undefined): boolean {
  if (!given || isFalse(given)) return false;
  if (given.kind === "flag" || isText(given, "true")) return true;
  throw unsupported("postOnly", "It is true or false.");
}

/** A request is carried out as it was asked or refused; no part of it is left out in silence. */
export function unsupported(name: string, more?: string): Refusal {
  const msg = `This value of ${name} is not supported.`;
  return new Refusal("UNKNOWN_ORDER_COMPOSITION", { msg, more });
}
