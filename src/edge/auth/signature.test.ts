import { createHmac } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { digestOf, isSignature, padsOf, signedText } from "./signature.ts";

const SECRET = "example-secret-0001";
const TS = "1700000000123";
const ORDER = '{"symbol":"BTCUSDT","volume":"0.5","side":"BUY","type":"LIMIT","price":"20000"}';

const VECTORS = [
  [
    "GET",
    "/sapi/v1/account",
    "",
    "110a3e55c7508e1eeb4be3cb8badcb444ef7fc5df3fe2d06edb07fd3f0677176",
  ],
  [
    "GET",
    "/sapi/v1/order?orderId=1001&symbol=BTCUSDT",
    "",
    "56f373de419858e3c2a89db417c25db0e2e9484dede52d19bcb5ec9ca427689a",
  ],
  [
    "GET",
    "/fapi/v1/order?contractName=E-BTC-USDT&orderId=1001",
    "",
    "80b79c09f0ea5cc0842d73365fe89155bd1e74bcf5f4da11c2f4d9b6db4c0cc6",
  ],
  [
    "POST",
    "/sapi/v1/order",
    ORDER,
    "d736dfe7734cb197dd6191f0321cf7a40c70d80b2ec302b17d78e6b9b10293b4",
  ],
  [
    "POST",
    "/fapi/v1/profitHistorical",
    "",
    "2d9711e59e42736e6dadc19fc6fc701c989f3bc2332175031805ff28d782a162",
  ],
  [
    "POST",
    "/fapi/v1/profitHistorical",
    "{}",
    "da3c452f681cb092f891c875e2275d29bef55d9f484a994499240db1f0f0280b",
  ],
] as const;

test.each(VECTORS)("the published vector %s %s %s", (method, target, body, digest) => {
  const text = signedText(TS, method, target, Buffer.from(body));

  expect(digestOf(padsOf(SECRET), text)).toBe(digest);
  expect(isSignature(padsOf(SECRET), text, digest)).toBe(true);
});

test("a body on a GET is not signed", () => {
  const [method, target, , digest] = VECTORS[0];

  const text = signedText(TS, method, target, Buffer.from("ignored"));

  expect(isSignature(padsOf(SECRET), text, digest)).toBe(true);
});

test("prepared pads sign as HMAC does, for secrets of any length and any body", () => {
  const secret = fc.string({ maxLength: 200 });
  const head = fc.string({
    unit: fc.integer({ min: 0, max: 255 }).map((c) => String.fromCharCode(c)),
  });

  fc.assert(
    fc.property(secret, head, fc.uint8Array({ maxLength: 300 }), (key, text, body) => {
      const expected = createHmac("sha256", key).update(text, "latin1").update(body).digest("hex");

      expect(digestOf(padsOf(key), { head: text, body })).toBe(expected);
    }),
  );
});

const [METHOD, TARGET, BODY, RIGHT] = VECTORS[3];
const text = signedText(TS, METHOD, TARGET, Buffer.from(BODY));

test.each([
  ["upper case", RIGHT.toUpperCase()],
  ["mixed case", RIGHT.replace("d", "D")],
])("a signature in %s is right", (_, given) => {
  expect(isSignature(padsOf(SECRET), text, given)).toBe(true);
});

test.each([
  ["63 digits", RIGHT.slice(1)],
  ["65 digits", `${RIGHT}0`],
  ["no digit at all", ""],
  ["a prefix", `0x${RIGHT.slice(2)}`],
  ["a letter that is no digit", `g${RIGHT.slice(1)}`],
  ["a blank", ` ${RIGHT.slice(1)}`],
  ["a line end behind it", `${RIGHT}\n`],
  ["64 digits of zero", "0".repeat(64)],
  ["64 other digits", RIGHT.replace("d7", "d8")],
  ["the last digit wrong", `${RIGHT.slice(0, -1)}5`],
])("a signature of %s is wrong, and nothing is thrown", (_, given) => {
  expect(isSignature(padsOf(SECRET), text, given)).toBe(false);
});
