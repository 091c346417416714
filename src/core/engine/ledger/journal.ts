/**
 * What postings did to the balances of users: a row for each change, with the balance behind it, in the order in which they were
 * made. A ledger has a journal only where somebody reads it (the archivist); no rule looks at it, and it is no part of the state.
 * Money that only becomes locked or free again leaves no row. Rule LEDGER-ENTRY-1.
 *
 *   | kind | area | user | asset | position | change | balance | number | market | force |
 */
import { layOutRow } from "../../base/rows/row-layout.ts";
import { type Amount, amountOf, bigOf, minus } from "../../money/amount.ts";
import { AREA_NUMBERS, AREAS, type Area } from "./area.ts";
import { ENTRY_KINDS, type EntryKind } from "./entry-kinds.ts";
import type { IsolatedMargin } from "./ledger.ts";
import type { Wallet, WalletTable } from "./wallet-table.ts";

export const ENTRY_ROW = layOutRow(80, {
  kind: "number",
  area: "number",
  user: "number",
  asset: "number",
  position: "number",
  change: "number",
  balance: "number",
  number: "number",
  market: "number",
  force: "number",
});
const WIDTH = ENTRY_ROW.width;
const COLUMNS = ENTRY_ROW.at;

/** What made the exchange post: all that follows is of it, up to the next one or the end of the command. */
export interface PostingCause {
  /** Of the trade or the transfer; 0 for none. */
  readonly number?: number;
  /** A pair, in futures a contract; 0 for none. */
  readonly market?: number;
  /** Of a deposit or withdrawal. */
  readonly movement?: string;
  /** The number of why the exchange itself traded (orders/order.ts), 0 for nothing; and for whom. */
  readonly force?: number;
  readonly forced?: number;
}

const NOTHING: PostingCause = {};
const NONE_FAR: ReadonlyMap<number, bigint> = new Map();

/** The rows of one command. */
export class PostedRows {
  readonly count: number;
  /** Of a deposit or withdrawal; "" of anything else. */
  readonly movement: string;
  readonly #cells: Float64Array;
  /** Amounts that no number holds, by cell. */
  readonly #far: ReadonlyMap<number, bigint>;

  constructor(cells: Float64Array, far: ReadonlyMap<number, bigint>, movement: string) {
    this.count = cells.length / WIDTH;
    this.movement = movement;
    this.#cells = cells;
    this.#far = far;
  }

  kind(row: number): EntryKind {
    return ENTRY_KINDS[this.#cell(row, COLUMNS.kind)] as EntryKind;
  }

  area(row: number): Area {
    return AREAS[this.#cell(row, COLUMNS.area)] as Area;
  }

  user(row: number): number {
    return this.#cell(row, COLUMNS.user);
  }

  asset(row: number): number {
    return this.#cell(row, COLUMNS.asset);
  }

  /** The position whose isolated margin changed; 0 of a wallet. */
  position(row: number): number {
    return this.#cell(row, COLUMNS.position);
  }

  change(row: number): bigint {
    return this.#amount(row, COLUMNS.change);
  }

  /** What the wallet has then, free and locked, or the isolated margin. */
  balance(row: number): bigint {
    return this.#amount(row, COLUMNS.balance);
  }

  /** Of the trade or the transfer; 0 for none. */
  number(row: number): number {
    return this.#cell(row, COLUMNS.number);
  }

  market(row: number): number {
    return this.#cell(row, COLUMNS.market);
  }

  /** The number of why the exchange itself traded for the user; 0 for nothing. */
  force(row: number): number {
    return this.#cell(row, COLUMNS.force);
  }

  #cell(row: number, column: number): number {
    return this.#cells[row * WIDTH + column] as number;
  }

  #amount(row: number, column: number): bigint {
    const cell = row * WIDTH + column;
    return this.#far.get(cell) ?? BigInt(this.#cells[cell] as number);
  }
}

export class Journal {
  readonly #wallets: WalletTable;
  #cells = new Float64Array(64 * WIDTH);
  #far = new Map<number, bigint>();
  #end = 0;
  #cause = NOTHING;
  #movement = "";

  constructor(wallets: WalletTable) {
    this.#wallets = wallets;
  }

  begin(cause: PostingCause): void {
    this.#cause = cause;
    this.#movement = cause.movement ?? "";
  }

  end(): void {
    this.#cause = NOTHING;
  }

  /** The balance is what the wallet has after the posting, less what `still` is to be taken from it in a row of its own. */
  noteWallet(kind: EntryKind, wallet: Wallet, change: Amount, still: Amount = 0): void {
    const wallets = this.#wallets;
    const total = wallets.free(wallet) + wallets.locked(wallet);
    const at = this.#add(kind, AREA_NUMBERS[wallets.areaOf(wallet)], change);
    this.#own(at, wallets.userOf(wallet), wallets.assetOf(wallet));
    this.#cells[at + COLUMNS.position] = 0;
    this.#setAmount(at + COLUMNS.balance, minus(total, still));
  }

  noteMargin(kind: EntryKind, { id, user, asset, margin }: IsolatedMargin, change: Amount): void {
    const at = this.#add(kind, AREA_NUMBERS.futures, change);
    this.#own(at, user, asset);
    this.#cells[at + COLUMNS.position] = id;
    this.#setAmount(at + COLUMNS.balance, margin);
  }

  /** What the command left, if anything; the journal is empty then. */
  take(): PostedRows | undefined {
    const [end, far, movement] = [this.#end, this.#takeFar(), this.#movement];
    this.#cause = NOTHING;
    this.#movement = "";
    if (end === 0) return undefined;
    this.#end = 0;
    return new PostedRows(this.#cells.slice(0, end), far, movement);
  }

  /** Rows are kept for longer than the command: what comes later is none of theirs. */
  #takeFar(): ReadonlyMap<number, bigint> {
    const far = this.#far;
    if (far.size === 0) return NONE_FAR;
    this.#far = new Map();
    return far;
  }

  #add(kind: EntryKind, area: number, change: Amount): number {
    const at = this.#end;
    if (at === this.#cells.length) this.#grow();
    this.#end += WIDTH;
    this.#cells[at + COLUMNS.kind] = ENTRY_KINDS.indexOf(kind);
    this.#cells[at + COLUMNS.area] = area;
    this.#setAmount(at + COLUMNS.change, change);
    this.#cells[at + COLUMNS.number] = this.#cause.number ?? 0;
    this.#cells[at + COLUMNS.market] = this.#cause.market ?? 0;
    return at;
  }

  #own(at: number, user: number, asset: number): void {
    const { force = 0, forced } = this.#cause;
    this.#cells[at + COLUMNS.user] = user;
    this.#cells[at + COLUMNS.asset] = asset;
    this.#cells[at + COLUMNS.force] = forced === user ? force : 0;
  }

  #setAmount(cell: number, amount: Amount): void {
    const value = typeof amount === "number" ? amount : amountOf(amount);
    this.#cells[cell] = typeof value === "number" ? value : Number.NaN;
    if (typeof value !== "number") this.#far.set(cell, bigOf(value));
  }

  /** As long as the longest command has made it. */
  #grow(): void {
    const cells = new Float64Array(this.#cells.length * 2);
    cells.set(this.#cells);
    this.#cells = cells;
  }
}
