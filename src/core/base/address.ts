/**
 * Internet addresses: from text to numbers and back to the one normal text. Strict, since what
 * could be read in two ways could be let in by one reader and banned by another: no leading zeros
 * in IPv4, no zone, no port, no blank. An IPv4 address written as IPv6 is IPv4 (USER-ADDR-1).
 */

/** Groups of 16 bits, the highest first: two are IPv4, eight are IPv6. */
export type Address = readonly number[];

/** The longest an address can be written: IPv6 with an IPv4 tail. */
const TEXT_MAX = 45;
const GROUPS_OF_FOUR = 2;
const GROUPS_OF_SIX = 8;
const OCTET = /^(?:0|[1-9][0-9]{0,2})$/;
const GROUP = /^[0-9a-fA-F]{1,4}$/;

export function parseAddress(text: string): Address | undefined {
  if (text.length > TEXT_MAX) return undefined;
  if (!text.includes(":")) return parseFour(text);
  const groups = parseSix(text);
  return groups && isMapped(groups) ? groups.slice(-GROUPS_OF_FOUR) : groups;
}

function parseFour(text: string): Address | undefined {
  const octets = text.split(".");
  const isGood = octets.every((octet) => OCTET.test(octet) && Number(octet) < 256);
  if (octets.length !== 4 || !isGood) return undefined;
  const [first = 0, second = 0, third = 0, fourth = 0] = octets.map(Number);
  return [first * 256 + second, third * 256 + fourth];
}

function parseSix(text: string): Address | undefined {
  const written = text.includes(".") ? withoutDots(text) : text;
  if (written === undefined) return undefined;
  const [before = "", behind, ...more] = written.split("::");
  const head = groupsOf(before);
  const tail = groupsOf(behind ?? "");
  const zeros = GROUPS_OF_SIX - head.length - tail.length;
  // Two colons stand, once, for at least one group.
  const isWhole = behind === undefined ? zeros === 0 : zeros > 0 && more.length === 0;
  if (!isWhole || ![...head, ...tail].every((group) => GROUP.test(group))) return undefined;
  const words = [...head, ...Array<string>(zeros).fill("0"), ...tail];
  return words.map((word) => Number.parseInt(word, 16));
}

function groupsOf(part: string): string[] {
  return part === "" ? [] : part.split(":");
}

/** The last two groups may be written as IPv4. */
function withoutDots(text: string): string | undefined {
  const start = text.lastIndexOf(":") + 1;
  const tail = parseFour(text.slice(start));
  return tail && text.slice(0, start) + tail.map(hexOf).join(":");
}

/** What stands in front of an IPv4 address that is written as IPv6. */
function isMapped(groups: Address): boolean {
  return groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0);
}

function hexOf(group: number): string {
  return group.toString(16);
}

export function formatAddress(address: Address): string {
  if (address.length === GROUPS_OF_SIX) return formatSix(address);
  return address.map((group) => `${group >>> 8}.${group & 255}`).join(".");
}

/** Small letters, no leading zeros, and the longest run of zeros, of equals the first, as `::`. */
function formatSix(groups: Address): string {
  const words = groups.map(hexOf);
  const { start, length } = longestZeros(groups);
  if (length < 2) return words.join(":");
  return `${words.slice(0, start).join(":")}::${words.slice(start + length).join(":")}`;
}

function longestZeros(groups: Address): { start: number; length: number } {
  let longest = { start: 0, length: 0 };
  let length = 0;
  for (const [at, group] of groups.entries()) {
    length = group === 0 ? length + 1 : 0;
    if (length > longest.length) longest = { start: at + 1 - length, length };
  }
  return longest;
}

/**
 * USER-ADDR-1: what is counted and banned as one: an IPv4 address, or the /64 of an IPv6 address,
 * since a client that has one address of it has all of it.
 */
export function blockOf(address: string): string {
  // An IPv4 address is its own block, and its text has one form only.
  if (!address.includes(":")) return address;
  const groups = parseAddress(address);
  if (!groups) return address;
  if (groups.length === GROUPS_OF_FOUR) return formatAddress(groups);
  return `${formatSix([...groups.slice(0, 4), 0, 0, 0, 0])}/64`;
}
