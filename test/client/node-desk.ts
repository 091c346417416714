/**
 * A desk for a client with several addresses: real listeners on loopback before one exchange, as nodes of a cluster are,
 * each of which refuses, answers, breaks or says nothing as the test wants, and notes what came to it. The exchange's
 * clock moves only when the client waits.
 */
import { randomInt } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { BourseClient, type ClientOptions } from "../../src/client/client.ts";
import { CREDENTIALS } from "../support/http-client.ts";
import { ClientDesk } from "./client-desk.ts";

/** What becomes of one request at a node. */
export type NodeFate =
  | "answered"
  /** Answered, and the connection is kept for the next request. */
  | "kept"
  | "503"
  /** A page of a proxy, after nothing was done. */
  | "page-503"
  /** The service's own 504: done, or not. */
  | "504"
  | "504-after"
  /** The connection breaks: before it is done, after it is done, or long before. */
  | "cut"
  | "cut-after"
  | { readonly lateMs: number }
  /** No answer comes, before or after it is done. */
  | "hang"
  | "hang-after";

export interface NodeRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly sign: string;
  readonly fate: NodeFate;
  readonly atMs: number;
}

export class PlayedNode {
  readonly seen: NodeRequest[] = [];
  /** Of the requests to come, but those for the time; behind the last all are answered. */
  fates: NodeFate[] = [];
  readonly #server = createServer((request, response) => void this.#meet(request, response));
  readonly #nodes: NodeDesk;
  #port = 0;

  constructor(nodes: NodeDesk) {
    this.#nodes = nodes;
  }

  get url(): string {
    return `http://${this.#nodes.host}:${this.#port}`;
  }

  /** At the port that it had, if it had one. */
  async start(): Promise<void> {
    const { host } = this.#nodes;
    await new Promise<void>((resolve) => this.#server.listen(this.#port, host, resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Connections are refused from now on. */
  async stop(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  /** What came but questions for the time, as `POST /sapi/v1/order`. */
  asked(): string[] {
    return this.seen.map(({ method, path }) => `${method} ${path}`);
  }

  async #meet(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "", url: target = "", headers } = request;
    const body = await textOf(request);
    const path = target.replace(/\?.*/, "");
    const isTime = path.endsWith("/time");
    const fate = isTime ? "answered" : (this.fates.shift() ?? "answered");
    const { exchange } = this.#nodes;
    const sign = `${headers["x-ch-sign"]}`;
    if (!isTime) this.seen.push({ method, path, body, sign, fate, atMs: exchange.nowMs });
    const done = () => this.#nodes.dispatch({ method, target, body, headers });
    if (typeof fate === "object") {
      exchange.late(fate.lateMs, done);
      request.socket.destroy();
      return;
    }
    const reply = NOT_DONE.has(fate) ? undefined : await done();
    if (fate.startsWith("cut")) request.socket.destroy();
    else if (fate.startsWith("hang")) this.#nodes.hang();
    else answer(response, fate, reply);
  }
}

const NOT_DONE = new Set<NodeFate>(["503", "page-503", "504", "cut", "hang"]);

function answer(
  response: ServerResponse,
  fate: string,
  reply: Awaited<ReturnType<NodeDesk["dispatch"]>> | undefined,
): void {
  if (fate !== "kept") response.setHeader("Connection", "close");
  if (fate === "page-503") response.writeHead(503).end("<html>");
  else if (fate === "503") refuse(response, { status: 503, code: -1001 });
  else if (fate.startsWith("504")) refuse(response, { status: 504, code: -1007 });
  else response.writeHead(reply?.status ?? 500, reply?.headers).end(reply?.body);
}

function refuse(response: ServerResponse, { status, code }: { status: number; code: number }) {
  response.setHeader("Retry-After", "1");
  response.writeHead(status).end(JSON.stringify({ code, msg: "As ordered" }));
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const piece of request) text += piece;
  return text;
}

/**
 * An address of loopback that no other desk has: the port of a node that is stopped may be given to any program, and clients
 * of any program may still ask for what was at a port before. Other systems than Linux have one address only.
 */
function ownHost(): string {
  if (process.platform !== "linux") return "127.0.0.1";
  return `127.${[randomInt(1, 255), randomInt(1, 255), randomInt(1, 255)].join(".")}`;
}

export class NodeDesk {
  readonly exchange: ClientDesk;
  readonly host = ownHost();
  readonly nodes: PlayedNode[] = [];
  /** What the client waited between its tries, in ms. */
  readonly slept: number[] = [];
  #giveUp: (() => void) | undefined;

  private constructor(exchange: ClientDesk) {
    this.exchange = exchange;
  }

  static async open(count = 3): Promise<NodeDesk> {
    const desk = new NodeDesk(await ClientDesk.open());
    for (let at = 0; at < count; at++) desk.nodes.push(new PlayedNode(desk));
    for (const node of desk.nodes) await node.start();
    return desk;
  }

  node(at: number): PlayedNode {
    const node = this.nodes[at];
    if (!node) throw new Error(`there is no node ${at}`);
    return node;
  }

  client(options: Partial<ClientOptions> = {}): BourseClient {
    return new BourseClient({
      baseUrl: this.nodes.map(({ url }) => url),
      ...CREDENTIALS.demo1,
      now: () => this.exchange.nowMs,
      sleep: (ms, signal) => (signal ? this.#untilGivenUp(signal) : this.#pass(ms)),
      ...options,
    });
  }

  /** Every write that came to a node which did not refuse it, in the order in which they came. */
  taken(): NodeRequest[] {
    const all = this.nodes.flatMap(({ seen }) => seen);
    const taken = all.filter(({ method, fate }) => method === "POST" && fate !== "503");
    return taken.sort((a, b) => a.atMs - b.atMs);
  }

  async dispatch({ method, target, body, headers: sent }: Arrived) {
    const named = Object.entries(sent).map(([name, value]) => [name, [`${value}`]]);
    const head = { method, target, headers: Object.fromEntries(named), address: "127.0.0.1" };
    return await this.exchange.http.api.dispatch(head, Buffer.from(body));
  }

  /** The client has waited in vain for as long as it does. */
  hang(): void {
    void this.exchange.pass(15_000).then(() => this.#giveUp?.());
  }

  async close(): Promise<void> {
    for (const node of this.nodes) await node.stop();
  }

  async #pass(ms: number): Promise<void> {
    this.slept.push(ms);
    await this.exchange.pass(ms);
  }

  #untilGivenUp(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      this.#giveUp = resolve;
      signal.addEventListener("abort", () => resolve());
    });
  }
}

interface Arrived {
  readonly method: string;
  readonly target: string;
  readonly body: string;
  readonly headers: object;
}
