/** What the clients of the simulated service were told, and what they saw, counted: a run that meets little proves little. */
import { type Attempt, type Clients, isUnclear } from "./service-clients.ts";

type Count = (what: string, times?: number) => void;

export function countAnswers(clients: Clients, count: Count): void {
  count("a loan", clients.loanCount);
  count("a liquidation", clients.liquidationCount);
  count("a stop triggered", clients.triggeredCount);
  count("an order ended by a countdown", clients.countdownCount);
  for (const { command, attempts } of clients.intents) {
    for (const attempt of attempts) countAnswer(command.type, attempt, count);
  }
}

function countAnswer(type: string, attempt: Attempt, count: Count): void {
  const { answer } = attempt;
  count(answer ? `answered ${answer.kind}` : "never answered");
  if (type === "ReplaceOrder" && isUnclear(attempt)) count("a replacement that was not answered");
  if (answer?.kind !== "done") return;
  if (!answer.outcome.ok) {
    if (answer.outcome.reason === "client_id_used") count("sent again and already there");
    return;
  }
  const told = answer.outcome.answer;
  if ("amended" in told) count(told.amended ? "an amendment" : "a replacement");
  if (type === "CancelAllOrders") count("all canceled");
}
