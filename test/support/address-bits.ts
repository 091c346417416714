/**
 * Addresses as strings of bits: slow, and too simple to be wrong. The model for what `auth` reads,
 * writes and compares.
 */
import fc from "fast-check";

/** An address in one of the ways it can be written, and its 32 or 128 bits. */
export interface Written {
  readonly text: string;
  readonly bits: string;
}

export function bitsOf(numbers: readonly number[], width: 8 | 16): string {
  return numbers.map((number) => number.toString(2).padStart(width, "0")).join("");
}

/** The groups of 16 bits as numbers. */
export function groupsOf(bits: string): number[] {
  return (bits.match(/.{16}/g) ?? []).map((group) => Number.parseInt(group, 2));
}

/** `1.2.3.4` from 32 bits. */
export function dotted(bits: string): string {
  return (bits.match(/.{8}/g) ?? []).map((octet) => Number.parseInt(octet, 2)).join(".");
}

const MAPPED_BITS = "0".repeat(80) + "1".repeat(16);

/** What an address is counted as: IPv4 has 32 bits, however it is written. */
export function significant(bits: string): string {
  return bits.startsWith(MAPPED_BITS) ? bits.slice(96) : bits;
}

export const anyFour: fc.Arbitrary<Written> = fc
  .tuple(...Array.from({ length: 4 }, () => fc.oneof(fc.nat(255), fc.constantFrom(0, 10, 255))))
  .map((octets) => ({ text: octets.join("."), bits: bitsOf(octets, 8) }));

const group = fc.oneof(fc.constantFrom(0, 0, 0, 1, 0xffff), fc.nat(0xffff));

/** Eight groups, spelled at will: either case, leading zeros, `::` for any run, a dotted tail. */
export const anySix: fc.Arbitrary<Written> = fc
  .record({
    groups: fc.oneof(
      fc.array(group, { minLength: 8, maxLength: 8 }),
      fc.tuple(group, group).map((tail) => [0, 0, 0, 0, 0, 0xffff, ...tail]),
    ),
    isUpper: fc.boolean(),
    width: fc.constantFrom(1, 4),
    isDotted: fc.boolean(),
    run: fc.nat(50),
  })
  .map(({ groups, isUpper, width, isDotted, run }) => {
    const bits = bitsOf(groups, 16);
    const words = groups.map((one) => one.toString(16).padStart(width, "0"));
    const spelled = words.map((word) => (isUpper ? word.toUpperCase() : word));
    if (isDotted) spelled.splice(6, 2, dotted(bits.slice(96)));
    return { text: withRun(spelled, run), bits };
  });

/** `::` instead of the run of zero groups with this number, if there are so many. */
function withRun(spelled: readonly string[], number: number): string {
  const ways = [spelled.join(":")];
  for (let start = 0; start < spelled.length; start++) {
    for (let end = start + 1; end <= spelled.length; end++) {
      if (!spelled.slice(start, end).every((word) => /^0+$/.test(word))) break;
      ways.push(`${spelled.slice(0, start).join(":")}::${spelled.slice(end).join(":")}`);
    }
  }
  return ways[number % ways.length] ?? "";
}

export const anyWritten: fc.Arbitrary<Written> = fc.oneof(anyFour, anySix);
