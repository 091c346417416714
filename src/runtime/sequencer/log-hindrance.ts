/** What keeps a log from taking more, in the words of those who ask whether the exchange takes orders. */
import type { NotReady } from "../../contract/not-ready.ts";
import { NoDescriptors } from "../../log/disk.ts";
import type { Log } from "../../log/log.ts";

/** LOG-PG-3, LOG-DUR-2, LOG-FULL-1, LOG-FULL-2: what keeps a log from taking more; a write is overdue or is not. */
export function hindranceOf(log: Log, isOverdue: boolean): NotReady | undefined {
  const { isInDoubt, isShortOfSpace, spaceError } = log;
  if (isInDoubt || isOverdue) return "in_doubt";
  if (!isShortOfSpace) return undefined;
  return spaceError instanceof NoDescriptors ? "short_of_descriptors" : "short_of_space";
}
