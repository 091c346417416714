/**
 * Users and their API keys. The engine holds a secret only in its sealed form and never seals or
 * opens one. Rules USER-KEY-1, USER-KEY-2, USER-FREEZE-1, USER-SECRET-3, USER-FIELD-3.
 */

import type { CommandContext } from "../../base/command-context.ts";
import { accept, reject } from "../../base/outcome.ts";
import {
  answers,
  type CommandOf,
  command,
  type DeclaredOutcome,
} from "../../base/records/command.ts";
import { type Digest, foldNumber, foldText } from "../../base/records/digest.ts";
import {
  flag,
  foldRecord,
  list,
  optional,
  type RecordOf,
  raw,
  record,
  text,
  uint,
} from "../../base/records/record.ts";
import type { TextMap } from "../../base/text-map.ts";

export type UserId = number;
export type KeyId = number;

export const userFields = { id: uint, name: text, isFrozen: flag };
export const userRecord = record(userFields);
export type User = RecordOf<typeof userFields>;

const firstKeyFields = {
  id: uint,
  user: uint,
  apiKey: text,
  sealedSecret: raw,
  mayTrade: flag,
  addresses: list(text),
  isRevoked: flag,
};
/** A key in snapshots from before keys could ask for signatures that count once. */
export const firstKeyRecord = record(firstKeyFields);
/** USER-ONCE-1 */
const secondKeyFields = { ...firstKeyFields, isOnce: flag };
/** A key in snapshots where no key is strict, as in those from before keys could be. */
export const secondKeyRecord = record(secondKeyFields);
/** USER-FIELD-3 */
const keyFields = { ...secondKeyFields, isStrict: flag };
export const keyRecord = record(keyFields);
export type ApiKey = RecordOf<typeof keyFields>;

/**
 * The user with id n is at index n - 1, and so are keys: ids are counters. The facts that every command
 * needs of users and keys are kept apart from them, packed, since they must be quick to reach.
 */
export interface Users {
  readonly users: User[];
  readonly byName: TextMap<User>;
  readonly frozen: Set<UserId>;
  readonly keys: ApiKey[];
  /** By key id less one: the user of a key that may trade with repeated signatures, or NO_USER. */
  readonly traders: UserId[];
  readonly byApiKey: TextMap<ApiKey>;
  readonly usersMax: number;
  readonly keysMax: number;
  readonly digest: Digest;
}

export const AddUser = command("AddUser", 10, {
  fields: { name: text, request: uint },
  answer: answers<{ user: UserId }>(),
  rejects: ["name_malformed", "user_exists", "too_many_users"],
  events: ["UserChanged"],
});
export type AddUser = CommandOf<typeof AddUser>;
export const FreezeUser = command("FreezeUser", 11, {
  fields: { user: uint, request: uint },
  answer: answers<{ user: UserId }>(),
  rejects: ["user_not_found"],
  events: ["UserChanged"],
});
export type FreezeUser = CommandOf<typeof FreezeUser>;
export const UnfreezeUser = command("UnfreezeUser", 12, {
  fields: { user: uint, request: uint },
  answer: answers<{ user: UserId }>(),
  rejects: ["user_not_found"],
  events: ["UserChanged"],
});
export type UnfreezeUser = CommandOf<typeof UnfreezeUser>;
export const AddKey = command("AddKey", 13, {
  fields: {
    user: uint,
    apiKey: text,
    sealedSecret: raw,
    mayTrade: flag,
    addresses: list(text),
    request: uint,
  },
  added: [{ isOnce: optional(flag) }, { isStrict: optional(flag) }],
  answer: answers<{ key: KeyId }>(),
  rejects: ["rules_too_old", "user_not_found", "name_malformed", "key_exists", "too_many_keys"],
  events: ["KeyChanged"],
});
export type AddKey = CommandOf<typeof AddKey>;
export const RevokeKey = command("RevokeKey", 14, {
  fields: { key: uint, request: uint },
  answer: answers<{ key: KeyId }>(),
  rejects: ["key_not_found"],
  events: ["KeyChanged"],
});
export type RevokeKey = CommandOf<typeof RevokeKey>;
export const ResealKey = command("ResealKey", 17, {
  fields: { key: uint, sealedSecret: raw, request: uint },
  answer: answers<{ key: KeyId }>(),
  rejects: ["key_not_found"],
  events: ["KeyChanged"],
});
export type ResealKey = CommandOf<typeof ResealKey>;

export type UserEvent =
  | ({ readonly type: "UserChanged" } & User)
  | ({ readonly type: "KeyChanged" } & ApiKey);

const NO_USER: UserId = -1;
const NAME = /^[A-Za-z0-9._-]{1,64}$/;

export function addUser(
  users: Users,
  { name }: AddUser,
  context: CommandContext<UserEvent>,
): DeclaredOutcome<typeof AddUser> {
  if (!NAME.test(name)) return reject("name_malformed");
  if (users.byName.has(name)) return reject("user_exists");
  if (users.users.length >= users.usersMax) return reject("too_many_users"); // CORE-BOUND-1

  const id = users.users.length + 1;
  announceUser(users, { id, name, isFrozen: false }, context);
  return accept({ user: id });
}

/** Puts a user, new or from a snapshot, in its place. */
export function enterUser(users: Users, user: User): void {
  users.users[user.id - 1] = user;
  users.byName.set(user.name, user);
  if (user.isFrozen) users.frozen.add(user.id);
  else users.frozen.delete(user.id);
}

/** USER-FREEZE-1: a frozen user keeps its orders and may cancel them, but places none. */
export function setFrozen(
  users: Users,
  change: { user: UserId; isFrozen: boolean },
  context: CommandContext<UserEvent>,
): DeclaredOutcome<typeof FreezeUser> {
  const before = findUser(users, change.user);
  if (!before) return reject("user_not_found");

  announceUser(users, { ...before, isFrozen: change.isFrozen }, context);
  return accept({ user: before.id });
}

function announceUser(users: Users, user: User, { events }: CommandContext<UserEvent>): void {
  const { id, name, isFrozen } = user;
  enterUser(users, user);
  foldRecord(users.digest, userRecord, user);
  events.push({ type: "UserChanged", id, name, isFrozen });
}

/** USER-FREEZE-1 */
export function isFrozen(users: Pick<Users, "frozen">, id: UserId): boolean {
  return users.frozen.size > 0 && users.frozen.has(id);
}

export function findUser(users: Users, id: UserId): User | undefined {
  return users.users[id - 1];
}

export function addKey(
  users: Users,
  command: AddKey,
  context: CommandContext<UserEvent>,
): DeclaredOutcome<typeof AddKey> {
  const { apiKey, user, mayTrade, addresses, sealedSecret } = command;
  if (!findUser(users, user)) return reject("user_not_found");
  if (!NAME.test(apiKey)) return reject("name_malformed");
  if (users.byApiKey.has(apiKey)) return reject("key_exists");
  if (users.keys.length >= users.keysMax) return reject("too_many_keys"); // CORE-BOUND-1

  const id = users.keys.length + 1;
  const { isOnce = false, isStrict = false } = command;
  const may = { mayTrade, addresses, isRevoked: false, isOnce, isStrict };
  const key: ApiKey = { id, user, apiKey, sealedSecret, ...may };
  announceKey(users, key, context);
  return accept({ key: id });
}

function announceKey(users: Users, key: ApiKey, { events }: CommandContext<UserEvent>): void {
  enterKey(users, key);
  foldKey(users, key);
  const sealedSecret = key.sealedSecret.slice();
  events.push({ type: "KeyChanged", ...key, sealedSecret, addresses: [...key.addresses] });
}

/** A key that has nothing of what came later folds as it always has. */
function foldKey({ digest }: Users, key: ApiKey): void {
  foldRecord(digest, firstKeyRecord, key);
  if (key.isOnce) foldNumber(digest, key.id);
  if (key.isStrict) foldText(digest, key.apiKey);
}

/** Puts a key, new or from a snapshot, in its place. */
export function enterKey(users: Users, key: ApiKey): void {
  users.keys[key.id - 1] = key;
  users.byApiKey.set(key.apiKey, key);
  users.traders[key.id - 1] = isTrader(key) && !key.isOnce ? key.user : NO_USER;
}

function isTrader(key: ApiKey): boolean {
  return key.mayTrade && !key.isRevoked;
}

/** USER-KEY-2: from the next command on, the key admits no request. Orders that rest stay. */
export function revokeKey(
  users: Users,
  { key: id }: RevokeKey,
  context: CommandContext<UserEvent>,
): DeclaredOutcome<typeof RevokeKey> {
  const before = users.keys[id - 1];
  if (!before) return reject("key_not_found");

  const key: ApiKey = { ...before, isRevoked: true };
  announceKey(users, key, context);
  return accept({ key: id });
}

/** USER-SECRET-3: the same secret in another seal; what the key may do does not change. */
export function resealKey(
  users: Users,
  { key: id, sealedSecret }: ResealKey,
  context: CommandContext<UserEvent>,
): DeclaredOutcome<typeof ResealKey> {
  const before = users.keys[id - 1];
  if (!before) return reject("key_not_found");

  const key: ApiKey = { ...before, sealedSecret };
  announceKey(users, key, context);
  return accept({ key: id });
}

/** USER-KEY-1: the public API checked the key when the request came; the engine checks it again. */
export function mayTrade(users: Users, user: UserId, key: KeyId): boolean {
  return users.traders[key - 1] === user;
}

/** USER-ONCE-1: a key that takes each signature once needs a signature that will be spent. */
export function mayTradeOnce(users: Users, user: UserId, id: KeyId): boolean {
  const key = users.keys[id - 1];
  return key !== undefined && key.user === user && isTrader(key);
}
