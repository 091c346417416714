/**
 * The content of one file of a simulated disk, twice: as a running system sees it, and as it is
 * on the platter. A sector of 512 bytes is written wholly or not at all; which of those that were
 * not synced survive a crash is left to chance.
 */
const SECTOR_BYTES = 512;

export class SimulatedSectors {
  #seen: Uint8Array = new Uint8Array(0);
  #durable: Uint8Array = new Uint8Array(0);
  readonly #unsynced = new Set<number>();

  /** The same content, all of it on the platter. */
  copy(): SimulatedSectors {
    const copy = new SimulatedSectors();
    copy.#seen = this.#seen.slice();
    copy.#durable = this.#seen.slice();
    return copy;
  }

  get size(): number {
    return this.#seen.length;
  }

  read(offset: number, length: number): Uint8Array {
    return this.#seen.slice(offset, offset + length);
  }

  write(offset: number, bytes: Uint8Array): void {
    this.#seen = grown(this.#seen, offset + bytes.length);
    this.#seen.set(bytes, offset);
    for (const sector of sectorsOf(offset, bytes.length)) this.#unsynced.add(sector);
  }

  sync(): void {
    this.#durable = grown(this.#durable, this.#seen.length);
    for (const sector of this.#unsynced) this.#settle(sector);
    this.#unsynced.clear();
  }

  /** Makes a range durable, as a durable write does with what it wrote. */
  syncRange(offset: number, length: number): void {
    this.#durable = grown(this.#durable, Math.min(offset + length, this.#seen.length));
    for (const sector of sectorsOf(offset, length)) {
      this.#settle(sector);
      this.#unsynced.delete(sector);
    }
  }

  /** After this, only what reached the platter is seen. */
  crash(random: () => number): void {
    const hasGrown = this.#seen.length > this.#durable.length && random() < 0.5;
    if (hasGrown) this.#durable = grown(this.#durable, this.#seen.length);
    for (const sector of this.#unsynced) {
      if (random() < 0.5) this.#settle(sector);
    }
    this.#unsynced.clear();
    this.#seen = this.#durable.slice();
  }

  /** Damages what is on the platter, as a failing medium does. */
  damage(offset: number, bytes: Uint8Array): void {
    this.#seen.set(bytes, offset);
    this.#durable.set(bytes, offset);
  }

  truncate(size: number): void {
    this.#seen = this.#seen.slice(0, size);
    this.#durable = this.#durable.slice(0, size);
  }

  #settle(sector: number): void {
    const begin = sector * SECTOR_BYTES;
    const end = Math.min(begin + SECTOR_BYTES, this.#durable.length);
    if (begin < end) this.#durable.set(this.#seen.subarray(begin, end), begin);
  }
}

function sectorsOf(offset: number, length: number): readonly number[] {
  const first = Math.floor(offset / SECTOR_BYTES);
  const count = Math.ceil((offset + length) / SECTOR_BYTES) - first;
  return Array.from({ length: count }, (_, index) => first + index);
}

function grown(bytes: Uint8Array, size: number): Uint8Array {
  if (size <= bytes.length) return bytes;
  const larger = new Uint8Array(size);
  larger.set(bytes);
  return larger;
}
