/**
 * The form that sent something last. What the other forms still say of an earlier request is dropped
 * then: it would be taken for the answer to the new one.
 */
import { LiveValue } from "../../exchange/live.ts";

export const lastSentBy = new LiveValue<object>({});
