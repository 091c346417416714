/**
 * Fault rules at a gateway: they are the core's, which counts the requests and messages of all gateways, so that a rule
 * strikes the same as in one process. While there are none nothing is asked. Rules SANDBOX-FAULT-4, SANDBOX-FAULT-16.
 */

import { systemTimer } from "../../log/system-timer.ts";
import type { FollowedStrikes } from "../../runtime/wire/followed-strikes.ts";
import type { FaultSource, PlannedFault } from "../http/fault.ts";
import type { Route } from "../http/route.ts";
import { ROUTES } from "../http/routes.ts";
import { faultOf, isMessageKind, isRequestKind, messageFaultOf } from "../sandbox/fault-kinds.ts";
import { waiter } from "../sandbox/fault-rules.ts";
import type { AskedMessage, MessageFault, MessageFaults } from "../ws/message-fault.ts";

const PLACES = new Map(ROUTES.map((route, place) => [route, place]));

export class FollowedFaults implements FaultSource {
  readonly #strikes: FollowedStrikes;

  constructor(strikes: FollowedStrikes) {
    this.#strikes = strikes;
  }

  get remembers(): boolean {
    return this.#strikes.counts.remembers;
  }

  next(
    route: Route,
    user: number,
    request: number,
    hasEarlier: boolean,
  ): Promise<PlannedFault | undefined> | undefined {
    const place = PLACES.get(route) ?? 0;
    const struck = this.#strikes.strike({ route: place, user, request, hasEarlier });
    return struck?.then((rule) => {
      if (!rule || !isRequestKind(rule.kind)) return undefined;
      const { id, route: target } = rule;
      const told = (note: string) => this.#strikes.note({ id, route: target, user, request, note });
      return faultOf({ ...rule, kind: rule.kind }, { wait: waiter(systemTimer), told });
    });
  }
}

export class FollowedMessageFaults implements MessageFaults {
  readonly #strikes: FollowedStrikes;

  constructor(strikes: FollowedStrikes) {
    this.#strikes = strikes;
  }

  get isActive(): boolean {
    return this.#strikes.counts.ofStreams > 0;
  }

  next(asked: AskedMessage): Promise<MessageFault | undefined> | undefined {
    return this.#strikes.strikeMessage(asked)?.then((rule) => {
      if (!rule || !isMessageKind(rule.kind)) return undefined;
      return messageFaultOf({ ...rule, kind: rule.kind });
    });
  }
}
