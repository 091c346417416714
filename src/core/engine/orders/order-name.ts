/** The name of an order: the client id that its user gave it. Names are found by a hash, told apart letter by letter or by a second one. */

import { assert } from "../../base/assert.ts";
import type { Area } from "../ledger/area.ts";

export interface OrderName {
  readonly user: number;
  readonly area: Area;
  readonly clientId: string;
  /** `hashOf` this name, kept from its first use on. */
  nameHash?: number;
}

/** The hash that finds a name. Never 0, which stands for a hash not worked out yet. */
export function hashOf(name: OrderName): number {
  name.nameHash ||= hashLetters(name);
  return name.nameHash;
}

function hashLetters(name: OrderName): number {
  const { clientId } = name;
  let hash = hashBefore(name);
  for (let at = 0; at < clientId.length; at++) hash = hashWith(hash, clientId.charCodeAt(at));
  return hashAfter(hash);
}

/** The hash of a name whose letters stand in bytes from one place to another, one byte each. */
export function hashOfBytes(
  owner: Pick<OrderName, "user" | "area">,
  bytes: Uint8Array,
  { start, end }: { readonly start: number; readonly end: number },
): number {
  let hash = hashBefore(owner);
  let all = 0;
  for (let at = start; at < end; at++) {
    const letter = bytes[at] as number;
    all |= letter;
    hash = hashWith(hash, letter);
  }
  assert(all < 0x80, "SPOT-CLIENT-1 a client id has plain letters");
  return hashAfter(hash);
}

/** The same of a name whose letters must all be allowed, by their codes; 0 when one is not. */
export function hashIfAllowed(name: OrderName, allowed: Uint8Array): number {
  const { clientId } = name;
  let hash = hashBefore(name);
  for (let at = 0; at < clientId.length; at++) {
    const letter = clientId.charCodeAt(at);
    if (allowed[letter] !== 1) return 0;
    hash = hashWith(hash, letter);
  }
  return hashAfter(hash);
}

/** The hash before the first letter, with one letter more, and after the last. Only called here: V8 looks anew for what other files may call. */
function hashBefore({ user, area }: Pick<OrderName, "user" | "area">): number {
  return Math.imul(user ^ (area.length << 24), 0x9e3779b1 | 0);
}

function hashWith(hash: number, letter: number): number {
  return Math.imul(hash ^ letter, 0x01000193);
}

function hashAfter(hash: number): number {
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) || 1;
}

/** A second hash, independent of the first: together they tell names apart without the letters. */
export function secondHashOf({ user, clientId }: Pick<OrderName, "user" | "clientId">): number {
  let hash = user + 0x7f4a7c15;
  for (let at = 0; at < clientId.length; at++) {
    hash = Math.imul(hash + clientId.charCodeAt(at), 0x5bd1e995);
    hash ^= hash >>> 13;
  }
  return hash | 0;
}
