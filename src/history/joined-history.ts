/**
 * History as the doors ask for it: what the archive has, and what it may not have yet, as one list.
 * A page is answered only from an archive that has everything the server no longer keeps; if that
 * takes too long the page is refused, never cut short. Rules HIST-OWN-1, HIST-BOUND-1, HIST-PAGE-1.
 */
import type { FreshRecords } from "./fresh-records.ts";
import {
  type FoundRows,
  type HistoryRecord,
  type NameQuestion,
  type Owner,
  type PageQuestion,
  type Question,
  rankOf,
  type WriteRow,
} from "./history.ts";

export interface Archive {
  /** Answers as of `position` or later; undefined when that was not to be had in time. */
  ask(question: Question, position: number): Promise<FoundRows | undefined>;
}

/** Rows as the dialect writes them; "behind": not to be had now. */
export type Rows = readonly string[] | "behind";

export class JoinedHistory {
  readonly #fresh: FreshRecords;
  readonly #archive: Archive;
  readonly #write: WriteRow;

  constructor(parts: { fresh: FreshRecords; archive: Archive; write: WriteRow }) {
    this.#fresh = parts.fresh;
    this.#archive = parts.archive;
    this.#write = parts.write;
  }

  /** HIST-PAGE-1 */
  async page(question: PageQuestion): Promise<Rows> {
    const archived = await this.#archive.ask(question, this.#fresh.gonePosition);
    // Meanwhile more may have gone to the archive than its answer knows of.
    if (!archived || archived.position < this.#fresh.gonePosition) return "behind";
    const fresh = this.#fresh.find(question, archived.position);
    const { ranks, rows } = archived;
    if (fresh.length === 0) return rows;
    const lines = rows.map((row, at) => ({ rank: ranks[at] as number, row }));
    for (const found of fresh) lines.push({ rank: rankOf(found), row: this.#write(found) });
    lines.sort((a, b) => b.rank - a.rank);
    const { limit, fromId } = question;
    const page = fromId === 0 ? lines.slice(0, limit) : lines.slice(-limit);
    return page.map(({ row }) => row);
  }

  /** One ended order of a user; none when it is another's or still open. */
  async order(owner: Owner, id: number): Promise<Rows> {
    const fresh = this.#fresh.order(owner, id);
    if (fresh) return [this.#write(fresh)];
    const question: PageQuestion = { kind: "order", ...owner, fromId: id, limit: 1 };
    const found = await this.#archive.ask(question, this.#fresh.gonePosition);
    if (!found) return "behind";
    return found.ranks[0] === id ? found.rows : [];
  }

  /** SPOT-CLIENT-4: the newest ended order with a client id. */
  async named(question: NameQuestion): Promise<Rows> {
    const fresh = this.#fresh.named(question);
    if (fresh) return fresh.record.pair === question.pair ? [this.#write(fresh)] : [];
    return (await this.#archive.ask(question, this.#fresh.gonePosition))?.rows ?? "behind";
  }
}

/** What an archive answers, from the records of its store. */
export function rowsOf(
  { position, records }: { position: number; records: readonly HistoryRecord[] },
  write: WriteRow,
): FoundRows {
  return { position, ranks: records.map(rankOf), rows: records.map(write) };
}
