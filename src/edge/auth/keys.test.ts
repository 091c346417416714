import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import type { ApiKey } from "../../core/engine/users/users.ts";
import { KeyTable, type SigningClaim } from "./keys.ts";
import { sealSecret } from "./seal.ts";
import { digestOf, padsOf, signedText } from "./signature.ts";

const masterKey = randomBytes(32);
const text = signedText("1", "GET", "/sapi/v1/account", new Uint8Array(0));

function key(change: Partial<ApiKey> = {}): ApiKey {
  const apiKey = change.apiKey ?? "k1";
  const sealedSecret = sealSecret(masterKey, { apiKey, secret: "s1" });
  const plain = {
    id: 1,
    user: 7,
    mayTrade: true,
    addresses: [],
    isRevoked: false,
    isOnce: false,
    isStrict: false,
  };
  return { ...plain, apiKey, sealedSecret, ...change };
}

function claim(change: Partial<SigningClaim> = {}): SigningClaim {
  const signature = digestOf(padsOf("s1"), text);
  const asked = { security: "TRADE", address: "10.0.0.1" } as const;
  return { apiKey: "k1", signature, texts: [text], ...asked, ...change };
}

test("a key that signs rightly is let in as its user", () => {
  const table = new KeyTable(masterKey, [key()]);

  expect(table.verify(claim())).toMatchObject({ id: 1, user: 7 });
});

test.each([
  ["an unknown key", {}, { apiKey: "nobody" }, "key_refused"],
  ["a key in another case", {}, { apiKey: "K1" }, "key_refused"],
  ["a wrong signature", {}, { signature: "ab".repeat(32) }, "signature_wrong"],
  ["a key that may not trade", { mayTrade: false }, {}, "may_only_read"],
  ["one with a wrong signature", { mayTrade: false }, { signature: "ab" }, "key_refused"],
  ["one from elsewhere", { mayTrade: false, addresses: ["10.0.0.2"] }, {}, "key_refused"],
  ["an address not on the list", { addresses: ["10.0.0.2"] }, {}, "key_refused"],
  ["a revoked key", { isRevoked: true }, {}, "key_refused"],
] as const)("%s is refused", (_, change, asked, verdict) => {
  const table = new KeyTable(masterKey, [key(change)]);

  expect(table.verify(claim(asked))).toBe(verdict);
});

test.each([
  ["an unknown key", {}, "nobody", "key_refused"],
  ["a revoked key", { isRevoked: true }, "k1", "key_refused"],
  ["an address not on the list", { addresses: ["10.0.0.2"] }, "k1", "key_refused"],
  [
    "one that may not trade either",
    { addresses: ["10.0.0.2"], mayTrade: false },
    "k1",
    "key_refused",
  ],
  ["a key that may not trade", { mayTrade: false }, "k1", "may_only_read"],
] as const)(
  "STREAM-ORDER-3: %s that has logged in does not go on",
  (_, change, apiKey, verdict) => {
    const table = new KeyTable(masterKey, [key(change)]);
    const use = { apiKey, security: "TRADE", address: "10.0.0.1" } as const;

    expect(table.standing(use)).toBe(verdict);
    expect(new KeyTable(masterKey, [key()]).standing({ ...use, apiKey: "k1" })).toMatchObject({
      user: 7,
    });
  },
);

test("a key that may not trade may read its account", () => {
  const table = new KeyTable(masterKey, [key({ mayTrade: false, addresses: ["10.0.0.1"] })]);

  expect(table.verify(claim({ security: "USER_DATA" }))).toMatchObject({ user: 7 });
});

test.each([
  ["10.0.0.1", ["10.0.0.1"], true],
  ["10.0.0.1", ["192.168.0.0/16", "10.0.0.0/8"], true],
  ["::ffff:10.0.0.1", ["10.0.0.0/8"], true],
  ["2001:db8::7", ["2001:db8::/32"], true],
  ["11.0.0.1", ["10.0.0.0/8"], false],
  ["2001:db9::7", ["2001:db8::/32"], false],
  ["10.0.0.1", ["10.0.0.1/8", "example.org", ""], false],
  ["", ["0.0.0.0/0", "::/0"], false],
] as const)("SEC-40 USER-ADDR-3 from %j a key for %j is let in: %j", (address, addresses, isIn) => {
  const table = new KeyTable(masterKey, [key({ addresses })]);

  const verdict = table.verify(claim({ address }));

  expect(verdict !== "key_refused").toBe(isIn);
});

test("USER-KEY-2 keys come and go with their events", () => {
  const table = new KeyTable(masterKey);
  table.fold({ type: "UserChanged", id: 1, name: "alice", isFrozen: true });
  table.fold({ type: "KeyChanged", ...key() });
  expect(table.verify(claim())).toMatchObject({ user: 7 });

  table.fold({ type: "KeyChanged", ...key({ isRevoked: true }) });

  expect(table.verify(claim())).toBe("key_refused");
  expect(table.size).toBe(0);
});
