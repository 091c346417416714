/** Handing a command to the sequencer, and what the sequencer may say besides the engine's outcome. */

import { Refusal } from "../../../contract/refusal.ts";
import type { AnswerOf, OutcomeOf, UserCommand } from "../../../core/engine/outcomes.ts";
import { isBeforeItsRules } from "../../../core/engine/spot/manage-commands.ts";
import type { Submitted } from "../../../runtime/replica/submission.ts";
import type { SignedCall } from "./endpoint.ts";
import { refusalOf } from "./errors.ts";
import { outsideWindow } from "./time-window.ts";

/** The engine's answer to a command; a rejection is a refusal already. */
export function execute<C extends UserCommand>(call: SignedCall, command: C): Promise<AnswerOf<C>> {
  return executed(call, command, (answer) => answer);
}

/** What is told of the answer, in the same turn of the loop's promises: an order waits for as few as can be. */
export function executed<C extends UserCommand, T>(
  call: SignedCall,
  command: C,
  tell: (answer: AnswerOf<C>) => T,
): Promise<T> {
  return handOver(call, command).then((submitted) => {
    const outcome = outcomeOf(call, submitted);
    if (!outcome.ok) throw refusalOf(outcome);
    return tell(outcome.answer);
  });
}

/** Hands a command to the sequencer; a command without an outcome is a refusal already. */
export function submit<C extends UserCommand>(call: SignedCall, command: C): Promise<OutcomeOf<C>> {
  return handOver(call, command).then((submitted) => outcomeOf(call, submitted));
}

function handOver<C extends UserCommand>(
  call: SignedCall,
  command: C,
): Promise<Submitted<OutcomeOf<C>>> {
  const { exchange, notAfterMs, signature } = call;
  // CORE-RULES-3: refused here, too, so that it does not get into the log.
  if (isBeforeItsRules(exchange.state, command)) {
    throw refusalOf({ ok: false, reason: "rules_too_old" });
  }
  const once: C = signature === undefined ? command : { ...command, signature };
  return exchange.submit(once, notAfterMs);
}

function outcomeOf<T>({ exchange, ts, notAfterMs }: SignedCall, submitted: Submitted<T>): T {
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
