/** CLUSTER-SUBMIT-1: what becomes of commands that were handed to a leader that is gone. */
import { expect, test } from "vitest";
import { VirtualTime } from "../../../test/support/virtual-time.ts";
import type { Command } from "../../core/engine/codec.ts";
import type { Submitted } from "../replica/submission.ts";
import { Tickets } from "./tickets.ts";

const OUTCOME = { ok: true, answer: {} } as unknown as Parameters<Tickets["applied"]>[1];

function command(user: number): Command {
  return { type: "AddUser", name: `user-${user}`, request: 1 };
}

function desk() {
  const time = new VirtualTime(0);
  const tickets = new Tickets({ now: () => time.monotonicMs(), timer: time.timer });
  const answers: string[] = [];
  const hand = (user: number, epoch: number) => {
    const answer = ({ kind }: Submitted) => void answers.push(`${user} ${kind}`);
    return tickets.draw({ command: command(user), answer, epoch }) ?? expect.fail("no ticket");
  };
  return { tickets, answers, hand };
}

test("CLUSTER-SUBMIT-1 what never stood in the log before the next claim is unavailable", () => {
  const { tickets, answers, hand } = desk();
  hand(1, 4);
  tickets.lost();
  expect(answers).toEqual([]);
  tickets.claimed(5);

  expect(answers).toEqual(["1 unavailable"]);
});

test("CLUSTER-SUBMIT-1 one that may be what stands there is unknown", () => {
  const { tickets, answers, hand } = desk();
  hand(1, 4);
  hand(2, 4);
  tickets.lost();
  tickets.meets(command(2));
  tickets.meets(command(3));
  tickets.claimed(5);

  expect(answers).toEqual(["1 unavailable", "2 unknown"]);
});

test("CLUSTER-SUBMIT-1 a claim says nothing of what was handed to the claimant itself, or by a gateway", () => {
  const { tickets, answers, hand } = desk();
  hand(1, 5);
  hand(2, 0);
  tickets.lost();
  tickets.claimed(5);
  expect(answers).toEqual([]);

  const settle = tickets.rejoined();
  settle();
  expect(answers).toEqual(["1 unknown", "2 unknown"]);
});

test("CLUSTER-SUBMIT-1 one whose position is known is answered when it is reached, in whichever epoch", () => {
  const { tickets, answers, hand } = desk();
  const number = hand(1, 4);
  tickets.take({ number, answer: "logged", position: 90 });
  tickets.lost();
  tickets.claimed(5);
  expect(answers).toEqual([]);

  tickets.applied(90, OUTCOME, 1);
  tickets.settle();
  expect(answers).toEqual(["1 done"]);
});

test("FOLLOW-SUBMIT-2 what is handed over after another wire is there is not settled with what was lost before", () => {
  const { tickets, answers, hand } = desk();
  hand(1, 0);
  tickets.lost();
  const settle = tickets.rejoined();
  hand(2, 0);
  settle();

  expect(answers).toEqual(["1 unknown"]);
});
