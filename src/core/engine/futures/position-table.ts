/** Positions, found by their ids. */

interface TableRow {
  readonly id: number;
  /** 0 when the position has ended. */
  readonly volume: number;
}

/**
 * Positions by id. Ids only grow, so they are kept in a list; an ended position stays until half of
 * the list has ended, and readers skip it.
 */
export class PositionTable<Row extends TableRow> {
  #listed: Row[] = [];
  #open = 0;

  get size(): number {
    return this.#open;
  }

  add(position: Row): void {
    let at = this.#listed.length;
    // Only a snapshot loaded backwards brings an older position after a newer one.
    while (at > 0 && (this.#listed[at - 1] as Row).id > position.id) at--;
    if (at === this.#listed.length) this.#listed.push(position);
    else this.#listed.splice(at, 0, position);
    this.#open++;
  }

  /** The volume of the position is 0 already. */
  end(): void {
    this.#open--;
    if (this.#listed.length > 2 * this.#open + 64) {
      this.#listed = this.#listed.filter(({ volume }) => volume > 0);
    }
  }

  get(id: number): Row | undefined {
    let low = 0;
    let high = this.#listed.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const position = this.#listed[middle] as Row;
      if (position.id === id) return position.volume > 0 ? position : undefined;
      if (position.id < id) low = middle + 1;
      else high = middle - 1;
    }
    return undefined;
  }

  /** Lowest id first; none is added or ends meanwhile. */
  visit(each: (position: Row) => void): void {
    for (const position of this.#listed) if (position.volume > 0) each(position);
  }

  /** The same one at a time. */
  *all(): Iterable<Row> {
    for (const position of this.#listed) if (position.volume > 0) yield position;
  }
}
