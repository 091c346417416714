/** The answer to a batch, kept as one number: a repetition is answered the same. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { Desk } from "../../../../test/support/desk.ts";
import { batchOfNumber, numberOfBatch } from "./batch-answer.ts";
import type { PlaceBatch, RejectedItem } from "./spot.ts";

const reason = fc.constantFrom<RejectedItem["reason"]>(
  "client_id_malformed",
  "client_id_used",
  "too_many_open_orders",
  "no_opposite_orders",
  "insufficient_balance",
);

test("USER-REPEAT-1 SPOT-BATCH-7 SPOT-ICE-3 ids and rejected items come back as they were, up to ten of them", () => {
  const gap = fc.oneof(fc.constant(0), fc.nat(9), fc.nat(2 ** 32 - 1));
  const item = fc.record({ why: fc.option(reason), gap });
  const items = fc.array(item, { minLength: 1, maxLength: 10 });
  const first = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER - 2 ** 36 });
  fc.assert(
    fc.property(items, first, (asked, firstId) => {
      let id = firstId - 1;
      const orderIds = asked.map(({ gap }, index) => {
        id += 1 + (index === 0 ? 0 : gap);
        return id;
      });
      const rejected = asked.flatMap(({ why }, index) => (why ? [{ index, reason: why }] : []));

      const answer = batchOfNumber(numberOfBatch({ orderIds, rejected }), asked.length);

      expect(answer).toEqual({ orderIds, rejected });
    }),
    { numRuns: 200, seed: 16 },
  );
});

test("SPOT-BATCH-7 CORE-RULES-1 by older rules a named batch does not tell what it rejected, and keeps a plain id", () => {
  const desk = new Desk({ alice: { USDT: "1000" } }, { adopted: 3 });
  const item = { side: "buy", kind: "limit", quantity: "1", price: "10", clientId: "" } as const;
  const batch: PlaceBatch = {
    type: "PlaceBatch",
    user: 1,
    key: 1,
    request: 0,
    pair: 1,
    signature: undefined,
    items: [item, { ...item, quantity: "999" }],
    clientRequestId: "b",
  };
  const plain = { orderIds: [1, 2], rejected: undefined };

  expect(desk.must(batch)).toEqual(plain);
  expect(desk.state.requests.named.byName.get("1 b")?.answer).toBe(1n);
  desk.must({ type: "AdoptRules", rules: 4, request: 0 });
  expect(desk.must(batch)).toEqual(plain);
  expect(desk.must({ ...batch, clientRequestId: "c" })).toEqual({
    orderIds: [3, 4],
    rejected: [{ index: 1, reason: "insufficient_balance" }],
  });
});
