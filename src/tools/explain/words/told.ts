/** Whether a refusal is the one that the client saw: only then is it said to have been answered. */
import type { CommandVerdict, Told } from "./explanation.ts";

/** EXPLAIN-TOLD-1 */
export function isTold({ api }: CommandVerdict, told: Told | undefined): boolean {
  return api !== undefined && api.code === told?.code && api.status === told.status;
}
