"""A WebSocket by the standard library, with futures by message hash as ccxt's client has them."""

import asyncio
import base64
import json
import os
import struct
import urllib.parse

from ccxt.base.errors import NetworkError

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


class Client:
    def __init__(self, url, on_message):
        self.url = url
        self.on_message = on_message
        self.futures = {}
        self.subscriptions = {}
        self.writer = None
        self.task = asyncio.ensure_future(self.run())
        self.connected = asyncio.get_running_loop().create_future()

    def future(self, message_hash):
        if message_hash not in self.futures:
            self.futures[message_hash] = asyncio.get_running_loop().create_future()
        return self.futures[message_hash]

    def resolve(self, result, message_hash):
        if message_hash in self.futures:
            self.futures.pop(message_hash).set_result(result)

    def reject(self, error, message_hash=None):
        for key in [message_hash] if message_hash else list(self.futures):
            if key in self.futures:
                self.futures.pop(key).set_exception(error)

    async def send(self, message):
        self.frame(TEXT, json.dumps(message).encode())
        await self.writer.drain()

    def frame(self, opcode, payload):
        size = len(payload)
        length = struct.pack("!B", 128 | size) if size < 126 else struct.pack("!BH", 254, size)
        mask = os.urandom(4)
        masked = bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload))
        self.writer.write(bytes([128 | opcode]) + length + mask + masked)

    async def run(self):
        try:
            reader = await self.open()
            while True:
                opcode, payload = await self.read(reader)
                if opcode == TEXT:
                    self.on_message(self, json.loads(payload))
                elif opcode == PING:
                    self.frame(PONG, payload)
                elif opcode == CLOSE:
                    raise OSError("closed")
        except (OSError, asyncio.IncompleteReadError) as error:
            self.reject(NetworkError(str(error)))

    async def open(self):
        address = urllib.parse.urlparse(self.url)
        reader, self.writer = await asyncio.open_connection(address.hostname, address.port)
        key = base64.b64encode(os.urandom(16)).decode()
        asked = [
            "GET %s HTTP/1.1" % address.path,
            "Host: %s" % address.netloc,
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: " + key,
        ]
        self.writer.write(("\r\n".join(asked) + "\r\n\r\n").encode())
        head = await reader.readuntil(b"\r\n\r\n")
        if b" 101 " not in head:
            raise OSError(head.decode())
        self.connected.set_result(True)
        return reader

    async def read(self, reader):
        first, size = await reader.readexactly(2)
        if size == 126:
            size = struct.unpack("!H", await reader.readexactly(2))[0]
        elif size == 127:
            size = struct.unpack("!Q", await reader.readexactly(8))[0]
        return first & 15, await reader.readexactly(size)
