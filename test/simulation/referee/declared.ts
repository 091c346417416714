/** What becomes of a command was declared: the reason of its refusal, and each of its events. */
import type { Command } from "../../../src/core/engine/codec.ts";
import type { ExchangeEvent } from "../../../src/core/engine/events.ts";
import type { Reject } from "../../../src/core/engine/outcomes.ts";
import { EVENTS, REJECTS } from "../../support/declarations.ts";
import { claim } from "./claim.ts";

export function checkReject({ type }: Command, reason: Reject): void {
  claim(REJECTS.get(type)?.has(reason) === true, `${type} does not declare the reject ${reason}`);
}

export function checkEvent({ type }: Command, event: ExchangeEvent): void {
  const isDeclared = EVENTS.get(type)?.has(event.type) === true;
  claim(isDeclared, `${type} does not declare the event ${event.type}, and it does not follow`);
}
