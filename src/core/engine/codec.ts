/**
 * Commands as bytes: a length (2 bytes), a code, a version, then the fields of the command's declaration.
 * Codes are never used again and a version is never changed: an old log must read the same for
 * ever. A new version of a command is beside the old ones in its declaration (`added`).
 */
import { assert, Fault } from "../base/assert.ts";
import { ByteReader, type ByteWriter } from "../base/records/bytes.ts";
import type { CommandOf, Declaration, Version } from "../base/records/command.ts";
import { AcceptLoss } from "./accept-loss.ts";
import {
  AddAsset,
  AddPair,
  HaltPair,
  ResumePair,
  SetFees,
  SetMarginPair,
} from "./catalogue/catalogue.ts";
import {
  AddContract,
  ChangeContract,
  DelistContract,
  HaltContract,
  ResumeContract,
} from "./catalogue/contract.ts";
import { SetLoanTerms, SetMarginRules } from "./catalogue/lending.ts";
import { RemoveUserFees, SetUserContractFees, SetUserFees } from "./catalogue/user-fees.ts";
import { AdvanceClock, FreezeClock, ReachTime, ResumeClock } from "./clock.ts";
import { HourTick, LoadState, OpenDirectory, VoidCommand } from "./directory.ts";
import type { ExchangeEvent } from "./events.ts";
import {
  CancelAllFutures,
  CancelFuturesOrder,
  MovePositionMargin,
  PlaceFuturesOrder,
  SecondTick,
  SetLeverage,
  SetMarginMode,
} from "./futures/futures-commands.ts";
import { Deposit, DrawFund, FillFund, Withdraw } from "./ledger/movements.ts";
import { CancelMarginOrder, PlaceMarginOrder, Repay, Transfer } from "./margin/margin.ts";
import { CancelByOperator } from "./orders/order-commands.ts";
import { SetIndex, WithdrawIndex } from "./prices/index-prices.ts";
import { ImportCandles } from "./prices/past.ts";
import { AdoptRules } from "./rule-versions.ts";
import { CancelOrderList, PlaceOrderList } from "./spot/lists/list-commands.ts";
import {
  CancelAllOrders,
  EndCountdown,
  ReplaceOrder,
  SetCountdown,
} from "./spot/manage-commands.ts";
import { CancelBatch, CancelOrder, DelistPair, PlaceBatch, PlaceOrder } from "./spot/spot.ts";
import { BanAddress, LiftBan } from "./users/bans.ts";
import { SetClientIdReuse } from "./users/client-id-reuse.ts";
import { AddKey, AddUser, FreezeUser, ResealKey, RevokeKey, UnfreezeUser } from "./users/users.ts";

/** An event that a declaration names is one that there is. */
type AnyDeclaration<C> = Declaration<string, C, unknown, string, ExchangeEvent["type"]>;

/** The declarations of all commands: each is here once, and nowhere else in a list. */
export const TABLES = [
  OpenDirectory,
  HourTick,
  VoidCommand,
  FreezeClock,
  AdvanceClock,
  ReachTime,
  ResumeClock,
  LoadState,
  AdoptRules,
  AcceptLoss,
  ImportCandles,
  AddUser,
  FreezeUser,
  UnfreezeUser,
  SetClientIdReuse,
  AddKey,
  RevokeKey,
  ResealKey,
  BanAddress,
  LiftBan,
  AddAsset,
  AddPair,
  SetFees,
  HaltPair,
  ResumePair,
  SetLoanTerms,
  SetMarginRules,
  SetMarginPair,
  SetIndex,
  WithdrawIndex,
  Deposit,
  Withdraw,
  FillFund,
  DrawFund,
  PlaceOrder,
  PlaceBatch,
  CancelOrder,
  CancelBatch,
  CancelByOperator,
  DelistPair,
  PlaceOrderList,
  CancelOrderList,
  CancelAllOrders,
  ReplaceOrder,
  SetCountdown,
  EndCountdown,
  PlaceMarginOrder,
  CancelMarginOrder,
  Transfer,
  Repay,
  AddContract,
  ChangeContract,
  HaltContract,
  ResumeContract,
  DelistContract,
  PlaceFuturesOrder,
  CancelFuturesOrder,
  CancelAllFutures,
  SetLeverage,
  SetMarginMode,
  MovePositionMargin,
  SecondTick,
  SetUserFees,
  SetUserContractFees,
  RemoveUserFees,
] as const satisfies readonly AnyDeclaration<unknown>[];

export type Command = CommandOf<(typeof TABLES)[number]>;

const tables: readonly AnyDeclaration<Command>[] = TABLES;
const byType = new Map(tables.map((table) => [table.type, table]));
const byCode = new Map<number, Version<Command>>();
for (const { code, versions } of tables) {
  for (const version of versions) {
    const place = code * 256 + version.version;
    assert(!byCode.has(place), "no two commands share a code");
    byCode.set(place, version);
  }
}

/** Larger than any command that the APIs let in. */
export const COMMAND_BYTES_MAX = 16 * 1024;

export function encodeCommand(out: ByteWriter, command: Command): void {
  const start = out.length;
  const table = byType.get(command.type);
  assert(table !== undefined, "a command has a table");
  const version = table.versionFor(command);
  out.byte(0);
  out.byte(0);
  out.byte(table.code);
  out.byte(version.version);
  version.write(out, command);
  const length = out.length - start - 2;
  assert(length <= COMMAND_BYTES_MAX, "a command is not too long for the log");
  out.patchUint16(start, length);
}

/** The commands of a batch, in order. */
export function* decodeCommands(payload: Uint8Array, count: number): Iterable<Command> {
  const from = new ByteReader(payload);
  for (let i = 0; i < count; i++) yield readCommand(from);
  assert(from.offset === payload.length, "a batch ends with its last command");
}

/** A command by itself: all that the reader still has. */
export function decodeCommand(from: ByteReader): Command {
  const { end } = from;
  const command = readCommand(from);
  assert(from.offset === end, "a command ends where its bytes end");
  return command;
}

/** The command at the reader's place; afterwards the reader stands behind it, and ends there. */
function readCommand(from: ByteReader): Command {
  const { bytes, offset } = from;
  const length = (bytes[offset] ?? 0) + (bytes[offset + 1] ?? 0) * 256;
  const end = offset + 2 + length;
  assert(length >= 2 && end <= bytes.length, "a command lies inside its batch");
  from.offset = offset + 2;
  from.end = end;
  const code = from.byte();
  const version = from.byte();
  const table = byCode.get(code * 256 + version);
  if (!table) throw new Fault(`command ${code} version ${version} is known`);
  const command = table.read(from);
  assert(from.isAtEnd(), "a command ends where its length says");
  return command;
}
