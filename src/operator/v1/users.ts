/** Users: adding, listing, showing one, freezing, unfreezing (USER-FREEZE-1, USER-LIST-1, OPER-SHOW-1). */
import type { User } from "../../engine/users/users.ts";
import { optional, required } from "../../http/dialect/endpoint.ts";
import { getUserNamed } from "./find.ts";
import { name } from "./forms.ts";
import { keysOf } from "./keys.ts";
import { carryOut, endpoint } from "./operator.ts";
import { PAGE_PARAMETERS, pageOf } from "./pages.ts";

export const addUser = endpoint({
  method: "POST",
  path: "/users",
  parameters: { name: required(name) },
  async handle(call, values) {
    await carryOut(call, { type: "AddUser", name: values.name, request: call.request });
    return sayUser(getUserNamed(call, values.name));
  },
});

/** USER-LIST-1: a page of them, or the one that is named. */
export const listUsers = endpoint({
  method: "GET",
  path: "/users",
  parameters: { name: optional(name), ...PAGE_PARAMETERS },
  handle(call, { name: asked, ...page }) {
    if (asked !== undefined) return { users: [sayUser(getUserNamed(call, asked))] };
    const { found, next } = pageOf(call.exchange.state.users.users, page);
    return { users: found.map(sayUser), next };
  },
});

/** OPER-SHOW-1: all that there is to know of one user, but for secrets. */
export const showUser = endpoint({
  method: "GET",
  path: "/users/show",
  parameters: { name: required(name) },
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

export const freezeUser = change("/users/freeze", "FreezeUser");
export const unfreezeUser = change("/users/unfreeze", "UnfreezeUser");

function change(path: string, type: "FreezeUser" | "UnfreezeUser") {
  return endpoint({
    method: "POST",
    path,
    parameters: { name: required(name) },
    async handle(call, values) {
      const user = getUserNamed(call, values.name).id;
      await carryOut(call, { type, user, request: call.request });
      return sayUser(getUserNamed(call, values.name));
    },
  });
}

function sayUser({ id, name: shown, isFrozen }: User) {
  return { name: shown, userId: id, frozen: isFrozen };
}
