/** What may happen to a file on a disk, drawn from a seed: each damage changes at least one byte. */

export const DAMAGES = ["bit", "byte", "zeros", "junk", "cut"] as const;
export type DamageKind = (typeof DAMAGES)[number];

export interface Damage {
  readonly kind: DamageKind;
  /** Below the data directory. */
  readonly file: string;
  readonly offset: number;
  /** A bit: which one. A byte: by what it is changed. A range: how long it is. A cut: 0. */
  readonly amount: number;
  /** Of the junk. */
  readonly seed: number;
}

/** A disk loses sectors, pages and whole stretches. */
const RANGE_BITS_MAX = 16;
/** What is written last is of most interest: the distance from it has up to so many bits. */
const DISTANCE_BITS_MAX = 11;
const DRAWS_MAX = 1_000;

/** A damage of a file that changes it. */
export function drawDamage(
  file: string,
  bytes: Uint8Array,
  random: () => number,
  kinds: readonly DamageKind[] = DAMAGES,
): Damage {
  for (let draws = 0; draws < DRAWS_MAX; draws++) {
    const damage = drawOne(file, bytes, random);
    if (!kinds.includes(damage.kind)) continue;
    if (Buffer.compare(damaged(bytes, damage), bytes) !== 0) return damage;
  }
  throw new Error(`${file} has ${bytes.length} bytes, and none of them can be damaged`);
}

function drawOne(file: string, bytes: Uint8Array, random: () => number): Damage {
  const kind = DAMAGES[Math.floor(random() * DAMAGES.length)] ?? "bit";
  const offset = drawOffset(bytes, random);
  const share = random();
  const seed = Math.floor(random() * 2 ** 32);
  return { kind, file, offset, amount: amountOf(kind, share), seed };
}

/** Mostly where something is written, often near its end, before it or behind it, and anywhere. */
function drawOffset(bytes: Uint8Array, random: () => number): number {
  const written = writtenBytesOf(bytes);
  const [where, share] = [random(), random()];
  if (where < 0.5) return Math.floor(share * written);
  if (where > 0.9) return Math.floor(share * bytes.length);
  const distance = Math.ceil(2 ** (share * DISTANCE_BITS_MAX));
  const offset = where < 0.8 ? written - distance : written + distance - 1;
  return Math.min(Math.max(0, offset), Math.max(0, bytes.length - 1));
}

/** Up to the last byte that is not zero. */
export function writtenBytesOf(bytes: Uint8Array): number {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end--;
  return end;
}

function amountOf(kind: DamageKind, share: number): number {
  if (kind === "bit") return Math.floor(share * 8);
  if (kind === "byte") return 1 + Math.floor(share * 255);
  if (kind === "cut") return 0;
  return Math.ceil(2 ** (share * RANGE_BITS_MAX));
}

/** The bytes of the file afterwards. */
export function damaged(bytes: Uint8Array, damage: Damage): Uint8Array {
  const { kind, offset, amount } = damage;
  if (kind === "cut") return bytes.slice(0, offset);
  const after = Uint8Array.from(bytes);
  const at = (after[offset] ?? 0) as number;
  if (kind === "bit") after[offset] = at ^ (1 << amount);
  else if (kind === "byte") after[offset] = at ^ amount;
  else if (kind === "zeros") after.fill(0, offset, offset + amount);
  else fillWithJunk(after.subarray(offset, offset + amount), damage.seed);
  return after;
}

function fillWithJunk(bytes: Uint8Array, seed: number): void {
  let state = seed | 1;
  for (let at = 0; at < bytes.length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[at] = state >>> 24;
  }
}

export function tell({ kind, file, offset, amount, seed }: Damage): string {
  const tail = kind === "cut" ? "" : ` (${amount}, ${seed})`;
  return `${kind} of ${file} at ${offset}${tail}`;
}
