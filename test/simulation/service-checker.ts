/**
 * What must be true of a restored exchange, by what its clients sent and were told alone:
 * done is there, with the result that was told; unavailable and late are not; the rest is there
 * once or not at all; and nothing is there that no client sent. LOG-DUR-1.
 */

import { brokenInvariants } from "../../src/core/engine/invariants/invariants.ts";
import type { Area } from "../../src/core/engine/ledger/area.ts";
import { formatSteps } from "../../src/core/money/decimal.ts";
import type { Sequencer } from "../../src/runtime/sequencer/sequencer.ts";
import {
  type Attempt,
  type Clients,
  type Intent,
  isUnclear,
  orderIdIn,
} from "./service-clients.ts";
import type { FoundHistory } from "./service-history.ts";
import { FIRST_UNITS, POOL_UNITS, USERS } from "./service-market.ts";
import { checkManaged } from "./service-order-set.ts";

/** An order as its user may see it. */
interface FoundOrder {
  readonly id: number;
  readonly user: number;
  readonly area: Area;
  readonly clientId: string;
  readonly status: string;
  readonly executed: number;
  readonly placedAtMs: number;
  readonly side: string;
  readonly ticks: number;
  readonly lots: number;
  readonly instructions?:
    | { readonly triggerTicks: number; readonly isWaiting: boolean }
    | undefined;
}

/** What is there after a start: orders by their client ids, and what ended. */
interface Seen {
  readonly found: ReadonlyMap<string, readonly FoundOrder[]>;
  readonly history: FoundHistory;
}

type Claim = (isTrue: boolean, sentence: string) => void;

/** Every sentence that should be true and is not. */
export function problemsOf(
  sequencer: Sequencer,
  history: FoundHistory,
  clients: Clients,
): string[] {
  const problems = [...brokenInvariants(sequencer.state)];
  const claim: Claim = (isTrue, sentence) => {
    if (!isTrue) problems.push(sentence);
  };
  const found = ordersOf(sequencer, history, claim);
  const seen = { found, history };
  for (const intent of clients.intents) checkIntent(sequencer, intent, seen, claim);
  checkManaged(clients.intents, { state: sequencer.state, history, claim });
  checkNobodyElse(clients, found, claim);
  checkMoney(sequencer, clients, claim);
  checkTrades(sequencer, clients, claim);
  checkHistory(sequencer, history, claim);
  claim(sequencer.state.timeMs >= clients.toldMs, `engine time is not before ${clients.toldMs}`);
  return problems;
}

/** By client id; every id that was given out must be an order, open or ended, or the place of a stop (SPOT-STOP-5). */
function ordersOf(
  { state }: Sequencer,
  history: FoundHistory,
  claim: Claim,
): Map<string, FoundOrder[]> {
  const found = new Map<string, FoundOrder[]>();
  const places: number[] = [];
  let triggered = 0;
  for (let id = 1; id <= state.orders.orderIdLast; id++) {
    const open = state.orders.byId.get(id);
    const ended = history.orders.get(id)?.[0];
    claim(!(open && ended), `order ${id} is not both open and ended`);
    const order = open ? { ...open, status: "open" } : ended;
    if (!order) places.push(id);
    if (order && isTriggered(order)) triggered++;
    if (!order || isForced(order)) continue;
    found.set(order.clientId, [...(found.get(order.clientId) ?? []), order]);
  }
  claim(places.length <= triggered, `orders ${places.join(", ")} are there, or places of stops`);
  return found;
}

/** A stop that was triggered may have taken an id for its place. */
function isTriggered({ instructions }: FoundOrder): boolean {
  return instructions !== undefined && instructions.triggerTicks > 0 && !instructions.isWaiting;
}

/** A liquidation sells without a client's wish; all that clients send here has a name. */
function isForced({ area, clientId }: FoundOrder): boolean {
  return area === "margin" && (clientId === "" || clientId.startsWith("bourse:"));
}

function checkIntent(
  sequencer: Sequencer,
  intent: Intent,
  { found, history }: Seen,
  claim: Claim,
): void {
  const { command, attempts, names } = intent;
  const orders = names.flatMap((name) => found.get(name) ?? []);
  switch (command.type) {
    case "Deposit":
      checkCount(intent, sequencer.state.movements.byId.has(command.id) ? 1 : 0, claim);
      return;
    case "ReplaceOrder":
      if (names.length > 0) checkCount(intent, orders.length, claim);
      return;
    case "PlaceOrder":
    case "PlaceMarginOrder":
      checkCount(intent, orders.length, claim);
      for (const attempt of attempts) checkPlaced(sequencer, intent, attempt, { orders, claim });
      return;
    case "PlaceBatch": {
      const isWhole = orders.length === 0 || orders.length === names.length;
      claim(isWhole, `batch ${names[0]} happened wholly or not at all, not ${orders.length} items`);
      checkCount(intent, orders.length / names.length, claim);
      return;
    }
    case "CancelOrder":
    case "CancelMarginOrder":
      for (const attempt of attempts) checkCanceled(history, attempt, claim);
  }
}

/** Once if it was told, never if it was refused, once or never if the outcome is not known. */
function checkCount({ names, attempts }: Intent, count: number, claim: Claim): void {
  const isTold = attempts.some(({ answer }) => answer?.kind === "done" && answer.outcome.ok);
  const isTaken = attempts.some(
    ({ answer }) =>
      answer?.kind === "done" && !answer.outcome.ok && answer.outcome.reason === "client_id_used",
  );
  const answers = attempts.map(({ answer }) => JSON.stringify(answer) ?? "nothing").join(", ");
  const told = `${names[0]} (told ${answers}) is there ${count} times`;
  claim(count <= 1, `${told}: never twice`);
  if (isTold || isTaken) claim(count === 1, `${told}: once`);
  else if (!attempts.some(isUnclear)) claim(count === 0, `${told}: never`);
}

function checkPlaced(
  sequencer: Sequencer,
  { user, command, isAmended }: Intent,
  { answer }: Attempt,
  { orders, claim }: { orders: readonly FoundOrder[]; claim: Claim },
): void {
  const id = orderIdIn(answer);
  if (id === 0 || answer?.kind !== "done" || !answer.outcome.ok) return;
  const told = answer.outcome.answer;
  const [order] = orders;
  const isSpot = command.type === "PlaceOrder";
  if (!isSpot && command.type !== "PlaceMarginOrder") return;
  if (!order || !("executed" in told)) return;
  const isFinal = told.status === "filled" || told.status === "canceled";
  const isSame =
    order.id === id &&
    order.user === user &&
    order.area === (isSpot ? "spot" : "margin") &&
    order.side === command.side &&
    order.placedAtMs === answer.timeMs &&
    (isFinal ? order.executed === told.executed : order.executed >= told.executed) &&
    (!isFinal || order.status === told.status) &&
    (command.kind === "market" || isAsAsked(sequencer, order, command, isAmended));
  claim(isSame, `order ${id} is as told: ${JSON.stringify(told)}, not ${shown(order)}`);
}

function isAsAsked(
  { state }: Sequencer,
  order: FoundOrder,
  asked: { readonly price: string; readonly quantity: string },
  isAmended: boolean,
): boolean {
  const { pricePrecision = 0, quantityPrecision = 0 } = state.catalogue.pairs[0] ?? {};
  const lots = Number(formatSteps(order.lots, quantityPrecision));
  const isWhole = lots === Number(asked.quantity);
  return (
    Number(formatSteps(order.ticks, pricePrecision)) === Number(asked.price) &&
    (isWhole || (isAmended && lots < Number(asked.quantity)))
  );
}

function checkCanceled({ orders }: FoundHistory, { answer }: Attempt, claim: Claim): void {
  const id = orderIdIn(answer);
  if (id === 0) return;
  claim(orders.get(id)?.[0]?.status === "canceled", `order ${id} is canceled, as was told`);
}

function checkNobodyElse(
  { intents }: Clients,
  found: ReadonlyMap<string, unknown>,
  claim: Claim,
): void {
  const sent = new Set(intents.flatMap(({ names }) => names));
  for (const name of found.keys()) claim(sent.has(name), `somebody sent the order ${name}`);
}

/** The money in the exchange is what the deposits that happened brought. */
function checkMoney({ state }: Sequencer, { intents }: Clients, claim: Claim): void {
  const brought = new Map<number, bigint>();
  for (const { command } of intents) {
    if (command.type !== "Deposit" || !state.movements.byId.has(command.id)) continue;
    brought.set(command.asset, (brought.get(command.asset) ?? 0n) + command.amount);
  }
  for (const { id } of state.catalogue.assets) {
    const expected = (brought.get(id) ?? 0n) + BigInt(USERS) * FIRST_UNITS + POOL_UNITS;
    const inside = -(state.ledger.houses[id - 1]?.external ?? 0n);
    claim(inside === expected, `the deposits of asset ${id} are ${expected}, not ${inside}`);
  }
}

/** Whatever the public stream showed is there, unchanged. */
function checkTrades({ views }: Sequencer, { trades }: Clients, claim: Claim): void {
  const kept = new Map(views.trades.newest(1, 1_000).map((trade) => [trade.id, trade]));
  const oldest = Math.min(...kept.keys(), Number.POSITIVE_INFINITY);
  for (const { id, ticks, lots, timeMs } of trades.values()) {
    if (id < oldest && kept.size > 0) continue;
    const trade = kept.get(id);
    const isSame = trade?.ticks === ticks && trade.lots === lots && trade.timeMs === timeMs;
    claim(isSame, `trade ${id} is as it was shown`);
  }
}

/** Nothing is listed twice, and every trade ever made is found by both of its sides. */
function checkHistory({ state }: Sequencer, { orders, trades }: FoundHistory, claim: Claim): void {
  for (const [id, found] of orders) claim(found.length === 1, `order ${id} is listed once`);
  for (let id = 1; id <= state.orders.tradeIdLast; id++) {
    const sides = trades.get(id) ?? [];
    const makers = sides.filter(({ isMaker }) => isMaker).length;
    claim(sides.length === 2 && makers === 1, `trade ${id} is listed by both sides, each once`);
  }
}

function shown(order: FoundOrder): string {
  const { id, user, side, status, executed, placedAtMs, ticks, lots } = order;
  return JSON.stringify({ id, user, side, status, executed, placedAtMs, ticks, lots });
}
