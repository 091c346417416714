/** Users: adding, listing, showing one, freezing, unfreezing, client ids that are free at once (USER-FREEZE-1, USER-LIST-1, OPER-SHOW-1, SPOT-CLIENT-7). */

import { id, list, record, sometimes, text, told, truth, type ValueOf } from "../../field.ts";
import { optional, required } from "../../parameter.ts";
import { truth as flag, userName } from "../forms.ts";
import { NEXT, PAGE_PARAMETERS, PAGE_ROWS_DEFAULT } from "../pages.ts";
import { type OperationWords, request } from "../request.ts";
import { at, untyped } from "../typed.ts";
import { countText } from "../usual.ts";
import { LAST_TRADES, USER_ACCOUNT } from "./account-rows.ts";
import { KEY } from "./keys.ts";

const USER_FIELDS = {
  name: text("name of the user"),
  userId: id("number of the user"),
  frozen: truth("whether the user may place no order and move no money"),
  clientIdReuse: truth("whether its client ids are free as soon as their orders have ended"),
};

export const USER = record(USER_FIELDS);

const NAMED = { name: at("NAME", required(userName)) };

export const ADD_USER = request({
  method: "POST",
  path: "/users",
  parameters: NAMED,
  about: {
    operation: "addUser",
    tag: "users",
    summary: "Add a user",
    description: "A name has letters, digits and ._-; it stays for ever.",
    reply: USER,
    codes: ["ALREADY_EXISTS", "NO_ROOM"],
    waitsFor: "command",
  },
  commands: [{ words: "user add", says: "add a user" }],
});

/** USER-LIST-1: a page of them, or the one that is named. */
export const LIST_USERS = request({
  method: "GET",
  path: "/users",
  parameters: {
    name: untyped("user show tells more of one", optional(userName)),
    ...PAGE_PARAMETERS,
  },
  about: {
    operation: "listUsers",
    tag: "users",
    summary: "All users, page by page, or one",
    reply: record({ users: list(USER, "in the order of their numbers"), next: NEXT }),
    codes: ["NO_SUCH_USER"],
  },
  commands: [{ words: "user list", says: `show users, ${countText(PAGE_ROWS_DEFAULT)} at a time` }],
});

/** OPER-SHOW-1: all that is known of one user, except secrets. */
export const SHOW_USER = request({
  method: "GET",
  path: "/users/show",
  parameters: NAMED,
  about: {
    operation: "showUser",
    tag: "users",
    summary: "What one user has and does",
    description:
      "Balances and debts in every area, positions, open orders, API keys and the last trades, in the words of the private streams. Of long lists the newest rows are told, and how many there are.",
    reply: record({
      ...USER_FIELDS,
      ...USER_ACCOUNT,
      keys: list(KEY, "in the order of their numbers"),
      keysNext: NEXT,
      tradesMissing: sometimes(text("why there are no trades: the archive is behind")),
      trades: sometimes(LAST_TRADES),
    }),
    codes: ["NO_SUCH_USER"],
  },
  commands: [
    {
      words: "user show",
      says: "show what a user has, owes and does: money, positions, orders, keys, last trades",
    },
  ],
});

type Shown = ValueOf<(typeof SHOW_USER)["about"]["reply"]>;

/** What one user has and does; the newest rows of long lists, and how many there are. */
export interface UserAccount extends Pick<Shown, keyof typeof USER_ACCOUNT> {
  /** Undefined while the archive is behind. */
  readonly trades: Shown["trades"];
}

export const FREEZE_USER = change("/users/freeze", {
  operation: "freezeUser",
  summary: "Let a user place no order and move no money",
  description: "What rests may still be cancelled, debts may be repaid.",
  words: "user freeze",
  says: "let a user place no more orders; its orders stay and may be cancelled",
});
export const UNFREEZE_USER = change("/users/unfreeze", {
  operation: "unfreezeUser",
  summary: "Let a frozen user trade again",
  words: "user unfreeze",
  says: "let a frozen user trade again",
});

/** SPOT-CLIENT-7 */
export const SET_CLIENT_ID_REUSE = request({
  method: "POST",
  path: "/users/client-id-reuse",
  parameters: {
    ...NAMED,
    clientIdReuse: at(
      "on|off",
      required(
        told(flag, {
          description: "Whether its client ids are free as soon as their orders have ended.",
        }),
      ),
      { called: "reuse", means: { on: true, off: false } },
    ),
  },
  about: {
    operation: "setClientIdReuse",
    tag: "users",
    summary: "Let a user use its client ids again at once, or no more",
    description:
      "Otherwise an id stays taken for 60 s after its order ended, so that an order that is sent again after a lost reply is not placed twice. That protection is gone for this user.",
    reply: USER,
    codes: ["NOT_NOW", "NO_SUCH_USER"],
    waitsFor: "command",
  },
  commands: [
    {
      words: "user client-id-reuse",
      says: "let a user use its client ids again at once, or only 60 s after the end",
    },
  ],
});

function change<const W extends string>(
  path: string,
  { words, says, ...about }: OperationWords & { readonly words: W; readonly says: string },
) {
  return request({
    method: "POST",
    path,
    parameters: NAMED,
    about: {
      ...about,
      tag: "users",
      reply: USER,
      codes: ["NO_SUCH_USER"],
      waitsFor: "command",
    },
    commands: [{ words, says }],
  });
}
