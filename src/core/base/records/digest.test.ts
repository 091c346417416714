/** The digest: equal histories are equal, and a difference anywhere shows. */
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type Digest,
  foldAmount,
  foldBig,
  foldBytes,
  foldNumber,
  foldText,
  newDigest,
} from "./digest.ts";

const RUN = { seed: 12, numRuns: 300 };

function digestOf(fold: (digest: Digest) => void): string {
  const digest = newDigest();
  fold(digest);
  return digest.join();
}

test("the same effects give the same digest, others another", () => {
  const numbers = fc.array(fc.maxSafeInteger(), { maxLength: 20 });
  fc.assert(
    fc.property(numbers, numbers, (a, b) => {
      const all = (values: readonly number[]) =>
        digestOf((digest) => {
          for (const value of values) foldNumber(digest, value);
        });

      expect(all(a) === all(b)).toBe(a.join() === b.join());
    }),
    RUN,
  );
});

test("one unit more or less of anything shows, also beyond 32 bits", () => {
  fc.assert(
    fc.property(
      fc.maxSafeNat().filter((value) => value < Number.MAX_SAFE_INTEGER),
      fc.bigInt({ min: -(2n ** 62n), max: 2n ** 62n }),
      (number, big) => {
        const other = digestOf((digest) => foldNumber(digest, number + 1));

        expect(digestOf((digest) => foldNumber(digest, number))).not.toBe(other);
        expect(digestOf((digest) => foldNumber(digest, -1 - number))).not.toBe(other);
        expect(digestOf((digest) => foldBig(digest, big))).not.toBe(
          digestOf((digest) => foldBig(digest, big + 1n)),
        );
      },
    ),
    RUN,
  );
});

test("an amount is folded as its bigint is, whichever form it has", () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.bigInt(), (number, big) => {
      const expected = digestOf((digest) => foldBig(digest, BigInt(number)));

      expect(digestOf((digest) => foldAmount(digest, number))).toBe(expected);
      expect(digestOf((digest) => foldAmount(digest, big))).toBe(
        digestOf((digest) => foldBig(digest, big)),
      );
    }),
    RUN,
  );
});

test("the order of effects and the border between texts show", () => {
  const texts = (...values: string[]) =>
    digestOf((digest) => {
      for (const value of values) foldText(digest, value);
    });

  expect(texts("a", "b")).not.toBe(texts("b", "a"));
  expect(texts("ab", "c")).not.toBe(texts("a", "bc"));
  expect(digestOf((digest) => foldBytes(digest, Uint8Array.of(1, 2)))).not.toBe(
    digestOf((digest) => foldBytes(digest, Uint8Array.of(2, 1))),
  );
});
