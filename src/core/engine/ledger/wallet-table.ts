/**
 * The wallets of all areas, each a row of one cache line:
 *
 *   | free: low, high | locked: low, high | expected lock: low, high | user, asset | next, flags |
 *
 * A wallet is found by its area, user and asset; those of a user in an area are linked, lowest asset first. Nothing
 * here knows a rule: postings are ledger.ts. An amount that two limbs do not hold is a bigint in a map beside.
 */
import { type Digest, foldBig, foldWords } from "../../base/records/digest.ts";
import { RowIndex } from "../../base/rows/row-index.ts";
import { bitsOf, type ColumnOf, layOutRow } from "../../base/rows/row-layout.ts";
import { NONE, type Room, RowSpace } from "../../base/rows/row-space.ts";
import { SideColumn } from "../../base/rows/side-column.ts";
import { type Amount, bigOf, minus } from "../../money/amount.ts";
import {
  addBig,
  addNumber,
  areEqualAt,
  bigAt,
  moveNumber,
  roundedAt,
  setLimbs,
} from "../../money/limbs.ts";
import type { AssetId } from "../catalogue/catalogue.ts";
import type { UserId } from "../users/users.ts";
import { AREA_NUMBERS, AREAS, type Area } from "./area.ts";

declare const walletBrand: unique symbol;
/** A row of the table. It stays the same wallet for as long as the state lives. */
export type Wallet = number & { readonly [walletBrand]: true };

/** The row of no wallet. */
export const NO_WALLET = NONE as Wallet;

/** One cache line. */
export const WALLET_ROW = layOutRow(64, {
  free: "amount",
  locked: "amount",
  expectedLock: "amount",
  user: "word",
  asset: "word",
  next: "word",
  flags: "word",
});
const WIDTH_BITS = bitsOf(WALLET_ROW.width);
const WORD_BITS = bitsOf(WALLET_ROW.words);
const { free: FREE, locked: LOCKED, expectedLock: EXPECTED_LOCK } = WALLET_ROW.at;
const { user: USER, asset: ASSET, next: NEXT, flags: FLAGS } = WALLET_ROW.at;

const AREA_BITS = 3;
const TOUCHED = 4;
/** CORE-BOUND-1: as many as an index finds, eight for each user that there may be. */
const WALLETS_MAX = 2 ** 26;
type Column = ColumnOf<"amount">;

export interface WalletAmounts {
  readonly free?: bigint | undefined;
  readonly locked?: bigint | undefined;
  readonly expectedLock?: bigint | undefined;
}

export class WalletTable {
  private readonly space: RowSpace;
  /** The cells as numbers, and the same bytes as words. */
  private cells: Float64Array = new Float64Array(0);
  private words: Int32Array = new Int32Array(0);
  private readonly index = new RowIndex();
  /** The first wallet of each user, by area. */
  private readonly firsts: Record<Area, SideColumn<Wallet>> = {
    spot: new SideColumn(),
    margin: new SideColumn(),
    futures: new SideColumn(),
  };
  /** The wallet that was looked for last: an order that is checked locks its money next. */
  private last = NONE as Wallet;
  /** Amounts that two limbs do not hold, by wallet and column. */
  private readonly far = new Map<number, bigint>();

  constructor(room?: Room) {
    const widths = [WALLET_ROW.bytes];
    this.space = new RowSpace({ rowsMax: WALLETS_MAX, widths, ...(room && { room }) });
    this.look();
  }

  /** The cells are elsewhere than before. */
  private look(): void {
    const [part] = this.space.parts as readonly [ArrayBufferLike];
    this.cells = new Float64Array(part);
    this.words = new Int32Array(part);
  }

  /** Undefined when no money has ever reached it. */
  find(area: Area, user: UserId, asset: AssetId): Wallet | undefined {
    const wallet = this.search(AREA_NUMBERS[area], user, asset);
    return wallet === NONE ? undefined : (wallet as Wallet);
  }

  /** The wallet, made if there is none. */
  open(area: Area, user: UserId, asset: AssetId): Wallet {
    const wallet = this.search(AREA_NUMBERS[area], user, asset);
    return wallet === NONE ? this.make(area, user, asset) : (wallet as Wallet);
  }

  private search(area: number, user: UserId, asset: AssetId): number {
    if (this.last !== NONE && this.isOf(this.last, area, user, asset)) return this.last;
    const { index } = this;
    let wallet = index.first(hashOf(area, user, asset)) as Wallet;
    while (wallet !== NONE) {
      if (this.isOf(wallet, area, user, asset)) {
        this.last = wallet;
        return wallet;
      }
      wallet = index.next() as Wallet;
    }
    return NONE;
  }

  private isOf(wallet: Wallet, area: number, user: UserId, asset: AssetId): boolean {
    const isOwn = this.userOf(wallet) === user && this.assetOf(wallet) === asset;
    return isOwn && (this.flags(wallet) & AREA_BITS) === area;
  }

  private make(area: Area, user: UserId, asset: AssetId): Wallet {
    const isMoving = this.space.isFull;
    const wallet = this.space.take() as Wallet;
    if (isMoving) this.look();
    this.words[(wallet << WORD_BITS) | USER] = user;
    this.words[(wallet << WORD_BITS) | ASSET] = asset;
    this.words[(wallet << WORD_BITS) | FLAGS] = AREA_NUMBERS[area];
    this.link(area, wallet);
    this.index.add(hashOf(AREA_NUMBERS[area], user, asset), wallet);
    return wallet;
  }

  /** Among the wallets of its user, lowest asset first. */
  private link(area: Area, wallet: Wallet): void {
    const firsts = this.firsts[area];
    const user = this.userOf(wallet);
    let before = NONE as Wallet;
    let behind = firsts.get(user) ?? (NONE as Wallet);
    while (behind !== NONE && this.assetOf(behind) < this.assetOf(wallet)) {
      before = behind;
      behind = this.nextOf(behind);
    }
    this.words[(wallet << WORD_BITS) | NEXT] = behind;
    if (before === NONE) firsts.set(user, wallet);
    else this.words[(before << WORD_BITS) | NEXT] = wallet;
  }

  userOf(wallet: Wallet): UserId {
    return this.words[(wallet << WORD_BITS) | USER] as number;
  }

  assetOf(wallet: Wallet): AssetId {
    return this.words[(wallet << WORD_BITS) | ASSET] as number;
  }

  /** The next wallet of the user in the area; 0 behind the last. */
  private nextOf(wallet: Wallet): Wallet {
    return this.words[(wallet << WORD_BITS) | NEXT] as Wallet;
  }

  private flags(wallet: Wallet): number {
    return this.words[(wallet << WORD_BITS) | FLAGS] as number;
  }

  areaOf(wallet: Wallet): Area {
    return AREAS[this.flags(wallet) & AREA_BITS] as Area;
  }

  /** The wallets of a user in an area, lowest asset first. */
  *of(area: Area, user: UserId): Iterable<Wallet> {
    yield* this.from(this.firsts[area].get(user) ?? (NONE as Wallet));
  }

  private *from(first: Wallet): Iterable<Wallet> {
    for (let wallet = first; wallet !== NONE; wallet = this.nextOf(wallet)) yield wallet;
  }

  /** All wallets of an area, lowest user first. */
  *in(area: Area): Iterable<Wallet> {
    for (const first of this.firsts[area].values()) yield* this.from(first);
  }

  free(wallet: Wallet): bigint {
    return this.read(wallet, FREE);
  }

  /** The same for what is worked out with it at once. */
  freeAmount(wallet: Wallet): Amount {
    const held = roundedAt(this.cells, (wallet << WIDTH_BITS) | FREE);
    const isExact = held <= Number.MAX_SAFE_INTEGER && held >= -Number.MAX_SAFE_INTEGER;
    return isExact ? held : this.read(wallet, FREE);
  }

  locked(wallet: Wallet): bigint {
    return this.read(wallet, LOCKED);
  }

  /**
   * What the wallet must have locked for the orders on the books, counted by the orders themselves as they rest, shrink
   * and leave. No posting changes it, and after every batch it must equal what is locked (I-3, I-12). No snapshot
   * has it: a load counts it anew (CORE-TRIP-3).
   */
  expectedLock(wallet: Wallet): bigint {
    return this.read(wallet, EXPECTED_LOCK);
  }

  /** Whether so much is free. */
  hasFree(wallet: Wallet, amount: Amount): boolean {
    return this.isAtLeast(wallet, FREE, amount);
  }

  hasLocked(wallet: Wallet, amount: Amount): boolean {
    return this.isAtLeast(wallet, LOCKED, amount);
  }

  /** Whether exactly what the orders need is locked, and not below zero. */
  isAsExpected(wallet: Wallet): boolean {
    const at = wallet << WIDTH_BITS;
    const isEqual =
      areEqualAt(this.cells, at | LOCKED, at | EXPECTED_LOCK) ||
      this.locked(wallet) === this.expectedLock(wallet);
    return isEqual && this.hasLocked(wallet, 0);
  }

  /** free -> locked; false, and nothing is done, when so much is not free. */
  hold(wallet: Wallet, amount: Amount): boolean {
    const at = wallet << WIDTH_BITS;
    const isNumber = typeof amount === "number";
    if (isNumber && moveNumber(this.cells, at | FREE, at | LOCKED, amount)) return true;
    return this.moveBig(wallet, FREE, LOCKED, amount);
  }

  /** locked -> free; false, and nothing is done, when so much is not locked. */
  release(wallet: Wallet, amount: Amount): boolean {
    const at = wallet << WIDTH_BITS;
    const isNumber = typeof amount === "number";
    if (isNumber && moveNumber(this.cells, at | LOCKED, at | FREE, amount)) return true;
    return this.moveBig(wallet, LOCKED, FREE, amount);
  }

  private moveBig(wallet: Wallet, from: Column, to: Column, amount: Amount): boolean {
    if (!this.isAtLeast(wallet, from, amount)) return false;
    this.add(wallet, from, minus(0, amount));
    this.add(wallet, to, amount);
    return true;
  }

  addFree(wallet: Wallet, change: Amount): void {
    this.add(wallet, FREE, change);
  }

  addLocked(wallet: Wallet, change: Amount): void {
    this.add(wallet, LOCKED, change);
  }

  addExpectedLock(wallet: Wallet, change: Amount): void {
    this.add(wallet, EXPECTED_LOCK, change);
  }

  /** For a state that is loaded or made up: no posting. */
  set(wallet: Wallet, { free, locked, expectedLock }: WalletAmounts): void {
    if (free !== undefined) this.write(wallet, FREE, free);
    if (locked !== undefined) this.write(wallet, LOCKED, locked);
    if (expectedLock !== undefined) this.write(wallet, EXPECTED_LOCK, expectedLock);
  }

  isTouched(wallet: Wallet): boolean {
    return (this.flags(wallet) & TOUCHED) !== 0;
  }

  setTouched(wallet: Wallet, isTouched: boolean): void {
    const flags = this.flags(wallet);
    this.words[(wallet << WORD_BITS) | FLAGS] = isTouched ? flags | TOUCHED : flags & ~TOUCHED;
  }

  /** Folds whose wallet it is and what it holds: of an amount its limbs, which are its lowest 64 bits. */
  fold(wallet: Wallet, digest: Digest): void {
    const { cells } = this;
    const at = wallet << WIDTH_BITS;
    const isFar = Number.isNaN((cells[at | FREE] as number) + (cells[at | LOCKED] as number));
    toFold[0] = this.userOf(wallet);
    toFold[1] = this.assetOf(wallet);
    toFold[2] = cells[at | FREE] as number;
    toFold[3] = cells[at | (FREE + 1)] as number;
    toFold[4] = cells[at | LOCKED] as number;
    toFold[5] = cells[at | (LOCKED + 1)] as number;
    foldWords(digest, toFold, isFar ? 2 : 6);
    if (isFar) this.foldFar(wallet, digest);
  }

  private foldFar(wallet: Wallet, digest: Digest): void {
    foldBig(digest, this.free(wallet));
    foldBig(digest, this.locked(wallet));
  }

  private add(wallet: Wallet, column: Column, change: Amount): void {
    const { cells } = this;
    const at = (wallet << WIDTH_BITS) | column;
    const isDone =
      typeof change === "number" ? addNumber(cells, at, change) : addBig(cells, at, change);
    if (!isDone) this.write(wallet, column, this.read(wallet, column) + bigOf(change));
  }

  private read(wallet: Wallet, column: Column): bigint {
    const amount = bigAt(this.cells, (wallet << WIDTH_BITS) | column);
    return amount ?? (this.far.get((wallet << WIDTH_BITS) | column) as bigint);
  }

  private write(wallet: Wallet, column: Column, amount: bigint): void {
    const cell = (wallet << WIDTH_BITS) | column;
    if (setLimbs(this.cells, cell, amount)) this.far.delete(cell);
    else this.far.set(cell, amount);
  }

  private isAtLeast(wallet: Wallet, column: Column, amount: Amount): boolean {
    if (typeof amount === "number") {
      const held = roundedAt(this.cells, (wallet << WIDTH_BITS) | column);
      if (!Number.isNaN(held)) return held >= amount;
    }
    return this.read(wallet, column) >= amount;
  }
}

/** Filled anew for each wallet that is folded. */
const toFold = new Int32Array(6);

function hashOf(area: number, user: UserId, asset: AssetId): number {
  let hash = Math.imul(user, 0x9e3779b1) ^ Math.imul(asset * 4 + area, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return hash ^ (hash >>> 13);
}
