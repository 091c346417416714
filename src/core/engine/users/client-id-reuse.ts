/**
 * Users whose client ids are free as soon as their orders have ended: for them the table of ended names refuses nothing, and
 * only tells which order a name meant last. Off unless the operator says so, and at most as many users as there are. Rule SPOT-CLIENT-7.
 */
import { accept, reject } from "../../base/outcome.ts";
import {
  answers,
  type CommandOf,
  command,
  type DeclaredOutcome,
} from "../../base/records/command.ts";
import type { Digest } from "../../base/records/digest.ts";
import { flag, foldRecord, record, uint } from "../../base/records/record.ts";
import { findUser, type UserId, type Users } from "./users.ts";

const fields = { user: uint, isFree: flag };
const reuseRecord = record(fields);

export const SetClientIdReuse = command("SetClientIdReuse", 19, {
  fields: { ...fields, request: uint },
  answer: answers<{ user: UserId }>(),
  rejects: ["rules_too_old", "user_not_found"],
  events: [],
});
export type SetClientIdReuse = CommandOf<typeof SetClientIdReuse>;

/** As much of the state as the setting is about. */
interface ReuseState {
  readonly users: Users;
  readonly orders: { readonly clientIds: { readonly reusing: Set<UserId> } };
  readonly digest: Digest;
}

/** What is so already is accepted, and may be sent again when in doubt. */
export function setClientIdReuse(
  { users, orders, digest }: ReuseState,
  command: SetClientIdReuse,
): DeclaredOutcome<typeof SetClientIdReuse> {
  const { user, isFree } = command;
  if (!findUser(users, user)) return reject("user_not_found"); // CORE-BOUND-1: no more than there are users

  const { reusing } = orders.clientIds;
  if (isFree) reusing.add(user);
  else reusing.delete(user);
  foldRecord(digest, reuseRecord, command);
  return accept({ user });
}

/** One look where no user has it. */
export function isReusing({ reusing }: { readonly reusing: Set<UserId> }, user: UserId): boolean {
  return reusing.size > 0 && reusing.has(user);
}
