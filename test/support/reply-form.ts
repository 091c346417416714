/**
 * The form of a reply: which fields it has, no more and no less, and how each of them is written. A
 * form is a question to a value; the answer is what is wrong with it, and where.
 */

/** The problems of a value, each with its place. */
export type Form = (value: unknown, place: string) => readonly string[];

function formOf(name: string, isRight: (value: unknown) => boolean): Form {
  return (value, place) =>
    isRight(value) ? [] : [`${place} is ${JSON.stringify(value)}, not ${name}`];
}

export function text(pattern: RegExp): Form {
  return formOf(
    `text like ${pattern}`,
    (value) => typeof value === "string" && pattern.test(value),
  );
}

/** NUM-DEC-1: no exponent, no plus, no zero that says nothing. */
export const decimal = text(/^(?:-(?!0$))?(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/);

export const whole = formOf(
  "a whole number",
  (value) => Number.isSafeInteger(value) && Number(value) >= 0,
);

/** A JSON number; FUT-WIRE-3. */
export const figure = formOf("a number", (value) => Number.isFinite(value));

export const truth = formOf("true or false", (value) => typeof value === "boolean");

const YEAR_2020_MS = 1_577_836_800_000;
const YEAR_2100_MS = 4_102_444_800_000;

/** Seconds or microseconds would be in another century. */
export const milliseconds = formOf(
  "a time in ms",
  (value) =>
    Number.isSafeInteger(value) && Number(value) > YEAR_2020_MS && Number(value) < YEAR_2100_MS,
);

/** An object with these fields and no other. */
export function fields(forms: Readonly<Record<string, Form>>): Form {
  return (value, place) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      return [`${place} is ${JSON.stringify(value)}, not an object`];
    }
    const entries = Object.entries(value);
    const found = new Map<string, unknown>(entries);
    const missing = Object.keys(forms).filter((name) => !found.has(name));
    return [
      ...missing.map((name) => `${place}.${name} is missing`),
      ...entries.flatMap(([name, one]) => {
        const form = Object.hasOwn(forms, name) ? forms[name] : undefined;
        return form ? form(one, `${place}.${name}`) : [`${place}.${name} is not in the contract`];
      }),
    ];
  };
}

/** An array with at least one entry: of an empty one nothing is learnt. */
export function listOf(form: Form): Form {
  return (value, place) => {
    if (!Array.isArray(value) || value.length === 0) {
      return [`${place} is ${JSON.stringify(value)}, not a list with entries`];
    }
    return value.flatMap((one, at) => form(one, `${place}[${at}]`));
  };
}

/** An array of two. */
export function pairOf(first: Form, second: Form): Form {
  return (value, place) => {
    if (!Array.isArray(value) || value.length !== 2) {
      return [`${place} is ${JSON.stringify(value)}, not two values`];
    }
    return [...first(value[0], `${place}[0]`), ...second(value[1], `${place}[1]`)];
  };
}
