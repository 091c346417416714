import { expect, test } from "vitest";
import { OperatorDesk } from "../../../../test/support/operator-desk.ts";
import { PAGE_ROWS_MAX } from "../../../contract/operator/pages.ts";

test("a user is added, frozen and unfrozen", async () => {
  const desk = new OperatorDesk();

  const alice = { name: "alice", userId: 1, clientIdReuse: false };
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

test("SPOT-CLIENT-7 a user's client ids are free at once, and stay taken again; every view of it says so", async () => {
  const desk = new OperatorDesk();
  await desk.done("/users", { name: "alice" });
  const path = "/users/client-id-reuse";
  const isShown = async () => {
    const { json: listed } = await desk.get("/users");
    const { json: shown } = await desk.get("/users/show?name=alice");
    return [listed.users[0].clientIdReuse, shown.clientIdReuse];
  };

  for (const isFree of [true, false]) {
    const asked = { name: "alice", clientIdReuse: isFree };
    expect(await desk.done(path, asked)).toEqual({ ...asked, userId: 1, frozen: false });
    expect(await isShown()).toEqual([isFree, isFree]);
  }

  expect(desk.exchange.commands.slice(2)).toEqual([
    { type: "SetClientIdReuse", user: 1, isFree: true, request: 2 },
    { type: "SetClientIdReuse", user: 1, isFree: false, request: 5 },
  ]);
});

test("CORE-RULES-3 SPOT-CLIENT-7 before rules 8 the setting does not get into the log", async () => {
  const desk = new OperatorDesk();
  await desk.done("/users", { name: "alice" });
  Object.assign(desk.exchange.state, { rules: 7 });
  const { length } = desk.exchange.commands;

  const asked = { name: "alice", clientIdReuse: true };
  const refused = await desk.post("/users/client-id-reuse", asked);

  expect(refused.json.msg).toContain("bourse rules adopt");
  expect(desk.exchange.commands).toHaveLength(length);
});

test.each([
  [
    "/users/client-id-reuse",
    { name: "alice" },
    400,
    -1102,
    expect.stringContaining("clientIdReuse"),
  ],
  [
    "/users/client-id-reuse",
    { name: "bob", clientIdReuse: true },
    404,
    -3001,
    "There is no such user.",
  ],
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

async function crowd(count: number): Promise<OperatorDesk> {
  const desk = new OperatorDesk();
  for (let at = 1; at <= count; at++) await desk.done("/users", { name: `user-${at}` });
  return desk;
}

test("USER-LIST-1 users come in pages, each where the one before ended, and one by name", async () => {
  const desk = await crowd(5);
  await desk.done("/users/freeze", { name: "user-4" });
  const namesOf = (users: readonly { name: string }[]) => users.map(({ name }) => name);

  const first = await desk.get("/users?limit=2");
  const second = await desk.get(`/users?limit=2&after=${first.json.next}`);
  const last = await desk.get(`/users?limit=2&after=${second.json.next}`);

  expect(first.json.users[0]).toEqual({
    name: "user-1",
    userId: 1,
    frozen: false,
    clientIdReuse: false,
  });
  expect(namesOf([...first.json.users, ...second.json.users, ...last.json.users])).toEqual(
    [1, 2, 3, 4, 5].map((at) => `user-${at}`),
  );
  expect(second.json.users[1]).toMatchObject({ frozen: true });
  expect(last.json).not.toHaveProperty("next");
  expect((await desk.get("/users?after=99")).json).toEqual({ users: [] });
  expect((await desk.get("/users?name=user-4")).json).toEqual({
    users: [{ name: "user-4", userId: 4, frozen: true, clientIdReuse: false }],
  });
  expect(await desk.get("/users?name=nobody")).toMatchObject({
    status: 404,
    json: { code: -3001 },
  });
});

test("CORE-BOUND-1 a page has 100 rows unless it is told, and at most 500", async () => {
  const desk = await crowd(PAGE_ROWS_MAX + 1);

  expect((await desk.get("/users")).json).toMatchObject({ next: 100 });
  const { json } = await desk.get(`/users?limit=${PAGE_ROWS_MAX}`);
  expect(json.users).toHaveLength(PAGE_ROWS_MAX);
  for (const limit of ["0", `${PAGE_ROWS_MAX + 1}`, "-1", "x"]) {
    expect(await desk.get(`/users?limit=${limit}`)).toMatchObject({
      status: 400,
      json: { code: -1102, msg: "Parameter limit is malformed." },
    });
  }
});
