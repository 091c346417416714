/**
 * Stands between a client and the `/ws` of a real server, and loses what a test wants lost: one message, or
 * the whole connection.
 */
import type { AddressInfo } from "node:net";
import { type RawData, WebSocket, WebSocketServer } from "ws";

export class LossyProxy {
  readonly #server: WebSocketServer;
  readonly #target: string;
  #toLose: ((message: string) => boolean) | undefined;
  /** How many connections there were. */
  connections = 0;
  /** What clients have sent, in its order. */
  readonly sent: string[] = [];
  /** What was lost. */
  readonly lost: string[] = [];

  private constructor(server: WebSocketServer, target: string) {
    this.#server = server;
    this.#target = target;
    server.on("connection", (client) => this.#join(client));
  }

  static async open(serverUrl: string): Promise<LossyProxy> {
    const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
    await new Promise<void>((listening) => server.once("listening", listening));
    return new LossyProxy(server, `${serverUrl.replace("http", "ws")}/ws`);
  }

  get url(): string {
    return `ws://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Loses the next message of the server that is meant. */
  loseNext(isMeant: (message: string) => boolean): void {
    this.#toLose = isMeant;
  }

  /** Cuts every connection, as a network that is gone. */
  cut(): void {
    for (const client of this.#server.clients) client.terminate();
  }

  close(): void {
    this.cut();
    this.#server.close();
  }

  #join(client: WebSocket): void {
    this.connections += 1;
    const upstream = new WebSocket(this.#target);
    const opened = new Promise<void>((open) => upstream.once("open", open));
    client.on("message", (data) => {
      this.sent.push(String(data));
      void opened.then(() => upstream.send(String(data)));
    });
    upstream.on("message", (data) => this.#tell(client, data));
    client.on("close", () => upstream.terminate());
    upstream.on("close", () => client.terminate());
    upstream.on("error", () => client.terminate());
  }

  #tell(client: WebSocket, data: RawData): void {
    const message = String(data);
    if (this.#toLose?.(message)) {
      this.#toLose = undefined;
      this.lost.push(message);
      return;
    }
    client.send(message);
  }
}
