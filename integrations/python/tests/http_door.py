"""A door between a client and its server that passes bytes on, and cuts connections when it is told to."""

import json
import socket
import threading

from bourse.wire.transport import Transport


class Recorder(Transport):
    """A transport that remembers what was asked, as "GET /path", by which time it was signed, and what the server's
    clock last said."""

    def __init__(self):
        super().__init__(15)
        self.asked = []
        self.signed_ms = {}
        self.server_ms = 0

    def send(self, request):
        asked = f"{request.method} {request.target.partition('?')[0]}"
        self.asked.append(asked)
        if "X-CH-TS" in request.headers:
            self.signed_ms.setdefault(asked, []).append(int(request.headers["X-CH-TS"]))
        reply = super().send(request)
        if asked.endswith("/time"):
            self.server_ms = json.loads(reply.text)["serverTime"]
        return reply


class HttpDoor:
    """`cut_before` and `cut_after` are texts: a request with one of them is cut before it is passed on, or after
    the server has answered it, once each."""

    def __init__(self, url, cut_before=None, cut_after=None):
        host, port = url[len("http://") :].split(":")
        self._target = (host, int(port))
        self._cuts = {"before": cut_before, "after": cut_after}
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self.cut = []
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._listener.close()

    def _accept(self):
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._pass, args=(client,), daemon=True).start()

    def _pass(self, client):
        with client, socket.create_connection(self._target) as server:
            while True:
                request = _whole(client)
                if not request or self._is_cut("before", request):
                    return
                server.sendall(request)
                reply = _whole(server)
                if self._is_cut("after", request):
                    return
                client.sendall(reply)

    def _is_cut(self, when, request):
        text = self._cuts[when]
        if text is None or text.encode() not in request:
            return False
        self._cuts[when] = None
        self.cut.append(when)
        return True


def _whole(sock):
    """One message with its body; empty at the end of the connection."""
    taken = b""
    while b"\r\n\r\n" not in taken:
        piece = sock.recv(65536)
        if not piece:
            return b""
        taken += piece
    head, _, body = taken.partition(b"\r\n\r\n")
    lengths = [line.split(b":")[1] for line in head.lower().split(b"\r\n") if line.startswith(b"content-length")]
    left = int(lengths[0]) - len(body) if lengths else 0
    while left > 0:
        piece = sock.recv(left)
        if not piece:
            return b""
        taken += piece
        left -= len(piece)
    return taken
