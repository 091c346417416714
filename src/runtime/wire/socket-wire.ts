/**
 * The wire on one machine: a unix socket in the data directory that only its owner may open (0600). The kernel
 * takes paths of at most 107 bytes; where the directory's is longer, the socket lies in a private folder of
 * the system's place for such things.
 */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { WireEnd, WireListener } from "./wire.ts";

export const SOCKET_NAME = "followers.sock";
const PATH_BYTES_MAX = 100;

export function socketPathFor(directory: string): string {
  const path = join(directory, SOCKET_NAME);
  if (Buffer.byteLength(path) <= PATH_BYTES_MAX) return path;
  return join(mkdtempSync(join(tmpdir(), "bourse-")), SOCKET_NAME);
}

/** Leaves nothing behind: neither the socket nor the folder that was made for it alone. */
export function removeSocket(path: string, directory: string): void {
  rmSync(path, { force: true });
  if (path === join(directory, SOCKET_NAME)) return;
  rmSync(dirname(path), { recursive: true, force: true });
}

/** Opens the socket; whoever connects is handed to `accept`. */
export async function listenForWires(
  path: string,
  accept: (wire: WireEnd) => WireListener | undefined,
): Promise<Server> {
  rmSync(path, { force: true }); // Of a process that was killed: the directory's lock is ours.
  const server = createServer((socket) => {
    const wire = wireOf(socket);
    const listener = accept(wire);
    if (listener) listenTo(socket, listener);
    else wire.close();
  });
  await listenAt(server, path);
  chmodSync(path, 0o600);
  return server;
}

/** Resolves when it listens. */
export async function listenAt(
  server: Server,
  at: string | { readonly host: string; readonly port: number },
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const heard = () => {
      server.off("error", reject);
      resolve();
    };
    server.once("error", reject);
    if (typeof at === "string") server.listen(at, heard);
    else server.listen(at.port, at.host, heard);
  });
}

/** Opens a wire to whoever listens at the path. */
export function openWire(path: string, listener: WireListener): WireEnd {
  const socket = connect(path);
  listenTo(socket, listener);
  return wireOf(socket);
}

/** A socket as a wire. */
export function wireOf(socket: Socket): WireEnd {
  return {
    send(pieces) {
      if (pieces.length > 1) socket.cork();
      for (const piece of pieces) socket.write(piece);
      if (pieces.length > 1) socket.uncork();
    },
    get waiting() {
      return socket.writableLength;
    },
    close() {
      socket.destroy();
    },
    end() {
      socket.destroySoon();
    },
  };
}

/** Tells a listener what comes over a socket. */
export function listenTo(socket: Socket, listener: WireListener): void {
  socket.on("data", (chunk) => listener.bytes(chunk));
  // What is wrong with it is told by its end.
  socket.on("error", () => socket.destroy());
  socket.on("close", () => listener.closed());
}
