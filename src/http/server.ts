/**
 * The listener: `node:http` with short time-outs, a bound on bodies and bounds on connections, in
 * all and for each address. It moves bytes; what they mean is decided in dispatch.ts.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Admitted, Edge, Reply } from "./dispatch.ts";
import { BODY_BYTES_MAX, bodyTooLarge, type RequestHead } from "./request.ts";
import { Refusal } from "./sapi-v1/errors.ts";

type Socket = IncomingMessage["socket"];

/** What a listener needs of whoever decides: the public edge, or the operator's. */
export type Door = Pick<Edge, "admit" | "answer" | "refuse" | "nextRequest">;

const TIMEOUTS = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  keepAliveTimeout: 15_000,
  connectionsCheckingInterval: 1_000,
};

export interface ConnectionLimits {
  readonly inAll: number;
  readonly perAddress: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = { inAll: 8_192, perAddress: 1_024 };

export function createListener(edge: Door, limits: ConnectionLimits = CONNECTION_LIMITS): Server {
  const server = createServer(TIMEOUTS);
  server.maxConnections = limits.inAll;
  boundAddresses(server, limits.perAddress);
  const newest = new WeakMap<object, Running>();
  const take = (incoming: IncomingMessage, response: ServerResponse): void => {
    const before = newest.get(incoming.socket)?.response;
    newest.set(incoming.socket, { incoming, response, before });
    serve(edge, incoming, response);
  };
  server.on("request", take);
  server.on("checkContinue", take);
  server.on("upgrade", (_incoming, socket) => refuseRaw(edge, socket as Socket, 400));
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const refuse = () => refuseRaw(edge, socket as Socket, rawStatusOf(error.code));
    const due = lastDue(newest.get(socket));
    // What came whole before the malformed bytes on the same connection is answered first.
    if (due && !due.writableFinished) due.once("finish", refuse);
    else refuse();
  });
  return server;
}

/** The newest request of a connection, and the reply to the one before it. */
interface Running {
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  readonly before: ServerResponse | undefined;
}

/** The last reply that is still to be given: a request that broke off midway gets none. */
function lastDue(running: Running | undefined): ServerResponse | undefined {
  return running?.incoming.complete ? running.response : running?.before;
}

/** Starts listening and says on which port; port 0 takes a free one. */
export function listen(server: Server, at: { host: string; port: number }): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(at.port, at.host, () => {
      server.off("error", reject);
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : at.port);
    });
  });
}

/** Takes no new connection, lets running requests end, then cuts what is left. */
export function closeListener(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    // Every reply from now on is the last of its connection.
    server.prependListener("request", (_incoming, response) => {
      response.setHeader("Connection", "close");
    });
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}

function boundAddresses(server: Server, perAddress: number): void {
  const counts = new Map<string, number>();
  server.on("connection", (socket) => {
    const address = addressOf(socket);
    const count = (counts.get(address) ?? 0) + 1;
    counts.set(address, count);
    socket.once("close", () => {
      const left = (counts.get(address) ?? 1) - 1;
      if (left === 0) counts.delete(address);
      else counts.set(address, left);
    });
    if (count > perAddress) socket.destroy();
  });
}

/** The peer, with an IPv4 address written as one also on a listener for both. */
function addressOf(socket: Socket): string {
  return (socket.remoteAddress ?? "").replace(/^::ffff:(?=[0-9.]+$)/, "");
}

function serve(edge: Door, incoming: IncomingMessage, response: ServerResponse): void {
  const { method = "", url: target = "", headersDistinct: headers, socket } = incoming;
  const head: RequestHead = { method, target, headers, address: addressOf(socket) };
  const admitted = edge.admit(head);
  if ("status" in admitted) {
    send(response, admitted, hasBody(incoming));
    return;
  }
  if (incoming.headers.expect !== undefined) response.writeContinue();
  receive(edge, incoming, response, admitted);
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** Collects the body, never more than its bound. */
function receive(
  edge: Door,
  incoming: IncomingMessage,
  response: ServerResponse,
  admitted: Admitted,
): void {
  const pieces: Buffer[] = [];
  let length = 0;
  incoming.on("data", (piece: Buffer) => {
    length += piece.length;
    if (length <= BODY_BYTES_MAX) pieces.push(piece);
    else {
      incoming.removeAllListeners("data").removeAllListeners("end").pause();
      send(response, edge.refuse(admitted.request, bodyTooLarge()), true);
    }
  });
  incoming.on("end", () => {
    const [first = Buffer.alloc(0)] = pieces;
    const body = pieces.length > 1 ? Buffer.concat(pieces, length) : first;
    void edge.answer(admitted, body).then((reply) => send(response, reply, false));
  });
}

/** An unread rest of the request cannot be told from the next one, so it ends the connection. */
function send(response: ServerResponse, reply: Reply, isUnread: boolean): void {
  const headers: Record<string, string | number> = {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(reply.body),
    ...reply.headers,
  };
  if (reply.isClosing || isUnread) headers["Connection"] = "close";
  response.writeHead(reply.status, headers).end(reply.body);
}

function rawStatusOf(code: string | undefined): number {
  if (code === "HPE_HEADER_OVERFLOW") return 431;
  return code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400;
}

/** The answer to what is not HTTP: there is no response object to write it to. */
function refuseRaw(edge: Door, socket: Socket, status: number): void {
  if (!socket.writable) return void socket.destroy();
  const refusal = new Refusal("ILLEGAL_CHARS", { status, msg: "Malformed HTTP request." });
  const { headers, body } = edge.refuse(edge.nextRequest(), refusal);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = `Content-Length: ${Buffer.byteLength(body)}\r\n`;
  const type = "Content-Type: application/json\r\nConnection: close\r\n";
  socket.end(`HTTP/1.1 ${status} Refused\r\n${type}${length}${lines.join("")}\r\n${body}`);
}
