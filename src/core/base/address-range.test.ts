import fc from "fast-check";
import { expect, test } from "vitest";
import { anyWritten, groupsOf, significant } from "../../../test/support/address-bits.ts";
import { runs } from "../../../test/support/runs.ts";
import { formatAddress, parseAddress } from "./address.ts";
import { isInRange, parseRange } from "./address-range.ts";

const RUNS = { seed: 42, numRuns: runs(1_000, 1_000) };

function textOf(bits: string): string {
  return formatAddress(groupsOf(bits));
}

test("USER-ADDR-3 a range holds the addresses that begin with its bits, and no others", () => {
  fc.assert(
    fc.property(anyWritten, anyWritten, fc.nat(), fc.boolean(), (net, other, some, isNear) => {
      const bits = significant(net.bits);
      const length = some % (bits.length + 1);
      const prefix = bits.slice(0, length);
      const asked = significant(other.bits);
      const near = prefix + asked.slice(0, bits.length - length).padEnd(bits.length - length, "1");
      const wanted = isNear ? near : asked;
      const range = parseRange(`${textOf(prefix.padEnd(bits.length, "0"))}/${length}`);
      const address = parseAddress(textOf(wanted));

      const isIn = range !== undefined && address !== undefined && isInRange(range, address);

      expect(isIn).toBe(wanted.length === bits.length && wanted.startsWith(prefix));
    }),
    RUNS,
  );
});

test("USER-ADDR-3 one address is the range of itself", () => {
  fc.assert(
    fc.property(anyWritten, anyWritten, ({ text, bits }, other) => {
      const range = parseRange(text);
      const addresses = [parseAddress(text), parseAddress(other.text)];

      const isIn = addresses.map((address) => range && address && isInRange(range, address));

      expect(isIn).toEqual([true, significant(bits) === significant(other.bits)]);
    }),
    RUNS,
  );
});

test("USER-ADDR-3 a bit behind the length makes it no range", () => {
  fc.assert(
    fc.property(anyWritten, fc.nat(130), ({ bits }, length) => {
      const own = significant(bits);
      const isClean = length <= own.length && !own.slice(length).includes("1");

      expect(parseRange(`${textOf(own)}/${length}`) !== undefined).toBe(isClean);
    }),
    RUNS,
  );
});

test.each([
  ["::ffff:10.0.0.0/104", "10.200.0.1"],
  ["::ffff:0:0/96", "1.2.3.4"],
  ["0.0.0.0/0", "::ffff:1.2.3.4"],
  ["::/0", "2001:db8::1"],
  ["2001:DB8::/32", "2001:db8:ffff::1"],
])("USER-ADDR-3 %s holds %s", (range, address) => {
  const [parsed, asked] = [parseRange(range), parseAddress(address)];

  expect(parsed && asked && isInRange(parsed, asked)).toBe(true);
});

test("USER-ADDR-3 a range of IPv6 holds no IPv4 address", () => {
  const [range, address] = [parseRange("::/0"), parseAddress("1.2.3.4")];

  expect(range && address && isInRange(range, address)).toBe(false);
});

test.each([
  "10.0.0.1/8",
  "10.0.0.0/33",
  "10.0.0.0/08",
  "10.0.0.0/+8",
  "10.0.0.0/8.0",
  "10.0.0.0/-1",
  "10.0.0.0/",
  "10.0.0.0/8/8",
  "10.0.0.0/255.0.0.0",
  "010.0.0.0/8",
  "10.0/16",
  "::/129",
  "2001:db8::1/64",
  "::ffff:10.0.0.0/8",
  "::ffff:0:0/80",
  "example.org",
  "*",
  "",
  "/8",
])("USER-ADDR-3 %j is no range", (text) => {
  expect(parseRange(text)).toBeUndefined();
});
