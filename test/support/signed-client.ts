/**
 * A client as a bot would have one: it signs, sends over a kept connection, and may get no answer. Every answer is judged
 * by the document.
 */
import { createHmac } from "node:crypto";
import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { Agent as SecureAgent, request as secureRequest } from "node:https";
import { PUBLIC } from "./api-document.ts";
import { judge } from "./judge-reply.ts";

export interface Credentials {
  readonly apiKey: string;
  readonly secret: string;
}

export interface HttpAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the server wrote.
  readonly json: any;
  readonly headers: IncomingHttpHeaders;
}

/** The certificate that a client knows, and the name in it. */
export interface Trusted {
  readonly ca: Buffer;
  readonly servername: string;
}

export class SignedClient {
  readonly #port: number;
  readonly #credentials: Credentials;
  readonly #prefix: string;
  readonly #agent: Agent;
  readonly #request: typeof request;
  /** After so long without a whole answer it hangs up; the server may do the work all the same. */
  patienceMs: number | undefined;
  /** By which its requests are signed; the server's, where that goes otherwise. */
  now = () => Date.now();
  /** False where a test plays the server, in fewer words. */
  isJudged = true;

  /** `prefix` stands before every path and is not signed; `tls` is the certificate it trusts. */
  constructor(port: number, credentials: Credentials, prefix = "", tls?: Trusted) {
    const kept = { keepAlive: true, maxSockets: 16 };
    this.#agent = tls ? new SecureAgent({ ...kept, ...tls }) : new Agent(kept);
    this.#request = tls ? secureRequest : request;
    this.#port = port;
    this.#credentials = credentials;
    this.#prefix = prefix;
  }

  get(path: string): Promise<HttpAnswer | undefined> {
    return this.#send("GET", path, "");
  }

  post(path: string, body: unknown): Promise<HttpAnswer | undefined> {
    return this.#send("POST", path, JSON.stringify(body));
  }

  close(): void {
    this.#agent.destroy();
  }

  /** Undefined when the connection broke before an answer came. */
  #send(method: string, path: string, body: string): Promise<HttpAnswer | undefined> {
    const { apiKey, secret } = this.#credentials;
    const ts = `${this.now()}`;
    const sign = createHmac("sha256", secret).update(ts + method + path + body);
    const headers = {
      "Content-Type": "application/json",
      "Content-Length": Buffer.byteLength(body),
      "X-CH-APIKEY": apiKey,
      "X-CH-TS": ts,
      "X-CH-SIGN": sign.digest("hex"),
    };
    const place = { port: this.#port, host: "127.0.0.1", path: this.#prefix + path };
    const options = { ...place, method, headers };
    return new Promise((resolve) => {
      const outgoing = this.#request({ ...options, agent: this.#agent }, (incoming) => {
        const pieces: Buffer[] = [];
        incoming.on("data", (piece: Buffer) => pieces.push(piece));
        incoming.on("error", () => resolve(undefined));
        incoming.on("close", () => {
          if (!incoming.complete) return resolve(undefined);
          const text = Buffer.concat(pieces).toString();
          const { statusCode: status = 0, headers } = incoming;
          const asked = { reader: PUBLIC, method, target: place.path, body };
          if (this.isJudged) judge({ ...asked, status, text });
          resolve({ status, json: JSON.parse(text), headers });
        });
      });
      outgoing.on("error", () => resolve(undefined));
      if (this.patienceMs !== undefined) {
        const timer = setTimeout(() => outgoing.destroy(), this.patienceMs);
        outgoing.on("close", () => clearTimeout(timer));
      }
      outgoing.end(body);
    });
  }
}
