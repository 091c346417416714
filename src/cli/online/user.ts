/** `bourse user ...`: the users, who may trade. */
import {
  ADD_USER,
  FREEZE_USER,
  LIST_USERS,
  SET_CLIENT_ID_REUSE,
  UNFREEZE_USER,
} from "../../contract/operator/users/users.ts";
import { align } from "../terminal/layout.ts";
import { moreBehind, online } from "./online.ts";

export const userAdd = online(ADD_USER, "user add", {
  show: ({ name, userId }) => [`added user ${name}, number ${userId}`],
});

export const userList = online(LIST_USERS, "user list", {
  show: ({ users, next }) => [
    ...align([
      ["NUMBER", "NAME", "MAY"],
      ...users.map(({ userId, name, frozen }) => [`${userId}`, name, frozen ? "cancel" : "trade"]),
    ]),
    ...moreBehind(next),
  ],
});

export const userFreeze = online(FREEZE_USER, "user freeze", {
  show: ({ name }) => [`froze user ${name}`],
});

export const userUnfreeze = online(UNFREEZE_USER, "user unfreeze", {
  show: ({ name }) => [`unfroze user ${name}`],
});

export const userClientIdReuse = online(SET_CLIENT_ID_REUSE, "user client-id-reuse", {
  show: ({ name, clientIdReuse }) => [
    clientIdReuse
      ? `client ids of ${name} are free as soon as their orders have ended`
      : `client ids of ${name} stay taken for 60 s after the end of their orders`,
  ],
});
