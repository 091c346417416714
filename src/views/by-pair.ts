/**
 * One part of a view for each pair that has traded, made at its first trade: a pair without trades
 * costs nothing. Written in the order of the pair ids, whatever the order they came in.
 */
import type { ByteReader, ByteWriter } from "../base/bytes.ts";
import type { PairId } from "../engine/catalogue/catalogue.ts";

export class ByPair<Part> {
  /** By pair id less one. */
  private readonly parts: (Part | undefined)[] = [];
  private count = 0;
  private readonly newPart: () => Part;

  constructor(newPart: () => Part) {
    this.newPart = newPart;
  }

  find(pair: PairId): Part | undefined {
    return this.parts[pair - 1];
  }

  /** The part of a pair, made when there is none yet. */
  get(pair: PairId): Part {
    return this.parts[pair - 1] ?? this.add(pair);
  }

  private add(pair: PairId): Part {
    while (this.parts.length < pair) this.parts.push(undefined);
    const part = this.newPart();
    this.parts[pair - 1] = part;
    this.count++;
    return part;
  }

  write(out: ByteWriter, writePart: (out: ByteWriter, part: Part) => void): void {
    out.uint(this.count);
    for (const [index, part] of this.parts.entries()) {
      if (part === undefined) continue;
      out.uint(index + 1);
      writePart(out, part);
    }
  }

  read(from: ByteReader, readPart: (from: ByteReader, part: Part) => void): void {
    const count = from.uint();
    for (let i = 0; i < count; i++) readPart(from, this.get(from.uint()));
  }
}
