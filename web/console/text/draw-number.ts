/**
 * The one place where decimal text becomes a number of the machine: to be drawn, as a height or a
 * width, where the sixteenth digit is less than a pixel. Nothing that comes out of here may be shown
 * as a figure, compared, added up or sent.
 */

/** What cannot be read is drawn as nothing. */
export function drawNumber(text: string): number {
  const number = Number(text);
  return Number.isFinite(number) ? number : 0;
}

/** How much of `whole` is `part`, from 0 to 1; `whole` zero or less is 0. Units of one scale. */
export function drawShare(part: bigint, whole: bigint): number {
  if (whole <= 0n || part <= 0n) return 0;
  // Six digits are finer than any screen; the division is exact before it becomes a number.
  return Math.min(1, Number((part * 1_000_000n) / whole) / 1_000_000);
}
