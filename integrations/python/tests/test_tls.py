"""Over TLS, as to a server with a certificate: requests and streams."""

import asyncio
import shutil
import ssl
import subprocess

import pytest

from bourse import Unavailable
from bourse.testing import Exchange

MAKE = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=IP:127.0.0.1"


@pytest.fixture(scope="module")
def secured(tmp_path_factory):
    if shutil.which("openssl") is None:
        pytest.skip("not here: openssl")
    folder = tmp_path_factory.mktemp("tls")
    certificate, key = str(folder / "cert.pem"), str(folder / "key.pem")
    subprocess.run([*MAKE.split(), "-out", certificate, "-keyout", key], check=True, capture_output=True)
    with Exchange.start(args=["--tls-cert", certificate, "--tls-key", key]) as exchange:
        yield exchange, ssl.create_default_context(cafile=certificate)


def test_requests_and_streams_go_over_tls(secured):
    exchange, trusted = secured
    client = exchange.client("demo1", ssl_context=trusted)
    assert exchange.url.startswith("https://")
    assert client.spot.account()["balances"]

    pytest.importorskip("websockets")

    async def watch():
        async with client.stream() as stream:
            return (await asyncio.wait_for(stream.subscribe("my.orders").__anext__(), 20)).kind

    assert asyncio.run(watch()) == "snapshot"


def test_a_certificate_that_is_not_trusted_gets_no_request(secured):
    exchange, _ = secured

    with pytest.raises(Unavailable, match="certificate verify failed"):
        exchange.client("demo1", retries=0).spot.ping()
    with pytest.raises(Unavailable, match="certificate verify failed"):
        exchange.client("demo1", retries=0).spot.create_order(
            symbol="BTCUSDT", side="BUY", type="LIMIT", volume=1, price=1
        )
