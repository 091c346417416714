/** Canceling all orders of a symbol goes on while there are more, and ends. */
import { expect, test } from "vitest";
import { cancelRounds, ROUNDS_MAX, sayCanceledAll } from "./cancel-rounds.ts";

/** A server with so many orders that cancels at most ten at a time. */
function serverOf(orders: number) {
  let left = orders;
  let asked = 0;
  const cancelAll = async () => {
    const canceled = Math.min(left, 10);
    left -= canceled;
    asked += 1;
    return { canceled, more: left > 0 };
  };
  return { cancelAll, asked: () => asked };
}

test("what one request leaves the next cancels", async () => {
  const server = serverOf(25);

  expect(await cancelRounds(server.cancelAll)).toEqual({ canceled: 25, more: false });
  expect(server.asked()).toBe(3);
});

test(`after ${ROUNDS_MAX} requests there is an end, and it is told that there are more`, async () => {
  const server = serverOf(Number.POSITIVE_INFINITY);

  const answer = await cancelRounds(server.cancelAll);

  expect([answer, server.asked()]).toEqual([{ canceled: 10 * ROUNDS_MAX, more: true }, ROUNDS_MAX]);
  expect(sayCanceledAll("BTC/USDT", [answer])).toBe(
    `Canceled ${10 * ROUNDS_MAX} orders on BTC/USDT; there are more`,
  );
});

test("spot and margin are told together", () => {
  const answer = (canceled: number) => ({ canceled, more: false });

  expect(sayCanceledAll("BTC/USDT", [answer(2), answer(1)])).toBe("Canceled 3 orders on BTC/USDT");
  expect(sayCanceledAll("BTC/USDT", [answer(1)])).toBe("Canceled 1 order on BTC/USDT");
});
