/** The fault rules of a sandbox as its followers ask them: the core counts for all. SANDBOX-FAULT-16. */

import type { FaultJudge } from "../../runtime/wire/follower-link.ts";
import { ROUTES } from "../http/routes.ts";
import type { FaultRules } from "../sandbox/fault-rules.ts";

export function faultJudgeOf(faults: FaultRules): FaultJudge {
  return {
    get counts() {
      const { list, ofStreams, remembers } = faults;
      return { rules: list.length, ofStreams, remembers };
    },
    strike({ route: place, user, request, hasEarlier }) {
      const route = ROUTES[place];
      return route && faults.strike(route, user, request, hasEarlier);
    },
    strikeMessage: (asked) => faults.strikeMessage(asked),
    note({ id, route, user, request, note }) {
      faults.noteCrossed({ id, route, kind: "fill-before-cancel" }, user, request, note);
    },
  };
}
