/** A server that stops while a client is just coming: the real process, and a handshake in two halves. */
import { once } from "node:events";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { GATEWAYS } from "../support/gateways.ts";
import { ServerProcess } from "../support/server-process.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

test("SEC-63 a stream that is asked for while the server stops does not keep it from stopping", async () => {
  const server = await ServerProcess.start(temporaryDirectory());
  onTestFinished(() => server.kill());
  const socket = connect(server.port, "127.0.0.1");
  socket.on("error", () => undefined);
  onTestFinished(() => void socket.destroy());
  let heard = "";
  socket.on("data", (bytes: Buffer) => {
    heard += bytes;
  });
  const closed = once(socket, "close");
  await once(socket, "connect");
  socket.write("GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n");
  const stopped = server.stop();
  await server.says(/stopping/);
  socket.write("Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");

  await Promise.all([stopped, closed]);
  // A gateway hears of the stop a moment after the core has said it, and then closes what it took.
  if (GATEWAYS === 0) expect(heard).not.toMatch(/^HTTP\/1.1 101/);
  expect(server.exitCode).toBe(0);
});
