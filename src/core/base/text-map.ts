/**
 * A map of texts that grows without a pause. A plain Map of a million texts is copied whole when it is full, for tens
 * of milliseconds; this one is many small ones, and each grows at a moment of its own. Its texts have no order.
 */

const PARTS = 256;

export class TextMap<Value> {
  private readonly parts = new Array<Map<string, Value> | undefined>(PARTS).fill(undefined);
  private count = 0;

  get size(): number {
    return this.count;
  }

  has(text: string): boolean {
    return this.parts[partOf(text)]?.has(text) ?? false;
  }

  get(text: string): Value | undefined {
    return this.parts[partOf(text)]?.get(text);
  }

  set(text: string, value: Value): void {
    const number = partOf(text);
    const part = this.parts[number] ?? new Map<string, Value>();
    this.parts[number] = part;
    const before = part.size;
    part.set(text, value);
    this.count += part.size - before;
  }

  delete(text: string): void {
    if (this.parts[partOf(text)]?.delete(text)) this.count--;
  }
}

/** The last letters are enough: a text from outside may be long. */
const LETTERS_MAX = 64;

function partOf(text: string): number {
  const { length } = text;
  let hash = 0;
  for (let at = Math.max(0, length - LETTERS_MAX); at < length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return (hash ^ (hash >>> 15)) & (PARTS - 1);
}
