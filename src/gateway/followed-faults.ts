/**
 * Fault rules at a gateway: they are the core's, which counts the requests of all gateways, so that a rule strikes
 * the same requests as in one process. While there are none nothing is asked. Rules SANDBOX-FAULT-1, SANDBOX-FAULT-4.
 */
import type { FaultSource, PlannedFault } from "../http/fault.ts";
import type { Route } from "../http/route.ts";
import { ROUTES } from "../http/routes.ts";
import { systemTimer } from "../log/system-timer.ts";
import { faultOf, isRequestKind } from "../sandbox/fault-kinds.ts";
import { waiter } from "../sandbox/fault-rules.ts";
import type { FollowedExchange } from "../wire/followed-exchange.ts";

const PLACES = new Map(ROUTES.map((route, place) => [route, place]));

export class FollowedFaults implements FaultSource {
  readonly #exchange: Pick<FollowedExchange, "strike">;

  constructor(exchange: Pick<FollowedExchange, "strike">) {
    this.#exchange = exchange;
  }

  next(route: Route, user: number): Promise<PlannedFault | undefined> | undefined {
    const struck = this.#exchange.strike(PLACES.get(route) ?? 0, user);
    return struck?.then((rule) => {
      if (!rule || !isRequestKind(rule.kind)) return undefined;
      return faultOf({ ...rule, kind: rule.kind }, waiter(systemTimer));
    });
  }
}
