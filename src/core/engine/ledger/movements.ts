/**
 * Money that enters and leaves the exchange, to and from a user or a fund of the house, with an id,
 * so that an operator may safely send one again: the same id moves the money once and answers the
 * same. The last ids are remembered in a ring; what falls out of it is forgotten. Rules
 * LEDGER-MOVE-1, LEDGER-MOVE-2, LEDGER-MOVE-3, LEDGER-FUND-1.
 */

import type { CommandContext } from "../../base/command-context.ts";
import { accept, reject } from "../../base/outcome.ts";
import {
  answers,
  type CommandOf,
  command,
  type DeclaredOutcome,
} from "../../base/records/command.ts";
import { type Digest, foldText } from "../../base/records/digest.ts";
import {
  big,
  foldRecord,
  oneOf,
  type RecordOf,
  record,
  text,
  uint,
} from "../../base/records/record.ts";
import type { TextMap } from "../../base/text-map.ts";
import { type Catalogue, findAsset } from "../catalogue/catalogue.ts";
import { findUser, type Users } from "../users/users.ts";
import { fill, fundHeld } from "./house.ts";
import { deposit, freeOf, type Ledger, spotWallet, withdraw } from "./ledger.ts";

const moved = { id: text, user: uint, asset: uint, amount: big };
const FUNDS = ["loan_pool", "margin_insurance", "futures_insurance"] as const;
const fund = oneOf(...FUNDS);
const filled = { id: text, fund, asset: uint, amount: big };

const movementFields = { direction: oneOf("in", "out"), ...moved };
const foldedRecord = record(movementFields);
/** `place` is the balance that moved: a fund of the house (`user` is 0), or the spot wallet of the user. */
const placedFields = { ...movementFields, place: oneOf("spot", ...FUNDS) };
export const movementRecord = record(placedFields);
export type Movement = RecordOf<typeof placedFields>;

export interface Movements {
  /** A ring once it is full: `next` is the index of the oldest. */
  readonly ring: Movement[];
  next: number;
  readonly byId: TextMap<Movement>;
  readonly ringMax: number;
  readonly digest: Digest;
}

/** One path moves all money in and out: its four commands share answer, refusals and events. */
const MOVES = {
  answer: answers<{ id: string }>(),
  rejects: [
    "movement_id_used",
    "movement_id_malformed",
    "user_not_found",
    "asset_not_found",
    "amount_not_positive",
    "amount_too_large",
    "insufficient_balance",
  ],
  events: ["Moved"],
} as const;

export const Deposit = command("Deposit", 30, {
  fields: { ...moved, request: uint },
  ...MOVES,
});
export type Deposit = CommandOf<typeof Deposit>;
export const Withdraw = command("Withdraw", 31, {
  fields: { ...moved, request: uint },
  ...MOVES,
});
export type Withdraw = CommandOf<typeof Withdraw>;

export const FillFund = command("FillFund", 32, {
  fields: { ...filled, request: uint },
  ...MOVES,
});
export type FillFund = CommandOf<typeof FillFund>;
export const DrawFund = command("DrawFund", 33, {
  fields: { ...filled, request: uint },
  ...MOVES,
});
export type DrawFund = CommandOf<typeof DrawFund>;

export interface MovementEvent extends Movement {
  readonly type: "Moved";
  readonly timeMs: number;
}

interface Rooms {
  readonly users: Users;
  readonly catalogue: Catalogue;
  readonly ledger: Ledger;
  readonly movements: Movements;
}

/** Far beyond any coin, and far below what a number in a snapshot may have. */
const AMOUNT_MAX = 10n ** 40n;

const MOVEMENT_ID = /^[A-Za-z0-9._:/-]{1,64}$/;

export function move(
  rooms: Rooms,
  command: Deposit | Withdraw | FillFund | DrawFund,
  context: CommandContext<MovementEvent>,
): DeclaredOutcome<typeof Deposit> {
  const movement = movementOf(command);
  const { id } = movement;
  const before = rooms.movements.byId.get(id);
  if (before) return isSame(before, movement) ? accept({ id }) : reject("movement_id_used"); // LEDGER-MOVE-3
  const no = checkMovement(rooms, movement);
  if (no) return no;

  // The movement is accepted. From here on nothing may fail.

  rooms.ledger.journal?.begin({ movement: id });
  carryOut(rooms.ledger, movement);
  remember(rooms.movements, movement);
  context.events.push({ type: "Moved", ...movement, timeMs: context.timeMs });
  return accept({ id });
}

function movementOf(command: Deposit | Withdraw | FillFund | DrawFund): Movement {
  const { id, asset, amount, type } = command;
  const direction = type === "Deposit" || type === "FillFund" ? "in" : "out";
  const where =
    "fund" in command
      ? { user: 0, place: command.fund }
      : { user: command.user, place: "spot" as const };
  return { direction, id, asset, amount, ...where };
}

function carryOut(ledger: Ledger, { direction, user, asset, amount, place }: Movement): void {
  if (place !== "spot") {
    fill(ledger, place, asset, direction === "in" ? amount : -amount);
    return;
  }
  const wallet = spotWallet(ledger, user, asset);
  if (direction === "in") deposit(ledger, wallet, amount);
  else withdraw(ledger, wallet, amount);
}

function checkMovement({ users, catalogue, ledger }: Rooms, movement: Movement) {
  const { id, user, asset, amount, direction, place } = movement;
  if (!MOVEMENT_ID.test(id)) return reject("movement_id_malformed" as const);
  if (place === "spot" && !findUser(users, user)) return reject("user_not_found" as const);
  if (!findAsset(catalogue, asset)) return reject("asset_not_found" as const);
  if (amount <= 0n) return reject("amount_not_positive" as const);
  if (amount > AMOUNT_MAX) return reject("amount_too_large" as const); // CORE-BOUND-1
  if (direction === "in") return undefined;
  const had =
    place === "spot" ? freeOf(ledger, "spot", user, asset) : fundHeld(ledger, place, asset);
  if (had >= amount) return undefined;
  const numbers = { had: had.toString(), needed: amount.toString() };
  return reject("insufficient_balance" as const, numbers); // LEDGER-MOVE-2
}

function isSame(a: Movement, b: Movement): boolean {
  const isSamePlace = a.user === b.user && a.place === b.place;
  return isSamePlace && a.direction === b.direction && a.asset === b.asset && a.amount === b.amount;
}

/** Keeps the newest ids; the oldest falls out when the ring is full (CORE-BOUND-1). */
export function remember(movements: Movements, movement: Movement): void {
  const oldest = movements.ring[movements.next];
  if (oldest) movements.byId.delete(oldest.id);
  movements.ring[movements.next] = movement;
  movements.byId.set(movement.id, movement);
  movements.next = (movements.next + 1) % movements.ringMax;
  foldRecord(movements.digest, foldedRecord, movement);
  if (movement.place !== "spot") foldText(movements.digest, movement.place);
}

/** The remembered movements, oldest first. */
export function rememberedMovements({ ring, next }: Movements): readonly Movement[] {
  return [...ring.slice(next), ...ring.slice(0, next)];
}
