/**
 * The listener: takes requests off their connections, collects bodies up to their bound, and sends
 * replies. It moves bytes; what they mean is decided by the API.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { Refusal } from "../../../contract/refusal.ts";
import type { AddressRange } from "../../../core/base/address-range.ts";
import { clientAddress } from "../../auth/client-address.ts";
import type { AdmittedRequest, Api } from "../api.ts";
import type { Incoming } from "../headers.ts";
import { JSON_TYPE, type Reply } from "../reply.ts";
import { BODY_BYTES_MAX, bodyTooLarge, hasBody, type RequestHead } from "../request.ts";
import { boundedServer, type ServerOptions } from "./connections.ts";
import { Intake } from "./intake.ts";
import { isSoundHead, malformedHttp, refusalOfError, refuseRaw } from "./malformed-http.ts";
import { ReplyQueue, type Socket } from "./reply-queue.ts";

/** A connection that wants to become a stream. */
export interface StreamAsk {
  readonly path: string;
  readonly address: string;
  /** The headers as they came: a name, its value, the next name. */
  readonly rawHeaders: readonly string[];
  readonly socket: Duplex;
  /** The bytes that came behind the request. */
  readonly head: Buffer;
}

export interface ListenerOptions extends ServerOptions {
  /** Proxies whose headers are believed (USER-ADDR-2). */
  readonly trusted?: readonly AddressRange[];
  /** Takes the connection, or says why not. Without it there are no streams here. */
  readonly takeStream?: ((ask: StreamAsk) => Refusal | undefined) | undefined;
}

export function createListener<E extends AdmittedRequest>(
  api: Api<E>,
  options: ListenerOptions = {},
): Server {
  const { trusted = [] } = options;
  const server = boundedServer(options);
  const replies = new ReplyQueue();
  const take = (incoming: Incoming, response: ServerResponse, expects: Expects): void => {
    replies.note(incoming, response);
    const transmission = { incoming, response, expects, replies };
    replies.serve(incoming.socket, () => serve(api, transmission, trusted));
    // The listener is closing, and has said so.
    if (response.hasHeader("Connection")) replies.takeNoMore(incoming.socket);
  };
  const refuse = (socket: object, refusal: Refusal): void => {
    replies.after(socket, () => refuseRaw(api, socket as Socket, refusal));
  };
  server.on("request", (incoming, response) => take(incoming, response, "nothing"));
  server.on("checkContinue", (incoming, response) => take(incoming, response, "continue"));
  server.on("checkExpectation", (incoming, response) => take(incoming, response, "unknown"));
  server.on("upgrade", (incoming, socket, head) => {
    // Node has taken its own away: a connection that breaks must not end the process.
    socket.on("error", () => socket.destroy());
    replies.after(socket, () => {
      const refusal = upgrade(incoming, { socket, head }, options);
      if (refusal) refuseRaw(api, socket as Socket, refusal);
    });
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const refusal = refusalOfError(error.code);
    if (refusal) refuse(socket, refusal);
  });
  return server;
}

function upgrade(
  incoming: Incoming,
  { socket, head }: Pick<StreamAsk, "socket" | "head">,
  { trusted = [], takeStream }: ListenerOptions,
): Refusal | undefined {
  const { method, httpVersion, url: path = "", lists: headers, rawHeaders } = incoming;
  const isGet = method === "GET" && httpVersion === "1.1";
  const isSound = isGet && isSoundHead(httpVersion, headers);
  if (!takeStream || !isSound || hasBody(headers)) return malformedHttp();
  const peer = incoming.socket.remoteAddress ?? "";
  const address = clientAddress(peer, headers["x-forwarded-for"], trusted);
  return takeStream({ path, address, rawHeaders, socket, head });
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
    for (const event of ["request", "checkContinue", "checkExpectation"]) {
      server.prependListener(event, (_incoming: IncomingMessage, response: ServerResponse) => {
        response.setHeader("Connection", "close");
      });
    }
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** What a request waits for before it sends its body; HTTP/1.0 knows of no such thing. */
type Expects = "nothing" | "continue" | "unknown";

/** A request on its connection, and the place for its reply. */
interface Transmission {
  readonly incoming: Incoming;
  readonly response: ServerResponse;
  readonly expects: Expects;
  readonly replies: ReplyQueue;
}

function serve<E extends AdmittedRequest>(
  api: Api<E>,
  transmission: Transmission,
  trusted: readonly AddressRange[],
): void {
  const { response } = transmission;
  const { method = "", url: target = "", lists: headers, socket } = transmission.incoming;
  const address = clientAddress(socket.remoteAddress ?? "", headers["x-forwarded-for"], trusted);
  const head: RequestHead = { method, target, headers, address };
  const admitted = admit(api, transmission, head);
  if (isReply(admitted)) {
    send(transmission, admitted, hasBody(headers));
    transmission.replies.handedOn(socket);
    return;
  }
  if (transmission.expects === "continue") response.writeContinue();
  if (hasBody(headers)) receive(api, transmission, admitted);
  else answer(api, transmission, admitted, NO_BODY);
}

function admit<E extends AdmittedRequest>(
  api: Api<E>,
  transmission: Transmission,
  head: RequestHead,
): E | Reply {
  const admitted = api.admit(head);
  if (isReply(admitted)) return admitted;
  const fault = faultOf(transmission, head);
  return fault ? api.refuse(admitted.request, fault, head) : admitted;
}

/** What HTTP itself asks of a head and Node leaves to us, or refuses without a word. */
function faultOf(
  { incoming, expects }: Transmission,
  { headers }: RequestHead,
): Refusal | undefined {
  if (!isSoundHead(incoming.httpVersion, headers)) return malformedHttp();
  if (expects !== "unknown") return undefined;
  const msg = "Of the expectations only 100-continue is supported.";
  return new Refusal("UNSUPPORTED_OPERATION", { status: 417, msg });
}

function isReply(admitted: AdmittedRequest | Reply): admitted is Reply {
  return "status" in admitted;
}

/** Collects the body, never more than its bound. */
function receive<E extends AdmittedRequest>(
  api: Api<E>,
  transmission: Transmission,
  admitted: E,
): void {
  const { incoming } = transmission;
  const intake = new Intake(BODY_BYTES_MAX);
  incoming.on("data", (piece: Buffer) => {
    if (intake.take(piece)) return;
    incoming.removeAllListeners("data").removeAllListeners("end").pause();
    send(transmission, api.refuse(admitted.request, bodyTooLarge(), admitted.head), true);
  });
  incoming.on("end", () => answer(api, transmission, admitted, intake.bytes));
}

const NO_BODY = new Uint8Array(0);

function answer<E extends AdmittedRequest>(
  api: Api<E>,
  transmission: Transmission,
  admitted: E,
  body: Uint8Array,
): void {
  const answered = api.answer(admitted, body);
  if ("status" in answered) send(transmission, answered, false);
  else void answered.then((reply) => send(transmission, reply, false));
  transmission.replies.handedOn(transmission.incoming.socket);
}

/** An unread rest of the request cannot be told from the next one, so it ends the connection. */
function send(
  { incoming, response, replies }: Transmission,
  reply: Reply,
  isUnread: boolean,
): void {
  replies.answered(incoming.socket);
  const { body, bytes, type = JSON_TYPE } = reply;
  const length = bytes?.length ?? Buffer.byteLength(body);
  const headers = ["Content-Type", type, "Content-Length", `${length}`];
  for (const name in reply.headers) headers.push(name, reply.headers[name] ?? "");
  if (reply.isClosing || isUnread) {
    headers.push("Connection", "close");
    replies.close(incoming.socket);
  }
  response.writeHead(reply.status, headers);
  if (bytes) return void response.end(bytes);
  // As many bytes as letters: all of them are ASCII, which is quicker to send as what it is.
  response.end(body, length === body.length ? "latin1" : "utf8");
}
