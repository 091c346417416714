/** `bourse user ...`: the users, who may trade. */
import { align } from "../terminal/layout.ts";
import { AFTER, get, moreBehind, online, post, queryOf } from "./online.ts";

interface User {
  readonly name: string;
  readonly userId: number;
}

interface Listed extends User {
  readonly frozen: boolean;
}

const shape = { takes: ["NAME"], options: {} } as const;

export const userAdd = online({
  ...shape,
  name: "user add",
  says: "add a user",
  ask: ({ NAME: name }) => post("/users", { name }),
  show: ({ name, userId }: User) => [`added user ${name}, number ${userId}`],
});

export const userList = online({
  name: "user list",
  says: "show users, a hundred at a time",
  takes: [],
  options: { "--after": AFTER },
  ask: ({ "--after": after }) => get(`/users${queryOf({ after })}`),
  show: ({ users, next }: { users: readonly Listed[]; next?: number }) => [
    ...align([
      ["NUMBER", "NAME", "MAY"],
      ...users.map(({ userId, name, frozen }) => [`${userId}`, name, frozen ? "cancel" : "trade"]),
    ]),
    ...moreBehind(next),
  ],
});

export const userFreeze = online({
  ...shape,
  name: "user freeze",
  says: "let a user place no more orders; its orders stay and may be cancelled",
  ask: ({ NAME: name }) => post("/users/freeze", { name }),
  show: ({ name }: User) => [`froze user ${name}`],
});

export const userUnfreeze = online({
  ...shape,
  name: "user unfreeze",
  says: "let a frozen user trade again",
  ask: ({ NAME: name }) => post("/users/unfreeze", { name }),
  show: ({ name }: User) => [`unfroze user ${name}`],
});
