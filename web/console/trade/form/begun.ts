/**
 * Who began something last. When something new begins, whatever a form still says of the last thing is
 * of no use any more: it would be taken for the answer to the new one.
 */
import { LiveValue } from "../../exchange/live.ts";

export const begunBy = new LiveValue<object>({});
