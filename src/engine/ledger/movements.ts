/**
 * Deposits and withdrawals with an id, so that an operator may safely send one again: the same id
 * moves the money once and answers the same. The last ids are remembered in a ring; what falls
 * out of it is forgotten. Rules LEDGER-MOVE-1, LEDGER-MOVE-2, LEDGER-MOVE-3.
 */
import type { Digest } from "../../base/digest.ts";
import { accept, type Outcome, reject } from "../../base/outcome.ts";
import {
  big,
  type CommandOf,
  command,
  foldRecord,
  oneOf,
  type RecordOf,
  record,
  text,
  uint,
} from "../../base/record.ts";
import type { Turn } from "../../base/turn.ts";
import { type Catalogue, findAsset } from "../catalogue/catalogue.ts";
import { findUser, type Users } from "../users/users.ts";
import { deposit, findSpotWallet, type Ledger, spotWallet, withdraw } from "./ledger.ts";

const moved = { id: text, user: uint, asset: uint, amount: big };

export const movementFields = { direction: oneOf("in", "out"), ...moved };
export const movementRecord = record(movementFields);
export type Movement = RecordOf<typeof movementFields>;

export interface Movements {
  /** A ring once it is full: `next` is where the oldest stands. */
  readonly ring: Movement[];
  next: number;
  readonly byId: Map<string, Movement>;
  readonly ringMax: number;
  readonly digest: Digest;
}

export const Deposit = command("Deposit", 30, { ...moved, request: uint });
export type Deposit = CommandOf<typeof Deposit>;
export const Withdraw = command("Withdraw", 31, { ...moved, request: uint });
export type Withdraw = CommandOf<typeof Withdraw>;

export interface MovementEvent {
  readonly type: "Moved";
  readonly movement: Movement;
  readonly timeMs: number;
}

export type MovementReject =
  | "amount_not_positive"
  | "amount_too_large"
  | "asset_not_found"
  | "insufficient_balance"
  | "movement_id_malformed"
  | "movement_id_used"
  | "user_not_found";

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
  command: Deposit | Withdraw,
  turn: Turn<MovementEvent>,
): Outcome<{ id: string }, MovementReject> {
  const { id, user, asset, amount } = command;
  const movement: Movement = {
    direction: command.type === "Deposit" ? "in" : "out",
    id,
    user,
    asset,
    amount,
  };
  const before = rooms.movements.byId.get(id);
  if (before) return isSame(before, movement) ? accept({ id }) : reject("movement_id_used"); // LEDGER-MOVE-3
  const no = checkMovement(rooms, movement);
  if (no) return no;

  // The movement is accepted. From here on nothing may fail.

  const wallet = spotWallet(rooms.ledger, user, asset);
  if (movement.direction === "in") deposit(rooms.ledger, wallet, amount);
  else withdraw(rooms.ledger, wallet, amount);
  remember(rooms.movements, movement);
  turn.events.push({ type: "Moved", movement, timeMs: turn.timeMs });
  return accept({ id });
}

function checkMovement({ users, catalogue, ledger }: Rooms, movement: Movement) {
  const { id, user, asset, amount, direction } = movement;
  if (!MOVEMENT_ID.test(id)) return reject("movement_id_malformed" as const);
  if (!findUser(users, user)) return reject("user_not_found" as const);
  if (!findAsset(catalogue, asset)) return reject("asset_not_found" as const);
  if (amount <= 0n) return reject("amount_not_positive" as const);
  if (amount > AMOUNT_MAX) return reject("amount_too_large" as const); // CORE-BOUND-1
  if (direction === "in") return undefined;
  const free = findSpotWallet(ledger, user, asset)?.free ?? 0n;
  if (free >= amount) return undefined;
  const numbers = { had: free.toString(), needed: amount.toString() };
  return reject("insufficient_balance" as const, numbers); // LEDGER-MOVE-2
}

function isSame(a: Movement, b: Movement): boolean {
  return (
    a.direction === b.direction && a.user === b.user && a.asset === b.asset && a.amount === b.amount
  );
}

/** Keeps the newest ids; the oldest falls out when the ring is full (CORE-BOUND-1). */
export function remember(movements: Movements, movement: Movement): void {
  const oldest = movements.ring[movements.next];
  if (oldest) movements.byId.delete(oldest.id);
  movements.ring[movements.next] = movement;
  movements.byId.set(movement.id, movement);
  movements.next = (movements.next + 1) % movements.ringMax;
  foldRecord(movements.digest, movementRecord, movement);
}

/** The remembered movements, oldest first. */
export function rememberedMovements({ ring, next }: Movements): readonly Movement[] {
  return [...ring.slice(next), ...ring.slice(0, next)];
}
