/**
 * What is not HTTP as it should be: heads that Node's parser lets pass, and bytes that it cannot make
 * a request of. For those there is no response object, only the socket. Such an answer waits its
 * turn (reply-queue.ts) and is the last one.
 */
import { Refusal } from "../../../contract/refusal.ts";
import type { Headers } from "../headers.ts";
import type { Reply } from "../reply.ts";
import { bodyTooLarge } from "../request.ts";
import type { Socket } from "./reply-queue.ts";

export function malformedHttp(status = 400, msg = "Malformed HTTP request."): Refusal {
  return new Refusal("ILLEGAL_CHARS", { status, msg, isClosing: true });
}

/** One version that we speak, the host once, and no coding of the body but chunks. */
export function isSoundHead(httpVersion: string, headers: Headers): boolean {
  const hosts = headers.host?.length ?? 0;
  const coding = headers["transfer-encoding"]?.join().toLowerCase();
  if (httpVersion === "1.1") return hosts === 1 && (coding === undefined || coding === "chunked");
  return httpVersion === "1.0" && hosts <= 1 && coding === undefined;
}

/** The refusal for an error of Node's parser, if there is one. */
export function refusalOfError(code: string | undefined): Refusal | undefined {
  switch (code) {
    // Bytes behind a request that was to be the last: its reply ends the connection.
    case "HPE_CLOSED_CONNECTION":
      return undefined;
    case "HPE_HEADER_OVERFLOW":
      return malformedHttp(431, "The headers are too large.");
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return bodyTooLarge();
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return malformedHttp(408, "The request came too slowly.");
    default:
      return malformedHttp();
  }
}

/** What a refusal needs of the API: its words, and a number. */
interface Refuser {
  refuse(request: number, error: unknown): Reply;
  nextRequest(): number;
}

/** The socket is gone with the reply: a peer that does not close its own side holds nothing. */
export function refuseRaw(refuser: Refuser, socket: Socket, refusal: Refusal): void {
  if (!socket.writable || isShaking(socket)) return void socket.destroy();
  const { status, headers, body } = refuser.refuse(refuser.nextRequest(), refusal);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = `Content-Length: ${Buffer.byteLength(body)}\r\n`;
  const type = "Content-Type: application/json\r\nConnection: close\r\n";
  socket.end(`HTTP/1.1 ${status} Refused\r\n${type}${length}${lines.join("")}\r\n${body}`);
  socket.destroySoon();
}

/** TLS that was not agreed on: nothing can be said over it. */
function isShaking(socket: Socket & { readonly secureConnecting?: boolean }): boolean {
  return socket.secureConnecting === true;
}
