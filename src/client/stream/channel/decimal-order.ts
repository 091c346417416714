/**
 * The order of decimals as they are written, digit by digit: no double comes between two prices. Equal
 * numbers are equal however many zeros they carry, as `27001.5` and `27001.50`.
 */

/** Below zero: `a` is less than `b`. */
export function compareDecimals(a: string, b: string): number {
  const [left, right] = [partsOf(a), partsOf(b)];
  const isBelowZero = left.isNegative;
  if (isBelowZero !== right.isNegative) return isBelowZero ? -1 : 1;
  const order = compareSizes(left, right);
  return isBelowZero ? -order : order;
}

export function isZero(decimal: string): boolean {
  return !/[1-9]/.test(decimal);
}

interface Parts {
  readonly isNegative: boolean;
  /** Without zeros in front, so that the longer one is the larger. */
  readonly whole: string;
  /** Without zeros behind, so that the order of texts is the order of fractions. */
  readonly fraction: string;
}

function partsOf(decimal: string): Parts {
  const [whole = "", fraction = ""] = decimal.replace("-", "").split(".");
  return {
    isNegative: decimal.startsWith("-") && !isZero(decimal),
    whole: whole.replace(/^0+/, ""),
    fraction: fraction.replace(/0+$/, ""),
  };
}

function compareSizes(a: Parts, b: Parts): number {
  return (
    a.whole.length - b.whole.length ||
    compareTexts(a.whole, b.whole) ||
    compareTexts(a.fraction, b.fraction)
  );
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
