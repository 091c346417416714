/** A change of the master key, secret by secret. */
import { expect, test } from "vitest";
import type { ApiKey } from "../../core/engine/users/users.ts";
import { resealed } from "./reseal.ts";
import { openSecret, SealError, sealSecret } from "./seal.ts";

const OLD = Buffer.alloc(32, 1);
const NEW = Buffer.alloc(32, 2);
const KEYS = { masterKey: NEW, oldMasterKey: OLD };

function keyOf(id: number, sealedBy: Uint8Array, isRevoked = false): ApiKey {
  const apiKey = `key-${id}`;
  const sealedSecret = sealSecret(sealedBy, { apiKey, secret: `secret-${id}` });
  const may = { mayTrade: true, addresses: [], isRevoked, isOnce: false, isStrict: false };
  return { id, user: 1, apiKey, sealedSecret, ...may };
}

test("USER-SECRET-3 what only the old key opens is sealed anew, and opens to the same secret", () => {
  const keys = [keyOf(1, OLD), keyOf(2, NEW), keyOf(3, OLD, true), keyOf(4, OLD)];

  const found = resealed(keys, KEYS);

  expect(found.map(({ key }) => key)).toEqual([1, 4]);
  for (const { key, sealedSecret } of found) {
    const sealed = { apiKey: `key-${key}`, sealedSecret };
    expect(openSecret(NEW, sealed)).toBe(`secret-${key}`);
    expect(() => openSecret(OLD, sealed)).toThrow(SealError);
  }
});

test("USER-SECRET-3 a second time there is nothing left to do", () => {
  const keys = [keyOf(1, OLD), keyOf(2, OLD)];
  const found = resealed(keys, KEYS);
  const after = keys.map((key, at) => ({ ...key, ...found[at] }));

  expect(resealed(after, KEYS)).toEqual([]);
});

test("USER-SECRET-3 one secret that neither opens stops it, and no API key is told", () => {
  const keys = [keyOf(1, OLD), keyOf(2, Buffer.alloc(32, 3))];

  const sentence = "The master key does not open the secret of an API key.";
  expect(() => resealed(keys, KEYS)).toThrow(new SealError(sentence));
});
