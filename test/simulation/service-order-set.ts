/**
 * What the clients of the simulated service ask about their open orders, and what must be true of it after a start: an
 * amended order has no more open than was asked for, what was replaced is not open beside what replaced it, what was
 * canceled with all others or by a countdown has ended. Rules SPOT-REPLACE-2, SPOT-REPLACE-3, SPOT-CANCEL-3, SPOT-COUNT-3.
 */
import { nextCountdownMs } from "../../src/core/engine/spot/countdowns.ts";
import type { ExchangeState } from "../../src/core/engine/state.ts";
import type { Attempt, Intent } from "./service-clients.ts";
import type { FoundHistory } from "./service-history.ts";

type Claim = (isTrue: boolean, sentence: string) => void;

/** What is there after a start. */
interface Found {
  readonly state: ExchangeState;
  readonly history: FoundHistory;
  readonly claim: Claim;
}

export function checkManaged(intents: readonly Intent[], found: Found): void {
  const { state, claim } = found;
  const isEnded = nextCountdownMs(state.countdowns) > state.timeMs;
  claim(isEnded, "SPOT-COUNT-3 a countdown that is due comes before all else of its time");
  intents.forEach((intent, index) => {
    const { command } = intent;
    if (command.type === "ReplaceOrder") checkReplaced(intent, found);
    if (command.type === "CancelAllOrders") checkEnded(intent, found, () => true);
    if (command.type !== "SetCountdown") return;
    const isLast = !intents.slice(index + 1).some(({ user, command: later }) => {
      return user === intent.user && later.type === "SetCountdown";
    });
    if (isLast) checkEnded(intent, found, isOver(state));
  });
}

type Answer = Extract<Attempt["answer"], { readonly kind: "done" }>;

/** Whether the countdown that was told has been over for a while. */
function isOver({ timeMs }: ExchangeState): (answer: Answer) => boolean {
  return ({ outcome }) => {
    const dueMs = outcome.ok && "dueMs" in outcome.answer ? Number(outcome.answer.dueMs) : 0;
    return dueMs > 0 && timeMs >= dueMs;
  };
}

function checkEnded(
  { command, attempts, known = [] }: Intent,
  { state, claim }: Found,
  isDue: (answer: Answer) => boolean,
): void {
  for (const { answer } of attempts) {
    if (answer?.kind !== "done" || !answer.outcome.ok || !isDue(answer)) continue;
    for (const id of known) {
      claim(
        state.orders.byId.get(id) === undefined,
        `order ${id} has ended with all others: ${command.type}`,
      );
    }
  }
}

function checkReplaced(intent: Intent, found: Found): void {
  const { names, attempts, known = [] } = intent;
  const { state, history, claim } = found;
  const isThere = [...state.orders.byId.sorted(), ...[...history.orders.values()].flat()].some(
    ({ clientId }) => clientId === names[0],
  );
  for (const id of known) {
    const isBeside = isThere && state.orders.byId.get(id) !== undefined;
    claim(!isBeside, `order ${id} is not open beside ${names[0]}, which replaced it`);
  }
  for (const { answer } of attempts) {
    if (answer?.kind !== "done" || !answer.outcome.ok || !("amended" in answer.outcome.answer))
      continue;
    const { amended, canceled, placed } = answer.outcome.answer;
    if (amended) checkAmended(placed.orderId, intent, found);
    const { orderId = 0 } = canceled ?? {};
    const isCanceled = history.orders.get(orderId)?.[0]?.status === "canceled";
    claim(!canceled || isCanceled, `order ${orderId} is canceled, as was told`);
  }
}

/** SPOT-REPLACE-3: one lot was asked for, and it can only become less. */
function checkAmended(id: number, { known = [] }: Intent, { state, history, claim }: Found): void {
  const order = state.orders.byId.get(id) ?? history.orders.get(id)?.[0];
  claim(known.length === 0 || known.includes(id), `order ${id} is the one that was meant`);
  const isLess = order !== undefined && order.lots - order.executed <= 1;
  claim(isLess, `order ${id} has at most one lot open, as it was told`);
}
