"""Signatures: the contract's vectors, and those that the typed client makes of random requests."""

import json
import random
import subprocess

import pytest

from bourse.wire.signature import sign

VECTORS = [
    ("GET", "/sapi/v1/account", "", "110a3e55c7508e1eeb4be3cb8badcb444ef7fc5df3fe2d06edb07fd3f0677176"),
    (
        "GET",
        "/sapi/v1/order?orderId=1001&symbol=BTCUSDT",
        "",
        "56f373de419858e3c2a89db417c25db0e2e9484dede52d19bcb5ec9ca427689a",
    ),
    (
        "GET",
        "/fapi/v1/order?contractName=E-BTC-USDT&orderId=1001",
        "",
        "80b79c09f0ea5cc0842d73365fe89155bd1e74bcf5f4da11c2f4d9b6db4c0cc6",
    ),
    (
        "POST",
        "/sapi/v1/order",
        '{"symbol":"BTCUSDT","volume":"0.5","side":"BUY","type":"LIMIT","price":"20000"}',
        "d736dfe7734cb197dd6191f0321cf7a40c70d80b2ec302b17d78e6b9b10293b4",
    ),
    ("POST", "/fapi/v1/profitHistorical", "", "2d9711e59e42736e6dadc19fc6fc701c989f3bc2332175031805ff28d782a162"),
    ("POST", "/fapi/v1/profitHistorical", "{}", "da3c452f681cb092f891c875e2275d29bef55d9f484a994499240db1f0f0280b"),
]

SIGN_ALL = """
const { Signer } = await import(process.argv[1]);
let text = "";
for await (const piece of process.stdin) text += piece;
const signed = [];
for (const { secret, ...parts } of JSON.parse(text)) signed.push(await new Signer(secret).sign(parts));
console.log(JSON.stringify(signed));
"""
SEED = 23


@pytest.mark.parametrize("method, target, body, signature", VECTORS)
def test_the_contracts_vectors(method, target, body, signature):
    assert sign("example-secret-0001", 1_700_000_000_123, method, target, body) == signature


def test_the_typed_client_signs_the_same(dist):
    chance = random.Random(SEED)

    def text(most):
        return "".join(chr(chance.choice([*range(33, 127), 0xE4, 0x20AC, 0x1F4B0])) for _ in range(most))

    requests = [
        {
            "secret": text(chance.randint(1, 80)),
            "ts": chance.randint(1, 2**53 - 1),
            "method": chance.choice(["GET", "POST"]),
            "target": "/" + text(chance.randint(0, 40)),
            "body": text(chance.randint(0, 200)),
        }
        for _ in range(300)
    ]
    command = ["node", "--input-type=module", "-e", SIGN_ALL, str(dist / "client/session/signature.js")]
    said = subprocess.run(command, input=json.dumps(requests), capture_output=True, text=True, check=True)

    ours = [sign(one["secret"], one["ts"], one["method"], one["target"], one["body"]) for one in requests]
    assert ours == json.loads(said.stdout), f"seed {SEED}"
