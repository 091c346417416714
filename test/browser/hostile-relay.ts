/**
 * A relay between a page and its server that lets the server say anything: every reply and every message
 * of a stream goes through a test's hands. What the server's own rules keep out of a name stands in it
 * then all the same, so that a page is shown to need none of them.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Locator, Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { WebSocket, WebSocketServer } from "ws";

/** Text that would run, if a page took it for markup; without a blank, since a key has none. */
export const HOSTILE = `<img/src="x"onerror="window.wasRun=1"><script>window.wasRun=1</script>'"&lt;`;

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** What becomes of a text of the server: the name of its field, and the path, or the channel's. */
export type Poison = (text: string, field: string, place: string) => string;

interface Relay {
  readonly origin: string;
  readonly poison: Poison;
}

/** The address of the relay, which stands as long as the test. */
export async function hostileRelay(origin: string, poison: Poison): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    void relay({ origin, poison }, incoming, outgoing).catch(() => outgoing.destroy());
  });
  relayStreams(server, { origin, poison });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function relay(
  { origin, poison }: Relay,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const { method = "GET", url = "/", headers } = incoming;
  const pieces: Buffer[] = [];
  for await (const piece of incoming) pieces.push(piece as Buffer);
  const { host: _, origin: __, connection: ___, "content-length": ____, ...passed } = headers;
  const asked = method === "GET" ? {} : { body: Buffer.concat(pieces) };
  const sent = Object.entries(passed).map(([name, value]): [string, string] => [name, `${value}`]);
  const reply = await fetch(origin + url, { method, headers: sent, ...asked });
  const text = await reply.text();
  const isJson = reply.headers.get("content-type")?.startsWith("application/json") ?? false;
  const left = ["content-length", "content-encoding", "transfer-encoding", "connection"];
  const kept = [...reply.headers].filter(([name]) => !left.includes(name));
  outgoing.writeHead(reply.status, kept);
  outgoing.end(isJson ? JSON.stringify(poisoned(JSON.parse(text), poison, url)) : text);
}

/** Text frames alone, as the pages use them. */
function relayStreams(server: Server, { origin, poison }: Relay): void {
  const door = new WebSocketServer({ server });
  door.on("connection", (client, { url = "/" }) => {
    const upstream = new WebSocket(origin.replace("http", "ws") + url);
    const early: string[] = [];
    client.on("message", (frame: Buffer) => {
      if (upstream.readyState === WebSocket.OPEN) upstream.send(frame.toString());
      else early.push(frame.toString());
    });
    upstream.on("open", () => {
      for (const frame of early.splice(0)) upstream.send(frame);
    });
    upstream.on("message", (frame: Buffer) => {
      const said = JSON.parse(frame.toString());
      client.send(JSON.stringify(poisoned(said, poison, `${said.channel ?? said.type}`)));
    });
    for (const [here, there] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      here.on("close", () => there.close());
      here.on("error", () => there.close());
    }
  });
}

/** The same with every text changed; the names of fields stay. */
function poisoned(value: Json, poison: Poison, place: string, field = ""): Json {
  if (typeof value === "string") return poison(value, field, place);
  if (Array.isArray(value)) return value.map((each) => poisoned(each, poison, place, field));
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).map(([name, each]) => [
    name,
    poisoned(each, poison, place, name),
  ]);
  return Object.fromEntries(entries);
}

/** Waits until it stands there, letter for letter. */
export async function isShown(place: Locator, text = HOSTILE): Promise<void> {
  await place.filter({ hasText: text }).first().waitFor();
}

/** Nothing of it became an element, and nothing ran. */
export async function isTextOnly(page: Page): Promise<void> {
  const found = "document.querySelectorAll('img[src=x], [onerror], body script:not([src])').length";
  expect(await page.evaluate(found)).toBe(0);
  expect(await page.evaluate("window.wasRun")).toBeUndefined();
}
