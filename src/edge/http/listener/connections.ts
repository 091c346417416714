/**
 * The bounds of connections: how many there may be, in all and for each block of addresses, and how
 * long one may take for what. Node's own defaults are minutes, and have no such bounds.
 */
import { createServer, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { blockOf } from "../../../core/base/address.ts";
import type { AddressRange } from "../../../core/base/address-range.ts";
import { clientAddress, isTrusted } from "../../auth/client-address.ts";
import { Incoming } from "../headers.ts";

/** In ms, under the names that Node has for them. */
export interface TimeOuts {
  readonly headersTimeout: number;
  readonly requestTimeout: number;
  readonly keepAliveTimeout: number;
  /** Without a byte in either direction: a client that does not take a reply is cut off. */
  readonly timeout: number;
  readonly connectionsCheckingInterval: number;
}

export const TIME_OUTS: TimeOuts = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  keepAliveTimeout: 15_000,
  timeout: 30_000,
  connectionsCheckingInterval: 1_000,
};

/** How many connections there may be, and how long one may take for what. */
export interface ConnectionLimits {
  readonly inAll: number;
  /** The connections of one address, or of one /64 of IPv6 (USER-ADDR-1). */
  readonly perAddress: number;
  readonly timeOuts?: TimeOuts;
}

export const CONNECTION_LIMITS: ConnectionLimits = { inAll: 8_192, perAddress: 1_024 };

export interface ServerOptions {
  readonly limits?: ConnectionLimits;
  /** Proxies, which may have more connections than an address. */
  readonly trusted?: readonly AddressRange[];
  /** With it the server speaks TLS itself. */
  readonly tls?: { readonly cert: Buffer; readonly key: Buffer } | undefined;
}

/** A server that answers nothing yet. */
export function boundedServer({
  limits = CONNECTION_LIMITS,
  trusted = [],
  tls,
}: ServerOptions): Server<typeof Incoming> {
  const { inAll, perAddress, timeOuts = TIME_OUTS } = limits;
  // Node's own refusal of a missing Host has no body.
  const settings = { ...timeOuts, requireHostHeader: false, IncomingMessage: Incoming };
  const handshakeTimeout = timeOuts.headersTimeout;
  const server = tls
    ? createSecureServer({ ...settings, ...tls, handshakeTimeout })
    : createServer(settings);
  server.timeout = timeOuts.timeout;
  server.maxConnections = inAll;
  // Bounded by their bytes. By their number they would not be refused but dropped in silence, and
  // what a trusted proxy adds stands last (USER-ADDR-2).
  server.maxHeadersCount = 0;
  boundAddresses(server, perAddress, trusted);
  return server;
}

/** USER-ADDR-2: a trusted proxy brings the connections of many, so only all together are bounded. */
function boundAddresses(
  server: Server<typeof Incoming>,
  perAddress: number,
  trusted: readonly AddressRange[],
): void {
  const counts = new Map<string, number>();
  server.on("connection", (socket) => {
    const peer = clientAddress(socket.remoteAddress ?? "", undefined, []);
    if (isTrusted(peer, trusted)) return;
    const block = blockOf(peer);
    const count = (counts.get(block) ?? 0) + 1;
    counts.set(block, count);
    socket.once("close", () => {
      const left = (counts.get(block) ?? 1) - 1;
      if (left === 0) counts.delete(block);
      else counts.set(block, left);
    });
    if (count > perAddress) socket.destroy();
  });
}
