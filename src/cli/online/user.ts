/** `bourse user ...`: who may trade. */
import { online, post } from "./online.ts";

interface User {
  readonly name: string;
  readonly userId: number;
}

const shape = { takes: ["NAME"], options: {} } as const;

export const userAdd = online({
  ...shape,
  name: "user add",
  says: "add a user",
  ask: ({ NAME: name }) => post("/users", { name }),
  show: ({ name, userId }: User) => [`added user ${name}, number ${userId}`],
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
