/**
 * Whole exchanges from a seed: whatever the crowd asks, the explanation gives the verdict that the
 * client got, and of every order the end that it had.
 */
import { expect, test } from "vitest";
import { Crowd } from "../../../test/simulation/crowd/crowd.ts";
import { Dice } from "../../../test/simulation/dice.ts";
import { type Done, ExplainDesk, type Sent } from "../../../test/support/explain-desk.ts";
import { IS_LONG } from "../../../test/support/runs.ts";
import type { Rejected } from "../../core/base/outcome.ts";
import { apply } from "../../core/engine/engine.ts";
import type { ExchangeEvent } from "../../core/engine/events.ts";
import { openStatusOf } from "../../core/engine/orders/order.ts";
import { type ExchangeState, emptyState } from "../../core/engine/state.ts";
import { type ApiReject, refusalOf } from "../../edge/http/dialect/errors.ts";
import { tell } from "./tell.ts";
import type { CommandVerdict } from "./words/explanation.ts";
import { isOfUser } from "./words/say-command.ts";

interface Run {
  readonly sent: readonly Sent[];
  readonly state: ExchangeState;
  /** How each order ended. */
  readonly ends: ReadonlyMap<number, string>;
}

function runOf(seed: number, count: number): Run {
  const state = emptyState();
  const crowd = new Crowd(new Dice(seed), state, {
    isLong: false,
    hasFutures: seed % 2 === 0,
    hasOrderSet: false,
  });
  const sent: Sent[] = [];
  const ends = new Map<number, string>();
  while (crowd.drawn < count) {
    const command = crowd.next();
    const { timeMs } = crowd;
    const events: ExchangeEvent[] = [];
    apply(state, command, { timeMs, events });
    sent.push({ command, timeMs });
    for (const event of events) {
      if (event.type === "OrderEnded") ends.set(event.id, event.status);
      if (event.type === "ForceClosed") ends.set(event.orderId, "filled");
    }
  }
  return { sent, state, ends };
}

/** What the client was told: a success with ids, or a refusal with its reason and numbers. */
function verdictOf({ outcome }: Done) {
  if (!outcome.ok) return { result: "refused", reason: outcome.reason };
  const { answer } = outcome;
  if ("orderIds" in answer) return { result: "accepted", orders: answer.orderIds };
  if ("status" in answer) return { result: "accepted", orders: [answer.orderId] };
  return { result: "accepted" };
}

const FINAL = -1145;

/** A cancel of what has ended is answered from history, which spot-stories.test.ts looks at. */
function checkReply(api: CommandVerdict["api"], { command, outcome }: Done): void {
  if (outcome.ok || !isOfUser(command)) return;
  const { code, status, talk: msg } = refusalOf(outcome as Rejected<ApiReject>);
  if (api?.code === FINAL) expect(command.type).toMatch(/^Cancel/);
  else expect(api).toEqual({ code, status, msg });
}

/** Without futures, and with them. */
test.each(IS_LONG ? [2, 3, 4] : [2, 3])(
  "EXPLAIN-VERDICT-1 every request of seed %d has the verdict its client got",
  async (seed) => {
    const desk = await ExplainDesk.of(runOf(seed, 140).sent);
    let refusals = 0;

    desk.done.forEach((done, index) => {
      if (!("request" in done.command)) return;
      const { verdict } = desk.step(index + 1);
      expect(verdict).toMatchObject(verdictOf(done));
      checkReply(verdict.api, done);
      if (done.outcome.ok) return;
      refusals++;
      const { had } = done.outcome;
      const isMovement = /Withdraw|DrawFund/.test(done.command.type);
      if (!isMovement) expect(verdict.had).toBe(had);
    });

    expect(refusals).toBeGreaterThan(10);
  },
);

test.each([39, 48])("EXPLAIN-LIFE-1 every order of seed %d is where it is", async (seed) => {
  const { sent, state, ends } = runOf(seed, IS_LONG ? 170 : 130);
  const desk = await ExplainDesk.of(sent);

  // LOG-LOSS-1: ids that were skipped belong to no order.
  const ids = [...ends.keys(), ...state.orders.byId.sorted().map(({ id }) => id)];
  expect(ids.length).toBeGreaterThan(20);
  for (const id of ids) {
    const explained = desk.order(id);
    const open = state.orders.byId.get(id);
    const status = open ? `open: ${openStatusOf(open)}` : `ended: ${ends.get(id)}`;
    expect(explained.now.startsWith(`${status},`), `${id}: ${explained.now}`).toBe(true);
    expect(explained.created?.position).toBe(explained.life[0]?.position);
    expect(tell(explained).join("\n")).not.toMatch(/undefined|NaN|\[object/);
  }
});
