/** Lists of what is over are read in pages (HIST-PAGE-1, HIST-PAGE-3). */
import { told } from "./field.ts";
import { limitTo, recordId } from "./forms.ts";
import { optional } from "./parameter.ts";

export const PAGE_MAX = 1_000;
export const PAGE_DEFAULT = 100;

export const PAGE_PARAMETERS = {
  limit: optional(told(limitTo(PAGE_MAX), { default: PAGE_DEFAULT })),
  fromId: optional(recordId),
};
