import { expect, test } from "vitest";
import { MASTER_KEY, OperatorDesk } from "../../../../test/support/operator-desk.ts";
import { RANGES_MAX } from "../../../contract/operator/users/keys.ts";
import { ByteWriter } from "../../../core/base/records/bytes.ts";
import { encodeCommand } from "../../../core/engine/codec.ts";
import { writeSnapshot } from "../../../core/engine/snapshot/snapshot.ts";
import { openSecret } from "../../auth/seal.ts";
import { digestOf, padsOf, signedText } from "../../auth/signature.ts";

async function openDesk(): Promise<OperatorDesk> {
  const desk = new OperatorDesk();
  await desk.done("/users", { name: "alice" });
  return desk;
}

/** What the key table says to a request signed with this secret. */
function verdictOf(desk: OperatorDesk, key: { apiKey: string; secret: string }, address: string) {
  const text = signedText("1", "GET", "/", new Uint8Array());
  const signature = digestOf(padsOf(key.secret), text);
  const claim = { apiKey: key.apiKey, signature, texts: [text], address };
  return desk.keys.verify({ ...claim, security: "TRADE" });
}

test("a key is made that signs, may read and trade from anywhere, and is revoked", async () => {
  const desk = await openDesk();

  const key = await desk.done("/keys", { user: "alice" });

  expect(key).toEqual({
    user: "alice",
    apiKey: expect.stringMatching(/^[0-9a-f]{32}$/),
    secret: expect.stringMatching(/^[0-9a-f]{64}$/),
    permissions: ["read", "trade"],
    ip: [],
    once: false,
    strict: false,
  });
  expect(verdictOf(desk, key, "10.0.0.1")).toMatchObject({ user: 1, mayTrade: true });
  const { apiKey } = key;
  expect(await desk.done("/keys/revoke", { apiKey })).toEqual({ apiKey, revoked: true });
  expect(await desk.done("/keys/revoke", { apiKey })).toEqual({ apiKey, revoked: true });
  expect(verdictOf(desk, key, "10.0.0.1")).toBe("key_refused");
});

test.each([
  ["read", ["read"], false],
  ["read,trade", ["read", "trade"], true],
  [["trade", "read"], ["read", "trade"], true],
])("permissions %j", async (permissions, shown, mayTrade) => {
  const desk = await openDesk();

  const key = await desk.done("/keys", { user: "alice", permissions });

  expect(key.permissions).toEqual(shown);
  expect(desk.exchange.state.users.keys[0]?.mayTrade).toBe(mayTrade);
});

test("a key for some addresses says which, as text or as a list", async () => {
  const desk = await openDesk();
  const ip = ["10.1.0.0/16", "192.168.0.7", "2001:db8::/32"];

  const listed = await desk.done("/keys", { user: "alice", ip });
  const written = await desk.done("/keys", { user: "alice", ip: ip.join(",") });

  expect([listed.ip, written.ip]).toEqual([ip, ip]);
  expect(desk.exchange.state.users.keys.map(({ addresses }) => addresses)).toEqual([ip, ip]);
});

test("CORE-BOUND-1 a key has at most 64 ranges, the longest of them fit a command", async () => {
  const desk = await openDesk();
  const range = "ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255/128";
  const ranges = (count: number) => Array<string>(count).fill(range);

  await desk.done("/keys", { user: "alice", ip: ranges(RANGES_MAX) });

  for (const command of desk.exchange.commands) encodeCommand(new ByteWriter(), command);
  for (const ip of [ranges(RANGES_MAX + 1), ranges(RANGES_MAX + 1).join(",")]) {
    expect(await desk.post("/keys", { user: "alice", ip })).toMatchObject({
      status: 400,
      json: { code: -1101, msg: "Parameter ip has more than 64 items." },
    });
  }
});

test("SEC-47 SEC-48 USER-SECRET-1 the secret is shown once and is nowhere else", async () => {
  const desk = await openDesk();

  const key = await desk.done("/keys", { user: "alice" });

  const out = new ByteWriter();
  for (const command of desk.exchange.commands) encodeCommand(out, command);
  const later = [
    await desk.post("/keys", { user: "alice" }),
    await desk.get("/status"),
    await desk.post("/keys/revoke", { apiKey: key.apiKey }),
    await desk.post("/users/freeze", { name: "alice" }),
  ];
  const written = [
    Buffer.from(out.view()).toString("latin1"),
    Buffer.from(writeSnapshot(desk.exchange.state)).toString("latin1"),
    ...later.map(({ body, headers }) => body + JSON.stringify(headers)),
    JSON.stringify(desk.reports),
  ];
  expect(written.filter((text) => text.includes(key.secret))).toEqual([]);
  const [stored] = desk.exchange.state.users.keys;
  expect(stored && openSecret(MASTER_KEY, stored)).toBe(key.secret);
});

test.each([
  ["/keys", { user: "bob" }, 404, -3001],
  ["/keys", { user: "alice", permissions: "trade" }, 400, -1102],
  ["/keys", { user: "alice", permissions: "read,withdraw" }, 400, -1102],
  ["/keys", { user: "alice", permissions: "read,trade,read" }, 400, -1101],
  ["/keys", { user: "alice", permissions: ["read", 1] }, 400, -1102],
  ["/keys", { user: "alice", permissions: true }, 400, -1102],
  ["/keys", { user: "alice", ip: "10.0.0.1/8" }, 400, -1102],
  ["/keys", { user: "alice", ip: "10.0.0.0/8,home" }, 400, -1102],
  ["/keys", { user: "alice", ip: ["10.0.0.0/8", null] }, 400, -1102],
  ["/keys", { user: "alice", ip: ["10.0.0.0/8", ""] }, 400, -1102],
  ["/keys/revoke", { apiKey: "none" }, 404, -3003],
  ["/keys/revoke", {}, 400, -1102],
])("%s %j is refused with %i", async (path, body, status, code) => {
  const desk = await openDesk();

  expect(await desk.post(path, body)).toMatchObject({ status, json: { code } });
  expect(desk.exchange.commands).toHaveLength(2);
});

test.each(["trade", "read,withdraw", true])(
  "permissions %j are told which there are",
  async (wrong) => {
    const desk = await openDesk();

    const { json } = await desk.post("/keys", { user: "alice", permissions: wrong });

    expect(json).toEqual({ code: -1102, msg: "Parameter permissions must be read or read,trade." });
  },
);

test("USER-LIST-1 USER-SECRET-1 keys are listed by user, revoked ones too, without a secret", async () => {
  const desk = await openDesk();
  await desk.done("/users", { name: "bob" });
  const first = await desk.done("/keys", { user: "alice", permissions: "read", ip: "10.0.0.0/8" });
  const other = await desk.done("/keys", { user: "bob" });
  const second = await desk.done("/keys", { user: "alice" });
  await desk.done("/keys/revoke", { apiKey: first.apiKey });

  const { json, body } = await desk.get("/keys?user=alice");

  const ordinary = { once: false, strict: false };
  const trading = { permissions: ["read", "trade"], ip: [], ...ordinary, revoked: false };
  expect(json).toEqual({
    keys: [
      {
        user: "alice",
        apiKey: first.apiKey,
        permissions: ["read"],
        ip: ["10.0.0.0/8"],
        ...ordinary,
        revoked: true,
      },
      { user: "alice", apiKey: second.apiKey, ...trading },
    ],
  });
  for (const { secret } of [first, other, second]) expect(body).not.toContain(secret);
  const all = (await desk.get("/keys?after=1&limit=1")).json;
  expect(all).toEqual({ keys: [{ user: "bob", apiKey: other.apiKey, ...trading }], next: 2 });
  expect(await desk.get("/keys?user=carol")).toMatchObject({ status: 404, json: { code: -3001 } });
});

test("USER-ONCE-1 a key that takes each signature once is made, told of and listed", async () => {
  const desk = await openDesk();

  const key = await desk.done("/keys", { user: "alice", once: true });

  expect(key).toMatchObject({ user: "alice", once: true });
  expect(verdictOf(desk, key, "10.0.0.1")).toMatchObject({ isOnce: true });
  expect((await desk.get("/keys?user=alice")).json).toMatchObject({ keys: [{ once: true }] });
  expect(await desk.post("/keys", { user: "alice", once: "often" })).toMatchObject({ status: 400 });
});

test("USER-FIELD-3 a strict key is made, told of and listed, and is ordinary without a word", async () => {
  const desk = await openDesk();

  const key = await desk.done("/keys", { user: "alice", strict: true });
  const ordinary = await desk.done("/keys", { user: "alice", strict: false });

  expect(key).toMatchObject({ user: "alice", once: false, strict: true });
  expect(verdictOf(desk, key, "10.0.0.1")).toMatchObject({ isStrict: true });
  expect(verdictOf(desk, ordinary, "10.0.0.1")).toMatchObject({ isStrict: false });
  expect((await desk.get("/keys?user=alice")).json).toMatchObject({
    keys: [{ strict: true }, { strict: false }],
  });
  expect(desk.exchange.commands.at(-1)).toMatchObject({ type: "AddKey", isStrict: undefined });
  expect(await desk.post("/keys", { user: "alice", strict: "very" })).toMatchObject({
    status: 400,
  });
});

test("CORE-RULES-3 before rules 6 no key is strict, and nothing gets into the log", async () => {
  const desk = await openDesk();
  desk.exchange.state.rules = 5;

  const refused = await desk.post("/keys", { user: "alice", strict: true });

  expect(refused).toMatchObject({ status: 409, json: { code: -3016 } });
  expect(desk.exchange.commands.filter(({ type }) => type === "AddKey")).toEqual([]);
  await desk.done("/keys", { user: "alice", once: true });
});
