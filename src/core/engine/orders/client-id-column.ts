/**
 * The client ids of accepted orders, by row: texts as they came. Those of a snapshot stay bytes, and one becomes a text when
 * it is asked for: making a million texts takes longer than loading all else of their orders, and few are asked for soon.
 */
import { ByteReader, ByteWriter } from "../../base/records/bytes.ts";
import { SideColumn } from "../../base/rows/side-column.ts";

const NOTHING: Uint8Array = new Uint8Array(0);
const BYTES_MIN = 2 ** 16;

export class ClientIdColumn {
  /** A number is the place of a client id in the bytes: that of its length, one byte, behind which its letters are. */
  private readonly column = new SideColumn<string | number>();
  private stored = NOTHING;
  /** The bytes as they are collected. */
  private collected: ByteWriter | undefined;
  /** How many of the stored are not texts yet. */
  private unread = 0;

  get(row: number): string | undefined {
    const kept = this.column.get(row);
    return typeof kept === "number" ? this.spell(row, kept) : kept;
  }

  private spell(row: number, place: number): string {
    const text = new ByteReader(this.stored, place).text();
    this.clear(row);
    this.column.set(row, text);
    return text;
  }

  set(row: number, clientId: string): void {
    this.column.set(row, clientId);
  }

  clear(row: number): void {
    if (typeof this.column.get(row) === "number") this.forget();
    this.column.clear(row);
  }

  /** Nothing is left to be read behind the last one. */
  private forget(): void {
    this.unread--;
    if (this.unread === 0) this.stored = NOTHING;
  }

  /** The row has the client id that lies between two places of a snapshot, its length in front. */
  setStored(
    row: number,
    snapshot: Uint8Array,
    place: { readonly start: number; readonly end: number },
  ): void {
    this.collected ??= new ByteWriter(BYTES_MIN);
    this.column.set(row, this.collected.length);
    this.collected.copy(snapshot, place);
    this.unread++;
  }

  /** All are set: none can be asked for before. */
  endStored(): void {
    if (this.collected) this.stored = this.collected.view().slice();
    this.collected = undefined;
  }

  /** The row must have one; it becomes no text. */
  write(out: ByteWriter, row: number): void {
    const kept = this.column.get(row) as string | number;
    const { stored } = this;
    if (typeof kept === "string") out.text(kept);
    else out.copy(stored, { start: kept, end: kept + 1 + (stored[kept] as number) });
  }
}
