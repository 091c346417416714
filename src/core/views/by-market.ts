/**
 * One part of a view for each market that has traded, made at its first trade: a market without trades
 * costs nothing. Written in the order of the ids, whatever the order they came in. A market is a
 * pair or a contract; a view is of one sort, since their ids overlap.
 */
import type { ByteReader, ByteWriter } from "../base/records/bytes.ts";
import type { PairId } from "../engine/catalogue/catalogue.ts";
import type { ContractId } from "../engine/catalogue/contract.ts";

export type MarketId = PairId | ContractId;

export class ByMarket<Part> {
  /** By id less one. */
  private readonly parts: (Part | undefined)[] = [];
  private count = 0;
  private readonly newPart: () => Part;

  constructor(newPart: () => Part) {
    this.newPart = newPart;
  }

  find(market: MarketId): Part | undefined {
    return this.parts[market - 1];
  }

  /** The part of a market, made when there is none yet. */
  get(market: MarketId): Part {
    return this.parts[market - 1] ?? this.add(market);
  }

  private add(market: MarketId): Part {
    while (this.parts.length < market) this.parts.push(undefined);
    const part = this.newPart();
    this.parts[market - 1] = part;
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
