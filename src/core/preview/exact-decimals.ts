/**
 * The arithmetic of decimal text that previews are made with, for pages that read, sum and show the same
 * figures: a page that rounded otherwise would contradict what its preview tells.
 */
export {
  formatSteps,
  formatUnits,
  isPositive,
  normaliseDecimal,
  stepsOf,
  tenTo,
  unitsOf,
} from "../money/decimal.ts";
