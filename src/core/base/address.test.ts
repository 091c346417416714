import { isIP } from "node:net";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  anySix,
  anyWritten,
  bitsOf,
  dotted,
  groupsOf,
  significant,
} from "../../../test/support/address-bits.ts";
import { runs } from "../../../test/support/runs.ts";
import { blockOf, formatAddress, parseAddress } from "./address.ts";

const RUNS = { seed: 41, numRuns: runs(1_000, 1_000) };

test("USER-ADDR-1 an address is its bits, however it is written; IPv4 as IPv6 is IPv4", () => {
  fc.assert(
    fc.property(anyWritten, ({ text, bits }) => {
      expect(bitsOf(parseAddress(text) ?? [], 16)).toBe(significant(bits));
    }),
    RUNS,
  );
});

test("USER-ADDR-1 format and parse undo each other, and the normal text is one only", () => {
  fc.assert(
    fc.property(anyWritten, ({ text, bits }) => {
      const address = parseAddress(text);

      const normal = formatAddress(address ?? []);

      expect(parseAddress(normal)).toEqual(address);
      expect(normal).toBe(normalText(significant(bits)));
    }),
    RUNS,
  );
});

/** The shortest of all ways to write it, the first of equals: slow, but plainly right. */
function normalText(bits: string): string {
  if (bits.length === 32) return dotted(bits);
  const groups = groupsOf(bits);
  const words = groups.map((group) => group.toString(16));
  let best = { text: words.join(":"), zeros: 1 };
  for (let start = 0; start < 8; start++) {
    for (let end = start + 2; end <= 8; end++) {
      const isZero = groups.slice(start, end).every((group) => group === 0);
      if (!isZero || end - start <= best.zeros) continue;
      const text = `${words.slice(0, start).join(":")}::${words.slice(end).join(":")}`;
      best = { text, zeros: end - start };
    }
  }
  return best.text;
}

test("what Node takes for an address is one here too, and nothing else", () => {
  const change = fc.record({ at: fc.nat(), char: fc.constantFrom(..."0159aFg:.:/ -") });
  const changes = fc.array(change, { maxLength: 3 });

  fc.assert(
    fc.property(anyWritten, changes, ({ text }, edits) => {
      const changed = edits.reduce((before, { at, char }, turn) => {
        const place = at % (before.length + 1);
        return before.slice(0, place) + char + before.slice(place + (turn % 2));
      }, text);

      expect(parseAddress(changed) !== undefined, changed).toBe(isIP(changed) !== 0);
    }),
    RUNS,
  );
});

test.each([
  "",
  "1.2.3",
  "1.2.3.4.5",
  "01.2.3.4",
  "1.2.3.256",
  "1.2.3.4 ",
  "1.2.3.4:80",
  "0x1.2.3.4",
  "1:2:3:4:5:6:7",
  "1:2:3:4:5:6:7:8:9",
  "1:2:3:4:5:6:7:8::",
  "1::2::3",
  ":::",
  ":1",
  "1:",
  "12345::",
  "g::",
  "fe80::1%eth0",
  "[::1]",
  "::1.2.3",
  "1.2.3.4::",
  "localhost",
  "\u0661.2.3.4",
  ":".repeat(10_000),
])("%.20j is no address", (text) => {
  expect(parseAddress(text)).toBeUndefined();
});

test.each([
  ["1.2.3.4", "1.2.3.4"],
  ["::ffff:1.2.3.4", "1.2.3.4"],
  ["::FFFF:0102:0304", "1.2.3.4"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:DB8:1:2::", "2001:db8:1:2::/64"],
  ["::1", "::/64"],
  ["::1.2.3.4", "::/64"],
  ["fe80::1", "fe80::/64"],
  ["", ""],
])("USER-ADDR-1 the block of %s is %s", (address, block) => {
  expect(blockOf(address)).toBe(block);
});

test("USER-ADDR-1 two IPv6 addresses share a block exactly if their first 64 bits agree", () => {
  fc.assert(
    fc.property(anySix, anySix, fc.boolean(), (one, other, isNear) => {
      const bits = isNear ? one.bits.slice(0, 64) + other.bits.slice(64) : other.bits;
      fc.pre(significant(one.bits).length === 128 && significant(bits).length === 128);
      const text = formatAddress(groupsOf(bits));

      const isShared = blockOf(one.text) === blockOf(text);

      expect(isShared).toBe(one.bits.slice(0, 64) === bits.slice(0, 64));
    }),
    RUNS,
  );
});
