import { expect, test } from "vitest";
import { EARLIER_BYTES_MAX, EARLIER_COUNT_MAX, EarlierReplies } from "./earlier-replies.ts";

function read(query: string, user = 1) {
  return { path: "/sapi/v1/openOrders", query, user };
}

test("SANDBOX-FAULT-14: the same parameters in another order are the same request, of the same user", () => {
  const earlier = new EarlierReplies();
  earlier.keep(read("symbol=BTCUSDT&limit=5&recvWindow=5000"), "[1]");

  expect(earlier.find(read("recvWindow=9&limit=5&symbol=BTCUSDT"))).toBe("[1]");
  expect(earlier.find(read("limit=5&symbol=ETHUSDT"))).toBeUndefined();
  expect(earlier.find(read("symbol=BTCUSDT&limit=5", 2))).toBeUndefined();
  earlier.keep(read("symbol=BTCUSDT&limit=5"), "[2]");
  expect([earlier.find(read("limit=5&symbol=BTCUSDT")), earlier.count]).toEqual(["[2]", 1]);
});

test("SANDBOX-FAULT-14: at most so many replies are remembered, the oldest go", () => {
  const earlier = new EarlierReplies();
  for (let at = 0; at <= EARLIER_COUNT_MAX; at++) earlier.keep(read(`id=${at}`), "{}");

  expect(earlier.count).toBe(EARLIER_COUNT_MAX);
  expect(earlier.find(read("id=0"))).toBeUndefined();
  expect(earlier.find(read("id=1"))).toBe("{}");
});

test("SANDBOX-FAULT-14: and so many bytes, however few replies they are", () => {
  const earlier = new EarlierReplies();
  const large = "x".repeat(EARLIER_BYTES_MAX / 8);
  for (let at = 0; at < 6; at++) earlier.keep(read(`id=${at}`), large);

  expect(earlier.count).toBe(3);
  earlier.keep(read("id=9"), large.repeat(4));
  expect(earlier.count).toBe(0);
  earlier.keep(read("id=7"), large);
  expect(earlier.count).toBe(1);
});
