/**
 * The wire between machines: TCP with TLS, whose key both ends derive from the master key. There are no certificates: who
 * has the key is a node of the cluster, and who has not gets no byte in. Rule CLUSTER-WIRE-1.
 */
import { hkdfSync } from "node:crypto";
import { connect, createServer, type Server, type TLSSocket } from "node:tls";
import { listenAt, listenTo, wireOf } from "./socket-wire.ts";
import type { WireEnd, WireListener } from "./wire.ts";

const IDENTITY = "bourse-node";
const PURPOSE = "bourse wire between nodes 1";
const KEY_BYTES = 32;
/** A key that is drawn for each connection besides the shared one: who gets that later cannot read what was said. */
const CIPHERS = "ECDHE-PSK-CHACHA20-POLY1305";
const VERSION = "TLSv1.2";
/** Who connects and does not prove itself by then is let go. */
const HANDSHAKE_MS = 3_000;
/** A node that does not answer by then is dialled again; meanwhile nothing is fetched from elsewhere. */
const DIAL_MS = 1_500;
/** CORE-BOUND-1: strangers and nodes together; more are let go at once. */
export const CONNECTIONS_MAX = 256;

/** Of this purpose alone: the master key itself goes nowhere. */
export function wireKeyOf(masterKey: Uint8Array): Buffer {
  return Buffer.from(hkdfSync("sha256", masterKey, new Uint8Array(0), PURPOSE, KEY_BYTES));
}

export interface HostPort {
  readonly host: string;
  readonly port: number;
}

/** Opens a place where other nodes come to; whoever proves that it has the key is handed to `accept`. */
export async function listenForNodes(
  at: HostPort,
  key: Buffer,
  accept: (wire: WireEnd) => WireListener | undefined,
): Promise<Server> {
  const server = createServer({
    pskCallback: (_socket, identity) => (identity === IDENTITY ? key : null),
    ciphers: CIPHERS,
    minVersion: VERSION,
    maxVersion: VERSION,
    handshakeTimeout: HANDSHAKE_MS,
  });
  server.maxConnections = CONNECTIONS_MAX;
  server.on("secureConnection", (socket: TLSSocket) => {
    socket.setNoDelay(true);
    const wire = wireOf(socket);
    const listener = accept(wire);
    if (listener) listenTo(socket, listener);
    else wire.close();
  });
  // A stranger, or a node with another master key: what it wants is told by its own log.
  server.on("tlsClientError", (_error, socket) => socket.destroy());
  await listenAt(server, at);
  return server;
}

export interface Dialling {
  readonly at: HostPort;
  readonly key: Buffer;
  /** Told why it failed, where it did: by another master key, or because nobody listens. */
  readonly onProblem?: ((problem: string) => void) | undefined;
}

/** Opens a wire to the node that listens there. */
export function dialNode({ at, key, onProblem }: Dialling, listener: WireListener): WireEnd {
  const { host, port } = at;
  const socket = connect({
    host,
    port,
    pskCallback: () => ({ psk: key, identity: IDENTITY }),
    ciphers: CIPHERS,
    minVersion: VERSION,
    maxVersion: VERSION,
    // The key proves who it is; there is no certificate with a name.
    checkServerIdentity: () => undefined,
  });
  socket.setNoDelay(true);
  socket.setTimeout(DIAL_MS, () => socket.destroy());
  socket.once("secureConnect", () => socket.setTimeout(0));
  socket.on("error", ({ message }) => onProblem?.(message));
  listenTo(socket, listener);
  return wireOf(socket);
}

const HOST_PORT = /^\[?([^\]]+?)\]?:(\d+)$/;

/** `HOST:PORT` or `[ADDRESS]:PORT`. */
export function readHostPort(written: string): HostPort {
  const [, host = "", port = "0"] = HOST_PORT.exec(written) ?? [];
  return { host, port: Number(port) };
}
