/**
 * One layer of a store in memory: values under sorted keys, and keys that are removed from what lies below. The layer on top is written
 * to; one that others stand on is never changed again.
 */

/** Undefined: whatever lies below is removed. */
export type LayerValue = Uint8Array | undefined;

export class MemoryLayer {
  readonly #entries = new Map<string, LayerValue>();
  /** In the order of keys; those that begin with one byte apart, since most keys come last of theirs. */
  readonly #keys = Array.from({ length: 256 }, (): string[] => []);

  get size(): number {
    return this.#entries.size;
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  get(name: string): LayerValue {
    return this.#entries.get(name);
  }

  set(name: string, value: LayerValue): void {
    if (!this.#entries.has(name)) this.#place(name);
    this.#entries.set(name, value);
  }

  /** As if nothing had ever been said of it here. */
  forget(name: string): void {
    if (!this.#entries.delete(name)) return;
    const keys = this.keysLike(name);
    keys.splice(countBelow(keys, name), 1);
  }

  #place(name: string): void {
    const keys = this.keysLike(name);
    const last = keys.at(-1);
    if (last === undefined || last < name) keys.push(name);
    else keys.splice(countBelow(keys, name), 0, name);
  }

  /** The keys that begin with the byte of this one, in order. */
  keysLike(name: string): string[] {
    return this.#keys[name.length > 0 ? name.charCodeAt(0) : 0] as string[];
  }

  entries(): Iterable<readonly [string, LayerValue]> {
    return this.#entries;
  }
}

/** What a layer says on top of another one. Where nothing lies below, nothing is left of what is removed. */
export function joinLayers(
  upper: MemoryLayer,
  lower: MemoryLayer,
  { isLowest }: { readonly isLowest: boolean },
): MemoryLayer {
  const joined = new MemoryLayer();
  for (const [name, value] of lower.entries()) if (!upper.has(name)) joined.set(name, value);
  for (const [name, value] of upper.entries()) {
    if (value !== undefined || !isLowest) joined.set(name, value);
  }
  return joined;
}

/** The names of a layer from one place on, in the order that is asked for. */
export class LayerCursor {
  readonly #layer: MemoryLayer;
  readonly #end: string;
  readonly #step: 1 | -1;
  #keys: readonly string[];
  #byte: number;
  #at: number;
  name: string | undefined;

  constructor(layer: MemoryLayer, from: string, { to, isReverse }: NamesAsked) {
    this.#layer = layer;
    this.#end = to;
    this.#step = isReverse ? -1 : 1;
    this.#byte = from.charCodeAt(0) || 0;
    this.#keys = layer.keysLike(from);
    this.#at = isReverse ? countUpTo(this.#keys, from) - 1 : countBelow(this.#keys, from);
    this.#settle();
  }

  next(): void {
    this.#at += this.#step;
    this.#settle();
  }

  /** At a name that is asked for, or at the end. */
  #settle(): void {
    const lastByte = this.#end.charCodeAt(0) || 0;
    while (this.#keys[this.#at] === undefined && (lastByte - this.#byte) * this.#step > 0) {
      this.#byte += this.#step;
      this.#keys = this.#layer.keysLike(String.fromCharCode(this.#byte));
      this.#at = this.#step === 1 ? 0 : this.#keys.length - 1;
    }
    const name = this.#keys[this.#at];
    this.name = name !== undefined && this.#isInside(name) ? name : undefined;
  }

  /** The end itself is not asked for, from whichever side it is come to. */
  #isInside(name: string): boolean {
    return this.#step === 1 ? name < this.#end : name > this.#end;
  }
}

/** Where the names come to an end, and in which order they are asked for. */
export interface NamesAsked {
  readonly to: string;
  readonly isReverse: boolean;
}

function countBelow(keys: readonly string[], key: string): number {
  let [low, high] = [0, keys.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[middle] as string) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

function countUpTo(keys: readonly string[], key: string): number {
  const below = countBelow(keys, key);
  return keys[below] === key ? below + 1 : below;
}
