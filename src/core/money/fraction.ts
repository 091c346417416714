/** An exact value that need not be whole: top ÷ bottom, where the bottom is above zero. */
export interface Fraction {
  readonly top: bigint;
  readonly bottom: bigint;
}
