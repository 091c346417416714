/** Users: adding, listing, showing one, freezing, unfreezing, client ids that are free at once (USER-FREEZE-1, USER-LIST-1, OPER-SHOW-1, SPOT-CLIENT-7). */

import {
  ADD_USER,
  FREEZE_USER,
  LIST_USERS,
  SET_CLIENT_ID_REUSE,
  SHOW_USER,
  UNFREEZE_USER,
} from "../../../contract/operator/users/users.ts";
import type { User } from "../../../core/engine/users/users.ts";
import { getUserNamed } from "./find.ts";
import { keysOf } from "./keys.ts";
import { carryOut, endpoint, type OperatorCall } from "./operator.ts";
import { pageOf } from "./pages.ts";

export const addUser = endpoint(ADD_USER, async (call, values) => {
  await carryOut(call, { type: "AddUser", name: values.name, request: call.request });
  return sayUser(call, getUserNamed(call, values.name));
});

/** USER-LIST-1: a page of them, or the one that is named. */
export const listUsers = endpoint(LIST_USERS, (call, { name: asked, ...page }) => {
  if (asked !== undefined) return { users: [sayUser(call, getUserNamed(call, asked))] };
  const { found, next } = pageOf(call.exchange.state.users.users, page);
  return { users: found.map((user) => sayUser(call, user)), next };
});

/** OPER-SHOW-1: all that is known of one user, except secrets. */
export const showUser = endpoint(SHOW_USER, async (call, { name: asked }) => {
  const user = getUserNamed(call, asked);
  const { trades, ...account } = await call.accountOf(user.id);
  const { keys, next: keysNext } = keysOf(call, user.id, {});
  const shown = { ...sayUser(call, getUserNamed(call, asked)), ...account, keys, keysNext };
  return trades === undefined ? { ...shown, tradesMissing: BEHIND } : { ...shown, trades };
});

/** HIST-BOUND-1: the rest is shown all the same. */
const BEHIND = "The archive is behind; ask again for the last trades.";

export const freezeUser = change(FREEZE_USER, "FreezeUser");
export const unfreezeUser = change(UNFREEZE_USER, "UnfreezeUser");

export const setClientIdReuse = endpoint(
  SET_CLIENT_ID_REUSE,
  async (call, { name: asked, clientIdReuse: isFree }) => {
    const user = getUserNamed(call, asked).id;
    await carryOut(call, { type: "SetClientIdReuse", user, isFree, request: call.request });
    return sayUser(call, getUserNamed(call, asked));
  },
);

function change(
  declared: typeof FREEZE_USER | typeof UNFREEZE_USER,
  type: "FreezeUser" | "UnfreezeUser",
) {
  return endpoint(declared, async (call, values) => {
    const user = getUserNamed(call, values.name).id;
    await carryOut(call, { type, user, request: call.request });
    return sayUser(call, getUserNamed(call, values.name));
  });
}

function sayUser({ exchange }: OperatorCall, { id: userId, name, isFrozen: frozen }: User) {
  const { reusing } = exchange.state.orders.clientIds;
  return { name, userId, frozen, clientIdReuse: reusing.has(userId) };
}
