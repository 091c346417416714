import fc from "fast-check";
import { expect, test } from "vitest";
import { Ring } from "./ring.ts";

const COUNT_MAX = 11;

function push(ring: Ring, value: number): void {
  const at = ring.push();
  ring.values[at] = value;
  ring.values[at + 1] = 0 - value;
}

function rowsOf(ring: Ring): number[] {
  return Array.from({ length: ring.count }, (_, older) => {
    const at = ring.at(older);
    expect(ring.values[at + 1]).toBe(0 - (ring.values[at] as number));
    return ring.values[at] as number;
  });
}

test("a ring costs nothing before its first row", () => {
  expect(new Ring(8, 86_400).values.length).toBe(0);
});

test("CORE-BOUND-1 a full ring forgets its oldest row and grows no more", () => {
  const ring = new Ring(2, COUNT_MAX);

  for (let value = 1; value <= 100; value++) push(ring, value);

  expect(rowsOf(ring)).toEqual([90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100]);
  expect(ring.values.length).toBe(COUNT_MAX * 2);
});

test("a ring is a queue that is dropped from at both ends and searched", () => {
  const steps = fc.array(fc.constantFrom("push", "push", "push", "oldest", "newest"), {
    maxLength: 120,
  });

  fc.assert(
    fc.property(steps, (names) => {
      const ring = new Ring(2, COUNT_MAX);
      let model: number[] = [];

      for (const [value, name] of names.entries()) {
        if (name === "push") {
          push(ring, value);
          model = [...model, value].slice(-COUNT_MAX);
        } else if (model.length > 0) {
          model = name === "oldest" ? model.slice(1) : model.slice(0, -1);
          if (name === "oldest") ring.dropOldest();
          else ring.dropNewest();
        }

        expect(rowsOf(ring)).toEqual(model);
        const middle = names.length / 2;
        expect(ring.countBelow(middle)).toBe(model.filter((each) => each < middle).length);
      }
    }),
    { seed: 1 },
  );
});
