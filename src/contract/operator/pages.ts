/**
 * Long lists in pages: rows with numbers come in the order of the numbers, from behind the last one that the caller has, and `next`
 * is where the next page begins when there may be more (USER-LIST-1).
 */
import { count, sometimes, told } from "../field.ts";
import { COUNT_SHAPE, readWhole, whole } from "../forms.ts";
import { type Form, optional } from "../parameter.ts";
import { option, untyped } from "./typed.ts";
import { withoutIt } from "./usual.ts";

export const PAGE_ROWS_MAX = 500;
export const PAGE_ROWS_DEFAULT = 100;

const rows: Form<number> = {
  name: `whole number from 1 to ${PAGE_ROWS_MAX}`,
  shape: { ...COUNT_SHAPE, maximum: PAGE_ROWS_MAX },
  read(given) {
    const asked = readWhole(given);
    return asked === undefined || asked < 1 || asked > PAGE_ROWS_MAX ? undefined : asked;
  },
};

export const PAGE_PARAMETERS = {
  after: option(
    "--after N",
    "go on behind this number",
    optional(told(whole, { description: "Those behind this number: the next of a page." })),
    { usual: withoutIt("from the first") },
  ),
  limit: untyped(
    "a terminal shows pages of one size",
    optional(
      told(rows, { default: PAGE_ROWS_DEFAULT, description: "How many a page has at most." }),
    ),
  ),
};

export const NEXT = sometimes(count("what to ask after for the next page; left out at the end"));
