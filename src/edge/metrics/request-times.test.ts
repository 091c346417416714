/** How long answers take, by a clock that the test moves. */
import { expect, test } from "vitest";
import { readExposition, valueIn } from "../../../test/support/exposition.ts";
import { ROUTES } from "../http/routes.ts";
import { writeMetrics } from "./exposition.ts";
import { RequestTimes } from "./request-times.ts";

const YES = { request: 1, status: 200, code: 0 };

test("reads and writes are timed apart; what has no route, or no beginning, is not", async () => {
  let nowMs = 1_000;
  const times = new RequestTimes(() => nowMs);
  const get = ROUTES.find(({ method }) => method === "GET");
  const post = ROUTES.find(({ method }) => method === "POST");
  const arrivedMs = times.clock();
  nowMs = 1_002;

  times.note({ route: get, arrivedMs, ...YES });
  times.note({ route: post, arrivedMs, ...YES });
  nowMs = 1_300;
  times.note({ route: post, arrivedMs, ...YES });
  times.note({ route: undefined, arrivedMs, ...YES });
  times.note({ route: get, arrivedMs: 0, ...YES });

  const families = readExposition(await writeMetrics([times.metric()]));
  const of = (method: string, le: string) =>
    valueIn(families, "bourse_request_seconds_bucket", { method, le });
  expect([of("GET", "0.001"), of("GET", "0.0025"), of("GET", "+Inf")]).toEqual([0, 1, 1]);
  expect([of("POST", "0.25"), of("POST", "0.5"), of("POST", "+Inf")]).toEqual([1, 2, 2]);
});
