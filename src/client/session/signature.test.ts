import { expect, test } from "vitest";
import { Signer } from "./signature.ts";

const VECTORS = [
  ["GET/sapi/v1/account", "110a3e55c7508e1eeb4be3cb8badcb444ef7fc5df3fe2d06edb07fd3f0677176"],
  [
    "GET/sapi/v1/order?orderId=1001&symbol=BTCUSDT",
    "56f373de419858e3c2a89db417c25db0e2e9484dede52d19bcb5ec9ca427689a",
  ],
  [
    "GET/fapi/v1/order?contractName=E-BTC-USDT&orderId=1001",
    "80b79c09f0ea5cc0842d73365fe89155bd1e74bcf5f4da11c2f4d9b6db4c0cc6",
  ],
  [
    'POST/sapi/v1/order{"symbol":"BTCUSDT","volume":"0.5","side":"BUY","type":"LIMIT","price":"20000"}',
    "d736dfe7734cb197dd6191f0321cf7a40c70d80b2ec302b17d78e6b9b10293b4",
  ],
  [
    "POST/fapi/v1/profitHistorical",
    "2d9711e59e42736e6dadc19fc6fc701c989f3bc2332175031805ff28d782a162",
  ],
  [
    "POST/fapi/v1/profitHistorical{}",
    "da3c452f681cb092f891c875e2275d29bef55d9f484a994499240db1f0f0280b",
  ],
] as const;

test.each(VECTORS)("the contract's test vector: %s", async (text, digest) => {
  const [, method = "", target = "", body = ""] = /^(GET|POST)([^{]+)(.*)$/.exec(text) ?? [];
  const signer = new Signer("example-secret-0001");

  expect(await signer.sign({ ts: 1_700_000_000_123, method, target, body })).toBe(digest);
});
