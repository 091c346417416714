/**
 * How often a random property is tried, and which seeds a simulation plays. `npm test` plays a third of what is
 * enough, CI (`BOURSE_RUNS=ci`) all of it, and a campaign (`npm run test:long`) as much as patience allows. All
 * begin with the same seed, so each is the beginning of the next longer one.
 */
const WANTED = process.env["BOURSE_RUNS"];
const SHARE_IN_SUITE = 3;
export const IS_LONG = WANTED === "long" || WANTED === "ci";

/** What is met by chance must be met in each length: counts that are asserted hold for the fixed seed of the property. */
export function runs(enough: number, inCampaign: number): number {
  if (!IS_LONG) return Math.ceil(enough / SHARE_IN_SUITE);
  return WANTED === "ci" ? enough : Math.max(enough, inCampaign);
}

/** Of places in a row, such as the bytes of a message, CI tries each and the suite every third. */
export const STRIDE = IS_LONG ? 1 : SHARE_IN_SUITE;

/** Seeds that were chosen for what they meet: the few that meet everything once, and more beside them outside the suite. */
export function seeds(few: readonly number[], more: readonly number[]): readonly number[] {
  return IS_LONG ? [...few, ...more].sort((one, other) => one - other) : few;
}
