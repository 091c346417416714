/**
 * How often a random property is tried. In the suite as often as it takes to meet everything that it
 * is about; in the campaign (`npm run test:long`, which CI runs) as often as patience allows. Both
 * begin with the same seed, so the short one is the beginning of the long one.
 */
export const IS_LONG = process.env["BOURSE_RUNS"] === "long";

export function runs(inSuite: number, inCampaign: number): number {
  return IS_LONG ? inCampaign : inSuite;
}
