/**
 * One line of the report: what was measured, against which budget, met or missed. A line without
 * a budget is there to be read beside the others.
 */

/**
 * @typedef {{
 *   name: string, value: number, unit: string, budget?: string, verdict?: "met" | "missed",
 * }} ResultLine
 */

/** @returns {ResultLine} */
export function atLeast(name, value, unit, bound) {
  return judged(name, value, unit, `>= ${grouped(bound)}`, value >= bound);
}

/** @returns {ResultLine} */
export function atMost(name, value, unit, bound) {
  return judged(name, value, unit, `<= ${grouped(bound)}`, value <= bound);
}

/** @returns {ResultLine} */
export function below(name, value, unit, bound) {
  return judged(name, value, unit, `< ${grouped(bound)}`, value < bound);
}

/** @returns {ResultLine} */
export function noted(name, value, unit) {
  return { name, value: rounded(value), unit };
}

function judged(name, value, unit, budget, isMet) {
  return { name, value: rounded(value), unit, budget, verdict: isMet ? "met" : "missed" };
}

function rounded(value) {
  return Number(value.toPrecision(4));
}

/** A figure as it is read. */
export function grouped(value) {
  return value.toLocaleString("en-US", { maximumFractionDigits: 6 });
}

const WIDTHS = { name: 62, value: 12, unit: 14, budget: 14 };

/** An aligned row of the table. @param {ResultLine} line */
export function formatLine({ name, value, unit, budget = "-", verdict = "" }) {
  return [
    name.padEnd(WIDTHS.name),
    grouped(value).padStart(WIDTHS.value),
    unit.padEnd(WIDTHS.unit),
    budget.padEnd(WIDTHS.budget),
    verdict,
  ]
    .join(" ")
    .trimEnd();
}
