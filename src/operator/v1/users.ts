/** Users: adding, listing, showing one, freezing, unfreezing (USER-FREEZE-1, USER-LIST-1, OPER-SHOW-1). */

import { id, list, record, recordWith, text, truth } from "../../contract/field.ts";
import { optional, required } from "../../contract/parameter.ts";
import type { User } from "../../engine/users/users.ts";
import type { OperationWords } from "./about.ts";
import { USER_ACCOUNT } from "./account-shapes.ts";
import { getUserNamed } from "./find.ts";
import { userName } from "./forms.ts";
import { KEY, keysOf } from "./keys.ts";
import { carryOut, endpoint } from "./operator.ts";
import { NEXT, PAGE_PARAMETERS, pageOf } from "./pages.ts";

const USER_FIELDS = {
  name: text("name of the user"),
  userId: id("number of the user"),
  frozen: truth("whether the user may place no order and move no money"),
};

const USER = record(USER_FIELDS);

export const addUser = endpoint({
  method: "POST",
  path: "/users",
  parameters: { name: required(userName) },
  about: {
    operation: "addUser",
    tag: "users",
    summary: "Add a user",
    description: "A name has letters, digits and ._-; it stays for ever.",
    reply: USER,
    codes: ["ALREADY_EXISTS", "NO_ROOM"],
    waitsFor: "command",
  },
  async handle(call, values) {
    await carryOut(call, { type: "AddUser", name: values.name, request: call.request });
    return sayUser(getUserNamed(call, values.name));
  },
});

/** USER-LIST-1: a page of them, or the one that is named. */
export const listUsers = endpoint({
  method: "GET",
  path: "/users",
  parameters: { name: optional(userName), ...PAGE_PARAMETERS },
  about: {
    operation: "listUsers",
    tag: "users",
    summary: "All users, page by page, or one",
    reply: recordWith({ users: list(USER, "in the order of their numbers") }, { next: NEXT }),
    codes: ["NO_SUCH_USER"],
  },
  handle(call, { name: asked, ...page }) {
    if (asked !== undefined) return { users: [sayUser(getUserNamed(call, asked))] };
    const { found, next } = pageOf(call.exchange.state.users.users, page);
    return { users: found.map(sayUser), next };
  },
});

/** OPER-SHOW-1: all that is known of one user, except secrets. */
export const showUser = endpoint({
  method: "GET",
  path: "/users/show",
  parameters: { name: required(userName) },
  about: {
    operation: "showUser",
    tag: "users",
    summary: "What one user has and does",
    description:
      "Balances and debts in every area, positions, open orders, API keys and the last trades, in the words of the private streams. Of long lists the newest rows are told, and how many there are.",
    reply: recordWith(
      { ...USER_FIELDS, ...USER_ACCOUNT.always, keys: list(KEY, "in the order of their numbers") },
      {
        ...USER_ACCOUNT.sometimes,
        keysNext: NEXT,
        tradesMissing: text("why there are no trades: the archive is behind"),
      },
    ),
    codes: ["NO_SUCH_USER"],
  },
  async handle(call, { name: asked }) {
    const user = getUserNamed(call, asked);
    const { trades, ...account } = await call.accountOf(user.id);
    const { keys, next: keysNext } = keysOf(call, user.id, {});
    const shown = { ...sayUser(getUserNamed(call, asked)), ...account, keys, keysNext };
    return trades === undefined ? { ...shown, tradesMissing: BEHIND } : { ...shown, trades };
  },
});

/** HIST-BOUND-1: the rest is shown all the same. */
const BEHIND = "The archive is behind; ask again for the last trades.";

export const freezeUser = change("/users/freeze", "FreezeUser", {
  operation: "freezeUser",
  summary: "Let a user place no order and move no money",
  description: "What rests may still be cancelled, debts may be repaid.",
});
export const unfreezeUser = change("/users/unfreeze", "UnfreezeUser", {
  operation: "unfreezeUser",
  summary: "Let a frozen user trade again",
});

function change(path: string, type: "FreezeUser" | "UnfreezeUser", words: OperationWords) {
  return endpoint({
    method: "POST",
    path,
    parameters: { name: required(userName) },
    about: {
      ...words,
      tag: "users",
      reply: USER,
      codes: ["NO_SUCH_USER"],
      waitsFor: "command",
    },
    async handle(call, values) {
      const user = getUserNamed(call, values.name).id;
      await carryOut(call, { type, user, request: call.request });
      return sayUser(getUserNamed(call, values.name));
    },
  });
}

function sayUser({ id: userId, name, isFrozen: frozen }: User) {
  return { name, userId, frozen };
}
