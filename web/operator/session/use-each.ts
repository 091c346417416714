/** Several actions, one after the other. One that fails is the last: what refused it may refuse the next, and the operator is to look. */
import { useState } from "preact/hooks";
import type { OperatorAction } from "./command-line.ts";
import { useAction } from "./page-services.ts";

export interface RunningActions {
  readonly isBusy: boolean;
  /** Whether all of them were done. */
  readonly each: <R>(
    actions: readonly OperatorAction[],
    says: (reply: R) => string,
  ) => Promise<boolean>;
}

export function useEach(): RunningActions {
  const { run } = useAction();
  const [isBusy, setBusy] = useState(false);
  const each = async <R>(actions: readonly OperatorAction[], says: (reply: R) => string) => {
    setBusy(true);
    try {
      for (const action of actions) {
        if ((await run(action, says)) === undefined) return false;
      }
      return true;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, each };
}
