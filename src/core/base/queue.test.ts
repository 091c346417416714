/** A queue against a plain list, and how much it holds back of what has left. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { Queue } from "./queue.ts";

test("a queue gives its values in the order in which they came", () => {
  const step = fc.record({ pushed: fc.nat({ max: 3_000 }), dropped: fc.nat({ max: 3_000 }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const queue = new Queue<number>();
      let model: number[] = [];
      let next = 0;
      for (const { pushed, dropped } of steps) {
        for (let count = 0; count < pushed; count++) {
          queue.push(next);
          model.push(next++);
        }
        for (let count = 0; count < dropped; count++) queue.dropOldest();
        model = model.slice(dropped);

        expect(queue.size).toBe(model.length);
        expect(queue.oldest).toBe(model[0]);
        expect(queue.all()).toEqual(model);
      }
    }),
    { seed: 209, numRuns: 60 },
  );
});

test("CORE-BOUND-1 a queue of few holds back few of those that have left", () => {
  const queue = new Queue<number>();
  for (let number = 0; number < 100_000; number++) {
    queue.push(number);
    if (queue.size > 100) queue.dropOldest();
  }

  expect(queue.size).toBe(100);
  expect(queue["values"].length).toBeLessThanOrEqual(1_124);
});
