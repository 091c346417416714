/** How both pages write figures: commas between thousands, and a minus that is as wide as a digit. */

export const MINUS = "−";

/** Of the digits before the point. */
export function groupThousands(whole: string): string {
  return whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
}
