/** Several actions, one after the other. One that fails is the last: what refused it may refuse the next, and the operator is to look. */
import { useState } from "preact/hooks";
import type { OperatorAction } from "./command-line.ts";
import { sayFailed, usePageServices } from "./page-services.ts";

export interface RunningActions {
  readonly isBusy: boolean;
  /** Whether all of them were done; that is told once, and of one that was not, how many were. */
  readonly each: (actions: readonly OperatorAction[], says: string) => Promise<boolean>;
}

export function useEach(): RunningActions {
  const { session, say } = usePageServices();
  const [isBusy, setBusy] = useState(false);
  const each = async (actions: readonly OperatorAction[], says: string) => {
    let done = 0;
    setBusy(true);
    try {
      for (const { path, body } of actions) {
        await session.post(path, body);
        done++;
      }
      say("good", says);
      return true;
    } catch (error) {
      say("bad", `${done} of ${actions.length} are done. ${sayFailed(error)}`, actions[done]);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, each };
}
