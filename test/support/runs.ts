/**
 * How often a random property is tried. In the suite as often as it takes to meet everything that it
 * is about; in the campaign (`npm run test:long`) as often as patience allows, and in CI a tenth of that.
 * All begin with the same seed, so each is the beginning of the next longer one.
 */
const WANTED = process.env["BOURSE_RUNS"];
export const IS_LONG = WANTED === "long" || WANTED === "ci";
const SHARE = WANTED === "ci" ? 10 : 1;

export function runs(inSuite: number, inCampaign: number): number {
  return IS_LONG ? Math.max(inSuite, Math.ceil(inCampaign / SHARE)) : inSuite;
}
