/** The login of `/ws` over real keys: what is let in, and which refusal comes first. */
import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { CREDENTIALS, HttpDesk, MASTER_KEY } from "../../../../test/support/http-client.ts";
import { Refusal } from "../../../contract/refusal.ts";
import { sealSecret } from "../../auth/seal.ts";
import { login } from "./login.ts";

const { apiKey, secret } = CREDENTIALS.demo1;
const ADDRESS = "127.0.0.1";
const NOW_MS = 1_700_000_000_000;

function signatureOf(text: string): string {
  return createHmac("sha256", secret).update(text).digest("hex");
}

function signed(ts: number | string, changes: Readonly<Record<string, unknown>> = {}) {
  const sign = signatureOf(`${ts}GET/ws`);
  return { op: "login", apiKey, ts, sign, ...changes };
}

async function openDesk() {
  const { keys, exchange, ...desk } = await HttpDesk.open();
  const at = (fields: Readonly<Record<string, unknown>>, address = ADDRESS) =>
    login(keys, fields, { address, nowMs: NOW_MS });
  return { keys, exchange, desk, at };
}

function codeOf(attempt: () => unknown): number {
  try {
    attempt();
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
  return 0;
}

test.each([
  signed(NOW_MS),
  signed(`${NOW_MS}`),
  signed(NOW_MS - 5_000),
  signed(NOW_MS - 60_000, { recvWindow: 60_000 }),
  signed(NOW_MS - 60_000, { recvWindow: "60000" }),
  signed(NOW_MS - 6_000, { recvwindow: 6_000 }),
  signed(NOW_MS, { recvWindow: null }),
  signed(NOW_MS + 999),
  { ...signed(NOW_MS), sign: signed(NOW_MS).sign.toUpperCase() },
])("STREAM-LOGIN-1: %j is let in", async (fields) => {
  const { at } = await openDesk();

  expect(at(fields)).toEqual({ user: 1, key: 1, apiKey });
});

const WRONG = "0".repeat(64);

const REFUSED: readonly [string, Readonly<Record<string, unknown>>, number][] = [
  ["nothing", {}, -1002],
  ["a key that is no string", { apiKey: 7, ts: "x", sign: 7 }, -1002],
  ["no time", { apiKey, sign: 7 }, -1023],
  ["null for a time", { apiKey, ts: null }, -1023],
  ["a time with a sign", { apiKey, ts: `+${NOW_MS}` }, -1021],
  ["a time with a fraction", { apiKey, ts: NOW_MS + 0.5 }, -1021],
  ["a time of too many digits", { apiKey, ts: 1e21 }, -1021],
  ["a time that is a truth", { apiKey, ts: true }, -1021],
  ["an empty time", { apiKey, ts: "" }, -1021],
  ["no signature", { apiKey, ts: NOW_MS }, -1024],
  ["a signature that is no string", { apiKey, ts: NOW_MS, sign: 7 }, -1024],
  ["an unknown key", signed(NOW_MS, { apiKey: "nobody's" }), -2015],
  ["an unknown key and a wrong signature", { apiKey: "x", ts: 1, sign: WRONG }, -2015],
  ["a key by the name of a method", signed(NOW_MS, { apiKey: "constructor" }), -2015],
  ["a wrong signature", signed(NOW_MS, { sign: WRONG }), -1022],
  ["a signature of another time", { ...signed(NOW_MS), ts: NOW_MS + 1 }, -1022],
  ["a signature of another path", signed(NOW_MS, { sign: signatureOf(`${NOW_MS}GET/`) }), -1022],
  [
    "a signature of another method",
    signed(NOW_MS, { sign: signatureOf(`${NOW_MS}POST/ws`) }),
    -1022,
  ],
  ["a signature that is none", signed(NOW_MS, { sign: "abc" }), -1022],
  ["a wrong signature outside of the window", signed(1, { sign: WRONG }), -1022],
  ["a window that is none", signed(1, { recvWindow: "soon" }), -1102],
  ["a window that is a list", signed(1, { recvWindow: [5_000] }), -1102],
  ["a window that is too long", signed(1, { recvWindow: 60_001 }), -1102],
  ["two windows", signed(1, { recvWindow: 1, recvwindow: 1 }), -1101],
  ["a time long ago", signed(NOW_MS - 5_001), -1021],
  ["a time to come", signed(NOW_MS + 1_000), -1021],
];

test.each(REFUSED)(
  "STREAM-LOGIN-1: %s is refused, and the first thing wrong decides",
  async (...row) => {
    const [, fields, code] = row;
    const { at } = await openDesk();

    expect(codeOf(() => at(fields))).toBe(code);
  },
);

test("STREAM-LOGIN-1: no refusal repeats what was sent", async () => {
  const { at } = await openDesk();
  const mark = "a-mark-of-ours";

  for (const name of ["apiKey", "ts", "sign", "recvWindow"]) {
    try {
      at(signed(NOW_MS, { [name]: mark }));
    } catch (error) {
      expect(error).toBeInstanceOf(Refusal);
      expect((error as Refusal).body(false)).not.toContain(mark);
      continue;
    }
    expect.fail(name);
  }
});

test("STREAM-LOGIN-1: a key that may only read is let in; from an address that is not its own, or when it is revoked, none is", async () => {
  const { at, exchange } = await openDesk();
  const reader = { apiKey: "reader", secret };
  const sealedSecret = sealSecret(MASTER_KEY, reader);
  const key = { user: 1, apiKey: reader.apiKey, sealedSecret, mayTrade: false };
  exchange.do({ type: "AddKey", ...key, addresses: ["10.0.0.0/8"], request: 0 });
  const fields = signed(NOW_MS, { apiKey: reader.apiKey });

  expect(at(fields, "10.1.2.3")).toEqual({ user: 1, key: 3, apiKey: "reader" });
  expect(codeOf(() => at(fields, "11.1.2.3"))).toBe(-2015);
  exchange.do({ type: "RevokeKey", key: 3, request: 0 });
  expect(codeOf(() => at(fields, "10.1.2.3"))).toBe(-2015);
});
