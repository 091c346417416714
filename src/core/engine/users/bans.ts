/**
 * Banned addresses, by block: an IPv4 address, or the /64 of an IPv6 one, written as the public API
 * writes it. How long a ban lasts follows from the ones before it, so a ban is a command and its
 * length is part of the state. Rules USER-BAN-2, USER-BAN-4, USER-BAN-5.
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
import { foldRecord, type RecordOf, record, text, uint } from "../../base/records/record.ts";

/** `times` counts the bans in a row, this one included. */
const banFields = { block: text, endsAtMs: uint, times: uint };
export const banRecord = record(banFields);
export type Ban = RecordOf<typeof banFields>;

/** Bans that run, and ended ones, which are kept for what a repeat costs. */
export interface Bans {
  readonly byBlock: Map<string, Ban>;
  /** The same bans, the first to end first; of equals by the text of the block. */
  readonly byEnd: Ban[];
  readonly bansMax: number;
  readonly digest: Digest;
}

export const BanAddress = command("BanAddress", 15, {
  fields: { block: text, request: uint },
  answer: answers<Ban>(),
  rejects: ["address_malformed"],
  events: ["AddressBanned", "BanLifted"],
});
export type BanAddress = CommandOf<typeof BanAddress>;
export const LiftBan = command("LiftBan", 16, {
  fields: { block: text, request: uint },
  answer: answers<{ block: string }>(),
  rejects: ["ban_not_found"],
  events: ["BanLifted"],
});
export type LiftBan = CommandOf<typeof LiftBan>;

export type BanEvent =
  | ({ readonly type: "AddressBanned" } & Ban)
  | { readonly type: "BanLifted"; readonly block: string };

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const FIRST_MS = 2 * MINUTE_MS;
const LENGTH_MAX_MS = 3 * DAY_MS;

const BLOCK = /^(?:[0-9]{1,3}(?:\.[0-9]{1,3}){3}|[0-9a-f:]{2,39}\/64)$/;

/** A ban on a block that is banned already changes nothing: the command may be sent again when in doubt. */
export function banAddress(
  bans: Bans,
  { block }: BanAddress,
  context: CommandContext<BanEvent>,
): DeclaredOutcome<typeof BanAddress> {
  const { timeMs, events } = context;
  if (!BLOCK.test(block)) return reject("address_malformed");
  const before = bans.byBlock.get(block);
  if (before && timeMs < before.endsAtMs) return accept(before);

  if (before) removeBan(bans, before);
  else makeRoom(bans, context);
  const times = before && timeMs - before.endsAtMs <= DAY_MS ? before.times + 1 : 1; // USER-BAN-2
  const ban: Ban = { block, endsAtMs: timeMs + lengthOf(times), times };
  enterBan(bans, ban);
  foldRecord(bans.digest, banRecord, ban);
  events.push({ type: "AddressBanned", ...ban });
  return accept(ban);
}

/** USER-BAN-2: two minutes, doubled each time, at most three days. */
function lengthOf(times: number): number {
  return Math.min(FIRST_MS * 2 ** (times - 1), LENGTH_MAX_MS);
}

/** USER-BAN-4: a full table drops the ban that has ended first, or will. */
function makeRoom(bans: Bans, context: CommandContext<BanEvent>): void {
  const [first] = bans.byEnd;
  if (first && bans.byEnd.length >= bans.bansMax) dropBan(bans, first, context);
}

/** USER-BAN-5: the ban ends now, and is not held against the address any more. */
export function liftBan(
  bans: Bans,
  { block }: LiftBan,
  context: CommandContext<BanEvent>,
): DeclaredOutcome<typeof LiftBan> {
  const ban = bans.byBlock.get(block);
  if (!ban) return reject("ban_not_found");

  dropBan(bans, ban, context);
  return accept({ block });
}

function dropBan(bans: Bans, ban: Ban, { events }: CommandContext<BanEvent>): void {
  removeBan(bans, ban);
  foldText(bans.digest, ban.block);
  events.push({ type: "BanLifted", block: ban.block });
}

/** Puts a ban, new or from a snapshot, in its place. */
export function enterBan({ byBlock, byEnd }: Bans, ban: Ban): void {
  byBlock.set(ban.block, ban);
  byEnd.splice(placeOf(byEnd, ban), 0, ban);
}

function removeBan({ byBlock, byEnd }: Bans, ban: Ban): void {
  byBlock.delete(ban.block);
  byEnd.splice(placeOf(byEnd, ban), 1);
}

/** How many bans end before this one. */
function placeOf(byEnd: readonly Ban[], ban: Ban): number {
  let [from, to] = [0, byEnd.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (endsBefore(byEnd[middle] as Ban, ban)) from = middle + 1;
    else to = middle;
  }
  return from;
}

export function endsBefore(one: Ban, other: Ban): boolean {
  if (one.endsAtMs !== other.endsAtMs) return one.endsAtMs < other.endsAtMs;
  return one.block < other.block;
}
