import { expect, test } from "vitest";
import { OperatorDesk } from "../../../test/support/operator-desk.ts";

test("a user is added, frozen and unfrozen", async () => {
  const desk = new OperatorDesk();

  const alice = { name: "alice", userId: 1 };
  expect(await desk.done("/users", { name: "alice" })).toEqual({ ...alice, frozen: false });
  expect(await desk.done("/users/freeze", { name: "alice" })).toEqual({ ...alice, frozen: true });
  expect(await desk.done("/users/freeze", { name: "alice" })).toEqual({ ...alice, frozen: true });
  expect(await desk.done("/users/unfreeze", { name: "alice" })).toEqual({
    ...alice,
    frozen: false,
  });

  expect(desk.exchange.commands.slice(1)).toEqual([
    { type: "AddUser", name: "alice", request: 1 },
    { type: "FreezeUser", user: 1, request: 2 },
    { type: "FreezeUser", user: 1, request: 3 },
    { type: "UnfreezeUser", user: 1, request: 4 },
  ]);
});

test.each([
  ["/users", { name: "alice" }, 409, -3005, "There is a user of this name already."],
  ["/users", { name: "al ice" }, 400, -1100, expect.stringContaining("letters, digits")],
  ["/users", { name: "a".repeat(65) }, 400, -1102, "Parameter name is malformed."],
  ["/users", { name: 5 }, 400, -1102, "Parameter name is malformed."],
  ["/users", {}, 400, -1102, "Parameter name is missing."],
  ["/users/freeze", { name: "bob" }, 404, -3001, "There is no such user."],
  ["/users/unfreeze", { name: "__proto__" }, 404, -3001, "There is no such user."],
])("%s %j is refused with %i", async (path, body, status, code, msg) => {
  const desk = new OperatorDesk();
  await desk.done("/users", { name: "alice" });

  expect(await desk.post(path, body)).toMatchObject({ status, json: { code, msg } });
});
