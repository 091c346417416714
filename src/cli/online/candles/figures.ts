/** A price or a volume as a file writes it, in the plain form and the steps of a market. */
import {
  formatUnits,
  normaliseDecimal,
  stepsOf,
  TOO_LARGE,
  unitsOf,
} from "../../../core/money/decimal.ts";
import { plainStepsOf } from "../../../core/money/plain-steps.ts";
import { FieldProblem } from "./field-problem.ts";

export interface FigureTerms {
  readonly pricePrecision: number;
  readonly quantityPrecision: number;
  /** Whether figures that are too precise are rounded instead of refused. */
  readonly rounds: boolean;
}

/** More than any figure of a past may have, in steps. */
const STEPS_END = 2 ** 51;

/** A field of a line, by its place there and its name. */
export interface CandleField {
  readonly name: string;
  readonly place: number;
}

/** In steps. A figure that is not plain is made so in its place. */
export function priceIn(fields: string[], field: CandleField, terms: FigureTerms): number {
  const steps = figureIn(fields, field, terms.pricePrecision, terms.rounds);
  if (steps === 0) throw new FieldProblem(`the ${field.name} is not above zero`);
  return steps;
}

/** The same for a volume, which may be zero. */
export function volumeIn(fields: string[], field: CandleField, terms: FigureTerms): number {
  return figureIn(fields, field, terms.quantityPrecision, terms.rounds);
}

function figureIn(
  fields: string[],
  field: CandleField,
  precision: number,
  rounds: boolean,
): number {
  const { name, place } = field;
  const written = fields[place];
  if (written === undefined || written === "") throw new FieldProblem(`there is no ${name}`);
  const steps = plainStepsOf(written, precision);
  if (steps !== undefined && steps >= 0 && steps < STEPS_END) return steps;
  const odd = oddFigure(name, written, { precision, rounds });
  fields[place] = odd.text;
  return odd.steps;
}

/** A figure that is written in another form, is rounded, or is none. */
function oddFigure(
  name: string,
  written: string,
  { precision, rounds }: { readonly precision: number; readonly rounds: boolean },
): { text: string; steps: number } {
  const plain = normaliseDecimal(written);
  if (plain === undefined) throw new FieldProblem(`the ${name} is not a number`);
  if (plain.startsWith("-")) throw new FieldProblem(`the ${name} is below zero`);
  const text = rounds ? rounded(plain, precision) : plain;
  const steps = stepsOf(text, precision);
  if (steps >= STEPS_END || steps === TOO_LARGE) throw new FieldProblem(`the ${name} is too large`);
  if (steps >= 0) return { text, steps };
  const most = `the ${name} has more than ${precision} decimals, which is all that the market has`;
  throw new FieldProblem(`${most}; --round rounds it`);
}

/** Half up. */
function rounded(plain: string, precision: number): string {
  const decimals = plain.split(".")[1]?.length ?? 0;
  if (decimals <= precision) return plain;
  const units = unitsOf(plain, decimals) ?? 0n;
  const step = 10n ** BigInt(decimals - precision);
  return formatUnits((2n * units + step) / (2n * step), precision);
}
