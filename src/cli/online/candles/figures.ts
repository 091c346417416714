/** A price or a volume as a file writes it, in the plain form and the steps of a market. */
import {
  formatUnits,
  normaliseDecimal,
  stepsOf,
  TOO_LARGE,
  unitsOf,
} from "../../../money/decimal.ts";

export interface Written {
  readonly name: string;
  readonly written: string;
}

export interface Precisions {
  readonly pricePrecision: number;
  readonly quantityPrecision: number;
  readonly rounds: boolean;
}

export interface Figure {
  readonly text: string;
  readonly steps: number;
}

type Problem = (sentence: string) => Error;

/** More than any figure of a past may have, in steps. */
const STEPS_END = 2 ** 51;

export function priceIn(written: Written, terms: Precisions, problem: Problem): Figure {
  const { pricePrecision: precision, rounds } = terms;
  const price = figureIn(written, { precision, rounds }, problem);
  if (price.steps > 0) return price;
  throw problem(`the ${written.name} is not above zero`);
}

export function volumeIn(written: Written, terms: Precisions, problem: Problem): Figure {
  const { quantityPrecision: precision, rounds } = terms;
  return figureIn(written, { precision, rounds }, problem);
}

function figureIn(
  { name, written }: Written,
  { precision, rounds }: { readonly precision: number; readonly rounds: boolean },
  problem: Problem,
): Figure {
  const plain = normaliseDecimal(written);
  if (plain === undefined) throw problem(`the ${name} is not a number`);
  if (plain.startsWith("-")) throw problem(`the ${name} is below zero`);
  const text = rounds ? rounded(plain, precision) : plain;
  const steps = stepsOf(text, precision);
  if (steps >= STEPS_END || steps === TOO_LARGE) throw problem(`the ${name} is too large`);
  if (steps >= 0) return { text, steps };
  const most = `the ${name} has more than ${precision} decimals, which is all that the market has`;
  throw problem(`${most}; --round rounds it`);
}

/** Half up. */
function rounded(plain: string, precision: number): string {
  const decimals = plain.split(".")[1]?.length ?? 0;
  if (decimals <= precision) return plain;
  const units = unitsOf(plain, decimals) ?? 0n;
  const step = 10n ** BigInt(decimals - precision);
  return formatUnits((2n * units + step) / (2n * step), precision);
}
