/** Handing a command to the sequencer, and what the sequencer may say besides the engine's outcome. */

import { Refusal } from "../../../contract/refusal.ts";
import type { AnswerOf, OutcomeOf, UserCommand } from "../../../core/engine/outcomes.ts";
import { isBeforeItsRules } from "../../../core/engine/spot/manage-commands.ts";
import type { SignedCall } from "./endpoint.ts";
import { refusalOf } from "./errors.ts";
import { outsideWindow } from "./time-window.ts";

/** The engine's answer to a command; a rejection is a refusal already. */
export async function execute<C extends UserCommand>(
  call: SignedCall,
  command: C,
): Promise<AnswerOf<C>> {
  const outcome = await submit(call, command);
  if (!outcome.ok) throw refusalOf(outcome);
  return outcome.answer;
}

/** Hands a command to the sequencer; a command without an outcome is a refusal already. */
export async function submit<C extends UserCommand>(
  call: SignedCall,
  command: C,
): Promise<OutcomeOf<C>> {
  const { exchange, ts, notAfterMs, signature } = call;
  // CORE-RULES-3: refused here, too, so that it does not get into the log.
  if (isBeforeItsRules(exchange.state, command)) {
    throw refusalOf({ ok: false, reason: "rules_too_old" });
  }
  const once: C = signature === undefined ? command : { ...command, signature };
  const submitted = await exchange.submit(once, notAfterMs);
  switch (submitted.kind) {
    case "done":
      return submitted.outcome;
    case "late":
      throw outsideWindow({ nowMs: exchange.now(), ts, windowMs: notAfterMs - ts });
    case "unavailable":
      throw new Refusal("DISCONNECTED");
    case "unknown":
      throw new Refusal("TIMEOUT");
  }
}
