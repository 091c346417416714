/**
 * Decimals as exact fractions of two bigints: the model that decimal text is compared with. It builds
 * every power of ten it meets, which is just what the real code must not do.
 */
export interface Rational {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** The value of `-12.5e-3`, exactly. */
export function rationalOf(written: string): Rational {
  const [mantissa = "", exponent = "0"] = written.toLowerCase().split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const power = Number(exponent) - fraction.length;
  const digits = BigInt(whole + fraction);
  return power >= 0
    ? { numerator: digits * 10n ** BigInt(power), denominator: 1n }
    : { numerator: digits, denominator: 10n ** BigInt(-power) };
}

export function areEqual(a: Rational, b: Rational): boolean {
  return a.numerator * b.denominator === b.numerator * a.denominator;
}

/** How many digits it has before and after the point, written out without needless zeros. */
export function digitsOf({ numerator, denominator }: Rational): { whole: number; after: number } {
  const size = numerator < 0n ? -numerator : numerator;
  const whole = size / denominator;
  let after = 0;
  let rest = size % denominator;
  while (rest !== 0n) {
    rest = (rest * 10n) % denominator;
    after++;
  }
  return { whole: whole === 0n ? 0 : whole.toString().length, after };
}
