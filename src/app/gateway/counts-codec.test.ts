import fc from "fast-check";
import { expect, test } from "vitest";
import { Fault } from "../../core/base/assert.ts";
import type { Counted } from "../../edge/http/counts-exchange.ts";
import { readCounts, writeCounts } from "./counts-codec.ts";

const counted: fc.Arbitrary<Counted> = fc.record({
  table: fc.oneof(fc.constant("addresses" as const), fc.constant("refusals" as const), fc.nat(90)),
  key: fc.oneof(fc.ipV4(), fc.ipV6(), fc.nat().map(String)),
  count: fc.nat(),
  endsAtMs: fc.nat(2 ** 45),
});

test("FOLLOW-LIMIT-1 counts are read as they were written", () => {
  fc.assert(
    fc.property(fc.array(counted, { maxLength: 50 }), (counts) => {
      expect(readCounts(writeCounts(counts).slice())).toEqual(counts);
    }),
    { seed: 2101, numRuns: 200 },
  );
});

test("counts that are cut short, or are followed by more, are refused", () => {
  const bytes = writeCounts([{ table: 3, key: "7", count: 1, endsAtMs: 99 }]).slice();

  for (let cut = 0; cut < bytes.length; cut++) {
    expect(() => readCounts(bytes.subarray(0, cut))).toThrow(Fault);
  }
  expect(() => readCounts(Uint8Array.of(...bytes, 0))).toThrow(Fault);
});
