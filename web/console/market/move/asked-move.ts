/** An order that is to be moved, asked for beside its line in the table: the chart of its market takes it up. */
import { LiveValue } from "../../exchange/live.ts";

/** The id of its line; undefined when it has been taken up. */
export const askedMove = new LiveValue<string | undefined>(undefined);
