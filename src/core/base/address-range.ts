/**
 * Ranges of addresses as an operator writes them: `10.0.0.0/8`, `2001:db8::/32`, or one address.
 * Names are not looked up. A range with a bit set behind its length (`10.0.0.1/8`) is refused: it
 * may mean one address or sixteen million, and the wrong guess lets strangers in (USER-ADDR-3).
 */
import { type Address, parseAddress } from "./address.ts";

/** The addresses that have the same first bits, by a mask for each group of 16. */
export interface AddressRange {
  readonly network: Address;
  readonly masks: readonly number[];
}

const LENGTH = /^(?:0|[1-9][0-9]{0,2})$/;
const GROUP_BITS = 16;

export function parseRange(text: string): AddressRange | undefined {
  const slash = text.indexOf("/");
  const written = slash < 0 ? text : text.slice(0, slash);
  const network = parseAddress(written);
  if (!network) return undefined;
  const bits = network.length * GROUP_BITS;
  if (slash < 0) return { network, masks: masksOf(network, bits) };
  const length = text.slice(slash + 1);
  if (!LENGTH.test(length)) return undefined;
  // An IPv4 range that is written as IPv6 counts its length from the first of 128 bits.
  const before = written.includes(":") ? 128 - bits : 0;
  const fixed = Number(length) - before;
  if (fixed < 0 || fixed > bits) return undefined;
  const masks = masksOf(network, fixed);
  const isClean = network.every((group, at) => (group & (masks[at] ?? 0)) === group);
  return isClean ? { network, masks } : undefined;
}

/** The first `fixed` bits are ones. */
function masksOf(network: Address, fixed: number): number[] {
  return network.map((_, at) => {
    const ones = Math.max(0, Math.min(GROUP_BITS, fixed - at * GROUP_BITS));
    return (0xffff << (GROUP_BITS - ones)) & 0xffff;
  });
}

/** A range of IPv6 holds no IPv4 address, and the reverse. */
export function isInRange({ network, masks }: AddressRange, address: Address): boolean {
  if (address.length !== network.length) return false;
  return masks.every((mask, at) => ((address[at] as number) & mask) === network[at]);
}
