import { expect, test } from "vitest";
import { settle, VirtualTime } from "../../../test/support/virtual-time.ts";
import { StreamCalls } from "./calls.ts";
import type { Connection } from "./connection.ts";

const REQUEST = { path: "/sapi/v1/order", ts: 1, body: {}, timeoutMs: 15_000 };

function opened() {
  const time = new VirtualTime(0);
  const calls = new StreamCalls(time.timer);
  let idLast = 0;
  const connection = { call: () => ++idLast } as Partial<Connection> as Connection;
  return { time, calls, connection, sent: () => idLast };
}

/** How it ended: the error of a call that was not answered. */
function outcomeOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => "answered",
    ({ message, isUnsent }) => ({ message, isUnsent }),
  );
}

test("a thousand calls wait to be sent, one more is refused and surely not sent", async () => {
  const { calls, connection, sent } = opened();
  const waiting = Array.from({ length: 1_000 }, () => outcomeOf(calls.add(REQUEST)));

  expect(await outcomeOf(calls.add(REQUEST))).toMatchObject({ isUnsent: true });
  calls.flush(connection);
  expect(sent()).toBe(64);
  calls.lost();
  const outcomes = (await Promise.all(waiting)) as { isUnsent: boolean }[];
  expect(outcomes.filter(({ isUnsent }) => !isUnsent)).toHaveLength(64);
  expect(outcomes.filter(({ isUnsent }) => isUnsent)).toHaveLength(936);
});

test("a reply that does not come in time is in doubt only if the call was sent", async () => {
  const { time, calls, connection } = opened();
  const first = outcomeOf(calls.add(REQUEST));
  calls.flush(connection);
  const second = outcomeOf(calls.add(REQUEST));
  await time.pass(15_000);
  await settle();

  expect(await first).toEqual({ message: "no answer in time", isUnsent: false });
  expect(await second).toEqual({ message: "no connection in time", isUnsent: true });
  expect(calls.isWaiting).toBe(false);
  const late = {
    type: "reply",
    id: 1,
    status: 200,
    requestId: "r",
    headers: {},
    body: {},
  } as const;
  expect(calls.heard(late)).toBe(false);
});

test("a message that the server took for no call is a refusal: nothing was done", async () => {
  const { calls, connection } = opened();
  const call = calls.add(REQUEST);
  calls.flush(connection);

  expect(calls.heard({ type: "error", id: 1, code: -1102, msg: "path is missing." })).toBe(true);
  const { status, text } = await call;
  expect([status, JSON.parse(text)]).toEqual([400, { code: -1102, msg: "path is missing." }]);
});
