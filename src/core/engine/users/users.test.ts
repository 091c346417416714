/** Users and keys: the engine checks a command's key when it applies the command. */
import { expect, test } from "vitest";
import { Desk } from "../../../../test/support/desk.ts";
import type { AddKey } from "./users.ts";

const balances = { alice: { BTC: "5" }, bob: { USDT: "500" } };

test("USER-KEY-1 a command names a key that exists, is the user's own and may trade", () => {
  const desk = new Desk(balances);
  const readOnly = desk.addKey("bob", false);
  const order = desk.placing("bob", "buy 1 @ 100");

  for (const key of [0, 99, desk.key("alice"), readOnly]) {
    expect(desk.refusalOf({ ...order, key })).toBe("key_not_allowed");
  }
  expect(desk.send(order)).toMatchObject({ ok: true });
});

test("USER-KEY-1 every command of a user is checked for its key: orders, cancels, batches", () => {
  const desk = new Desk(balances);
  const id = desk.place("bob", "buy 1 @ 100");
  const by = { user: desk.user("bob"), key: 0, request: 0, pair: 1 };

  expect([
    desk.refusalOf({ ...desk.placing("bob", "buy 1 @ 100"), key: 0 }),
    desk.refusalOf({ type: "CancelOrder", ...by, order: id, clientId: "" }),
    desk.refusalOf({ type: "CancelBatch", ...by, orders: [id] }),
    desk.refusalOf({ type: "PlaceBatch", ...by, items: [] }),
  ]).toEqual(Array(4).fill("key_not_allowed"));
});

test("USER-KEY-2 a revocation holds for the very next command", () => {
  const desk = new Desk(balances);
  const order = desk.placing("bob", "buy 1 @ 100");
  const revocation = { type: "RevokeKey", key: desk.key("bob"), request: 0 } as const;

  const outcomes = [order, revocation, order].map((command) => desk.send(command));

  expect(outcomes.map(({ ok }) => ok)).toEqual([true, true, false]);
  expect(outcomes[2]).toMatchObject({ reason: "key_not_allowed" });
});

test("USER-KEY-2 a revoked key stays revoked, and another key of the user goes on", () => {
  const desk = new Desk(balances);
  const first = desk.key("bob");
  const second = desk.addKey("bob");
  desk.revokeKey(first);
  desk.revokeKey(first);
  const order = desk.placing("bob", "buy 1 @ 100");

  expect(desk.refusalOf({ ...order, key: first })).toBe("key_not_allowed");
  expect(desk.send({ ...order, key: second })).toMatchObject({ ok: true });
  expect(desk.refusalOf({ type: "RevokeKey", key: 99, request: 0 })).toBe("key_not_found");
});

test("USER-KEY-2 orders of a revoked key stay on the book, trade, and are cancelled with another key", () => {
  const desk = new Desk(balances);
  const another = desk.addKey("bob");
  const traded = desk.place("bob", "buy 1 @ 100");
  const resting = desk.place("bob", "buy 1 @ 90");
  desk.revokeKey(desk.key("bob"));

  desk.place("alice", "sell 1 @ 100");

  expect(desk.state.orders.byId.get(traded)).toBeUndefined();
  expect(desk.balances("bob")).toMatchObject({ BTC: "1/0", USDT: "310/90" });
  const by = { user: desk.user("bob"), key: another, request: 0, pair: 1 };
  expect(desk.send({ type: "CancelOrder", ...by, order: resting, clientId: "" })).toMatchObject({
    ok: true,
  });
  expect(desk.balances("bob")).toMatchObject({ USDT: "400/0" });
});

test("USER-SECRET-3 a secret in another seal changes nothing of what its key may do", () => {
  const desk = new Desk(balances);
  const key = desk.key("bob");
  const revoked = desk.addKey("bob");
  desk.revokeKey(revoked);
  const before = desk.state.users.keys.map((each) => ({ ...each }));
  const sealedSecret = Uint8Array.of(9, 9, 9);

  for (const each of [key, revoked]) {
    desk.must({ type: "ResealKey", key: each, sealedSecret, request: 0 });
  }

  expect(desk.state.users.keys).toEqual(
    before.map((each) => ([key, revoked].includes(each.id) ? { ...each, sealedSecret } : each)),
  );
  expect(desk.refusalOf({ type: "ResealKey", key: 99, sealedSecret, request: 0 })).toBe(
    "key_not_found",
  );
  const order = desk.placing("bob", "buy 1 @ 100");
  expect(desk.send(order)).toMatchObject({ ok: true });
  expect(desk.refusalOf({ ...order, key: revoked })).toBe("key_not_allowed");
});

test("USER-FREEZE-1 a frozen user places no order but may cancel those that rest", () => {
  const desk = new Desk(balances);
  const [one, two] = [desk.place("bob", "buy 1 @ 100"), desk.place("bob", "buy 1 @ 99")];
  desk.freeze("bob");

  expect(desk.refusal("bob", "buy 1 @ 98")).toBe("user_frozen");
  expect(desk.batch("bob", ["buy 1 @ 98"])).toMatchObject({ reason: "user_frozen" });
  expect(desk.cancel("bob", one)).toMatchObject({ ok: true });
  expect(desk.cancelBatch("bob", [two])).toMatchObject({ ok: true });
  expect(desk.balances("bob")).toEqual({ BTC: "0/0", USDT: "500/0" });
});

test("USER-FREEZE-1 the resting orders of a frozen user still trade; unfrozen, the user trades again", () => {
  const desk = new Desk(balances);
  const bid = desk.place("bob", "buy 1 @ 100");
  desk.freeze("bob");

  desk.place("alice", "sell 1 @ 100");
  desk.unfreeze("bob");

  expect(desk.status(bid)).toBe("filled");
  expect(desk.order("bob", "buy 1 @ 98")).toMatchObject({ ok: true });
});

test("users and keys have names of their own, well formed", () => {
  const desk = new Desk(balances);
  const user = (name: string) => desk.refusalOf({ type: "AddUser", name, request: 0 });
  const template: AddKey = {
    type: "AddKey",
    user: 1,
    apiKey: "fresh",
    sealedSecret: new Uint8Array(),
    mayTrade: true,
    addresses: [],
    request: 0,
  };

  expect([user("bob"), user(""), user("a b"), user("x".repeat(65))]).toEqual([
    ...["user_exists", "name_malformed", "name_malformed", "name_malformed"],
  ]);
  expect(desk.refusalOf({ ...template, user: 9 })).toBe("user_not_found");
  expect(desk.refusalOf({ ...template, apiKey: "" })).toBe("name_malformed");
  expect(desk.refusalOf({ ...template, apiKey: "key-1" })).toBe("key_exists");
  expect(desk.refusalOf({ type: "FreezeUser", user: 9, request: 0 })).toBe("user_not_found");
  expect(desk.refusalOf({ type: "UnfreezeUser", user: 9, request: 0 })).toBe("user_not_found");
});

test("a change of user or key tells everything a reader needs", () => {
  const desk = new Desk(balances);

  desk.freeze("bob");
  expect(desk.events).toEqual([{ type: "UserChanged", id: 2, name: "bob", isFrozen: true }]);
  desk.revokeKey(desk.key("bob"));
  expect(desk.events).toMatchObject([{ type: "KeyChanged", user: 2, isRevoked: true }]);
});

test("USER-FIELD-3 LOG-DIGEST-1 a key is strict if asked for, and the digest tells it from every other", () => {
  const digests = [{}, { isOnce: true }, { isStrict: true }, { isOnce: true, isStrict: true }].map(
    (how) => {
      const desk = new Desk(balances);
      desk.addKey("bob", true, how);
      return desk.state.digest.join();
    },
  );
  const desk = new Desk(balances);
  desk.addKey("bob", true, { isStrict: true });

  expect(new Set(digests).size).toBe(4);
  expect(desk.events).toMatchObject([{ type: "KeyChanged", isOnce: false, isStrict: true }]);
  desk.revokeKey(desk.state.users.keys.length);
  expect(desk.events).toMatchObject([{ type: "KeyChanged", isRevoked: true, isStrict: true }]);
  expect(desk.state.users.keys.map(({ isStrict }) => isStrict)).toEqual([false, false, true]);
});

test("CORE-RULES-3 USER-FIELD-3 before rules 6 no key is strict", () => {
  const desk = new Desk(balances, { adopted: 5 });
  const [key] = desk.state.users.keys;
  const fresh = { type: "AddKey", ...key, apiKey: "fresh", request: 0 } as AddKey;

  expect(desk.refusalOf({ ...fresh, isStrict: true })).toBe("rules_too_old");
  desk.must({ ...fresh, isStrict: undefined });
  desk.must({ type: "AdoptRules", rules: 6, request: 1 });
  desk.must({ ...fresh, apiKey: "strict", isStrict: true });
});
