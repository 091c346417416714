/** A change of the master key on a whole exchange: no user needs another secret. */
import { expect, test } from "vitest";
import { DirectExchange } from "../../../test/support/direct-exchange.ts";
import { KeyTable } from "../../edge/auth/keys.ts";
import { SealError, sealSecret } from "../../edge/auth/seal.ts";
import { rekey, rekeyed } from "./rekey.ts";

const OLD = Buffer.alloc(32, 1);
const NEW = Buffer.alloc(32, 2);
const KEYS = { masterKey: NEW, oldMasterKey: OLD };

function exchangeWith(keyCount: number): DirectExchange {
  const exchange = new DirectExchange();
  exchange.do({ type: "AddUser", name: "alice", request: 0 });
  for (let id = 1; id <= keyCount; id++) {
    const apiKey = `key-${id}`;
    const sealedSecret = sealSecret(OLD, { apiKey, secret: `secret-${id}` });
    const rights = { mayTrade: true, addresses: [], request: 0 };
    exchange.do({ type: "AddKey", user: 1, apiKey, sealedSecret, ...rights });
  }
  return exchange;
}

test("USER-SECRET-3 after it the new master key opens every secret, and the old one none", async () => {
  const exchange = exchangeWith(1_030);
  const keys = () => exchange.state.users.keys;

  expect(await rekey(exchange, KEYS)).toBe(1_030);

  expect(new KeyTable(NEW, keys()).size).toBe(1_030);
  for (const key of keys().slice(0, 3)) expect(() => new KeyTable(OLD, [key])).toThrow(SealError);
  expect(await rekey(exchange, KEYS)).toBe(0);
});

test("USER-SECRET-3 cut off in between, the next start does the rest", async () => {
  const exchange = exchangeWith(5);
  exchange.nextAnswer = { kind: "unavailable" };
  await expect(rekey(exchange, KEYS)).rejects.toThrow("could not be sealed anew: unavailable");

  expect(await rekey(exchange, KEYS)).toBe(1);

  expect(new KeyTable(NEW, exchange.state.users.keys).size).toBe(5);
});

test("USER-SECRET-3 with a wrong old key nothing is changed", async () => {
  const exchange = exchangeWith(2);
  const commands = exchange.commands.length;

  const wrong = { masterKey: NEW, oldMasterKey: Buffer.alloc(32, 3) };
  await expect(rekey(exchange, wrong)).rejects.toThrow(SealError);

  expect(exchange.commands).toHaveLength(commands);
});

test.each([
  [0, "0 secrets were sealed anew; "],
  [1, "1 secret was sealed anew; "],
  [2, "2 secrets were sealed anew; "],
])("USER-SECRET-3 of %i it is told as a person would", (count, words) => {
  expect(rekeyed(count).startsWith(words)).toBe(true);
});
