/** CLUSTER-WIRE-1: wires between machines, on real sockets. */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect, type Server } from "node:net";
import { afterEach, expect, test } from "vitest";
import {
  CONNECTIONS_MAX,
  dialNode,
  listenForNodes,
  readHostPort,
  wireKeyOf,
} from "./secret-wire.ts";
import type { WireEnd } from "./wire.ts";

const MASTER_KEY = randomBytes(32);
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** Echoes what comes, and notes who was let in. */
async function listen(
  accepted: WireEnd[],
): Promise<{ host: string; port: number; server: Server }> {
  const at = { host: "127.0.0.1", port: 0 };
  const server = await listenForNodes(at, wireKeyOf(MASTER_KEY), (wire) => {
    accepted.push(wire);
    return { bytes: (chunk) => wire.send([chunk]), closed: () => undefined };
  });
  servers.push(server);
  const place = server.address();
  const port = typeof place === "object" && place ? place.port : 0;
  return { host: "127.0.0.1", port, server };
}

const problems: string[] = [];

/** What came back until the wire ended, or the first bytes of it. */
function talk(at: { host: string; port: number }, key: Buffer, said: string): Promise<string> {
  return new Promise((resolve) => {
    const wire = dialNode(
      { at, key, onProblem: (problem) => void problems.push(problem) },
      {
        bytes: (chunk) => {
          resolve(Buffer.from(chunk).toString());
          wire.close();
        },
        closed: () => resolve("closed"),
      },
    );
    wire.send([Buffer.from(said)]);
  });
}

test("CLUSTER-WIRE-1 nodes with the same master key understand each other", async () => {
  const accepted: WireEnd[] = [];
  const at = await listen(accepted);

  expect(await talk(at, wireKeyOf(MASTER_KEY), "hello")).toBe("hello");
  expect(accepted).toHaveLength(1);
});

test("SEC-73 CLUSTER-WIRE-1 one with another key gets nothing in, and nothing out", async () => {
  const accepted: WireEnd[] = [];
  const at = await listen(accepted);

  expect(await talk(at, wireKeyOf(randomBytes(32)), "hello")).toBe("closed");
  expect(accepted).toHaveLength(0);
  expect(problems.splice(0)).toHaveLength(1);
});

test("SEC-73 CLUSTER-WIRE-1 who speaks no TLS is let go", async () => {
  const accepted: WireEnd[] = [];
  const { host, port } = await listen(accepted);
  const socket = connect(port, host);
  socket.on("error", () => undefined);
  socket.resume().write("GET / HTTP/1.1\r\n\r\n");
  await once(socket, "close");

  expect(accepted).toHaveLength(0);
});

test("SEC-73 CORE-BOUND-1 so many connections are taken, and more are let go at once", async () => {
  const { host, port, server } = await listen([]);
  const dropped = once(server, "drop");
  const sockets = Array.from({ length: CONNECTIONS_MAX + 1 }, () => {
    const socket = connect(port, host);
    socket.on("error", () => undefined);
    return socket.resume();
  });

  await dropped;

  const held = new Promise((resolve) => server.getConnections((_, count) => resolve(count)));
  expect(await held).toBe(CONNECTIONS_MAX);
  await Promise.race(sockets.map((socket) => once(socket, "close")));
  for (const socket of sockets) socket.destroy();
});

test("the key of the wire is not the master key", () => {
  expect(wireKeyOf(MASTER_KEY).equals(MASTER_KEY)).toBe(false);
});

test.each([
  ["one.example:7000", { host: "one.example", port: 7000 }],
  ["[::1]:7000", { host: "::1", port: 7000 }],
])("%s is read", (written, read) => {
  expect(readHostPort(written)).toEqual(read);
});
