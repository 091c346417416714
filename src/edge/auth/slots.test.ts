import fc from "fast-check";
import { expect, test } from "vitest";
import { NO_SLOT, Slots } from "./slots.ts";

test("CORE-BOUND-1 a full table gives the slot of the oldest to a new key, whatever came before", () => {
  const step = fc.record({ key: fc.constantFrom(..."abcdefgh"), isRenewal: fc.boolean() });

  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), fc.integer({ min: 1, max: 5 }), (steps, max) => {
      const slots = new Slots<string>(max);
      // The model: the keys, the oldest first, each with its slot.
      let model: { key: string; slot: number }[] = [];

      for (const { key, isRenewal } of steps) {
        const known = model.find((entry) => entry.key === key);
        expect(slots.find(key)).toBe(known?.slot ?? NO_SLOT);
        if (known && !isRenewal) continue;
        if (known) slots.renew(known.slot);
        const slot = known ? known.slot : slots.give(key);
        const gone = known ?? (model.length === max ? model[0] : undefined);
        if (gone) expect(slot).toBe(gone.slot);
        model = [...model.filter((entry) => entry !== gone), { key, slot }];

        expect(slots.oldest).toBe(model[0]?.slot);
        expect(slots.count).toBe(model.length);
        expect(new Set(model.map((entry) => entry.slot)).size).toBe(model.length);
        expect(model.every((entry) => entry.slot >= 1 && entry.slot <= max)).toBe(true);
      }
    }),
    { seed: 45, numRuns: 500 },
  );
});

test("a key has one slot only, and an empty table no oldest", () => {
  const slots = new Slots<number>(2);
  expect(slots.oldest).toBe(NO_SLOT);

  slots.give(7);

  expect(() => slots.give(7)).toThrow("a key has one slot");
});
