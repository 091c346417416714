/**
 * HTTP by hand, over a real socket: bytes as no good client sends them, and what comes back. The
 * listener is the real one, over the desk's API.
 */
import type { Server } from "node:http";
import { connect } from "node:net";
import { expect, onTestFinished } from "vitest";
import {
  closeListener,
  createListener,
  type ListenerOptions,
  listen,
} from "../../src/edge/http/listener/server.ts";
import { PUBLIC } from "./api-document.ts";
import { type DeskOptions, HttpDesk } from "./http-client.ts";
import { judge } from "./judge-reply.ts";

export interface ListeningDesk {
  readonly desk: HttpDesk;
  readonly server: Server;
  readonly port: number;
}

/** A desk that listens on loopback until the test is over. */
export async function openListeningDesk(
  options: ListenerOptions & DeskOptions & { readonly host?: string } = {},
): Promise<ListeningDesk> {
  const desk = await HttpDesk.open(options);
  const server = createListener(desk.api, options);
  const port = await listen(server, { host: options.host ?? "127.0.0.1", port: 0 });
  onTestFinished(() => closeListener(server, 0));
  return { desk, server, port };
}

/** Sends bytes and waits until the other side closes; what it said until then. */
export function exchangeBytes(port: number, ...pieces: (string | Uint8Array)[]): Promise<string> {
  return new Promise((resolve) => {
    // It never closes its own side: the end of it is the server's doing.
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    let said = "";
    socket.setEncoding("latin1").on("data", (text) => {
      said += text;
    });
    socket.on("error", () => undefined).on("close", () => resolve(said));
    socket.on("end", () => socket.destroy());
    for (const piece of pieces) socket.write(piece);
  });
}

export const CLOSE = "Connection: close";

export type HeaderLists = Readonly<Record<string, readonly string[] | undefined>>;

/** A head with a Host; further lines as they are. */
export function rawHead(line: string, headers: HeaderLists, ...more: string[]): string {
  const lines = Object.entries(headers).flatMap(([name, values = []]) =>
    values.map((value) => `${name}: ${value}`),
  );
  return `${[`${line} HTTP/1.1`, "Host: x", ...lines, ...more].join("\r\n")}\r\n\r\n`;
}

export interface RawReply {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** The replies in what a server said, each as long as it says it is; nothing may be left over. */
export function repliesIn(said: string): RawReply[] {
  const replies: RawReply[] = [];
  for (let rest = said; rest !== ""; ) {
    const end = rest.indexOf("\r\n\r\n");
    const [line = "", ...lines] = rest.slice(0, end).split("\r\n");
    expect(line).toMatch(/^HTTP\/1\.1 [1-5][0-9]{2} /);
    const headers = new Map(
      lines.map((text): [string, string] => {
        const colon = text.indexOf(": ");
        return [text.slice(0, colon).toLowerCase(), text.slice(colon + 2)];
      }),
    );
    const length = Number(headers.get("content-length") ?? 0);
    const status = Number(line.slice(9, 12));
    replies.push({ status, headers, body: rest.slice(end + 4, end + 4 + length) });
    rest = rest.slice(end + 4 + length);
  }
  return replies;
}

interface Asked {
  readonly method: string;
  readonly target: string;
  readonly headers: HeaderLists;
  readonly body?: string;
}

/** A request by hand at a server in a process of its own, on a connection of its own; its reply is judged. */
export async function askProcess(port: number, asked: Asked): Promise<RawReply> {
  const [reply] = await askProcessAtOnce(port, asked, 1);
  if (!reply) throw new Error(`${asked.method} ${asked.target} was not answered`);
  return reply;
}

/** The same so many times in one write: they come at one moment, however busy the machine is. */
export async function askProcessAtOnce(
  port: number,
  { method, target, headers, body = "" }: Asked,
  count: number,
): Promise<RawReply[]> {
  const length = body === "" ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  const request = (...lines: string[]) =>
    rawHead(`${method} ${target}`, headers, ...length, ...lines) + body;
  const replies = repliesIn(
    await exchangeBytes(port, request().repeat(count - 1) + request(CLOSE)),
  );
  for (const { status, body: text } of replies) {
    judge({ reader: PUBLIC, method, target, body, status, text });
  }
  return replies;
}

/** Expects one reply, an error of ours that ends the connection: status, code, nothing else. */
export function expectRefusal(said: string, status: number, code: number): void {
  const [reply, ...more] = repliesIn(said);
  expect(more).toEqual([]);
  expect(reply?.status, said).toBe(status);
  expect(reply?.headers.get("connection")).toBe("close");
  expect(reply?.headers.get("x-request-id")).toMatch(/^[0-9a-z]+$/);
  expect(JSON.parse(reply?.body ?? "")).toEqual({ code, msg: expect.stringMatching(/\.$/) });
}

/** An order that rests. */
export const ORDER = {
  symbol: "BTCUSDT",
  side: "BUY",
  type: "LIMIT",
  volume: "1",
  price: "100",
} as const;

/** The bytes of a signed order as a good client sends them. */
export function orderBytes(desk: HttpDesk, fields: object = {}, ...more: string[]): string {
  const body = JSON.stringify({ ...ORDER, ...fields });
  const { headers } = desk.head("POST", "/sapi/v1/order", body, {});
  const length = `Content-Length: ${body.length}`;
  return `${rawHead("POST /sapi/v1/order", headers, length, ...more)}${body}`;
}
