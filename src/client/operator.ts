/**
 * The way to the operator's API: a token instead of a signature, one request, and its reply as it came.
 * Nothing is ever sent twice here: the operator's commands carry an id where repeating must be safe,
 * and the user who typed one decides.
 */
import { type Fetch, type Sleep, Transport, type WireReply } from "./session/transport.ts";

export { NoReply } from "./session/transport.ts";

/** Before every path of the operator. */
export const OPERATOR_PREFIX = "/operator/v1";

export interface OperatorOptions {
  readonly baseUrl: string;
  readonly token: string;
  readonly timeoutMs?: number | undefined;
  readonly fetch?: Fetch | undefined;
  readonly sleep?: Sleep | undefined;
}

export interface OperatorRequest {
  readonly method: "GET" | "POST";
  /** Behind the prefix. */
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>> | undefined;
}

/** The server gives up waiting for an outcome long before this. */
const ANSWER_MS = 30_000;

export class OperatorClient {
  readonly #options: OperatorOptions;
  readonly #transport: Transport;

  constructor(options: OperatorOptions) {
    const { fetch, sleep, timeoutMs = ANSWER_MS } = options;
    this.#options = options;
    this.#transport = new Transport({ fetch, sleep, timeoutMs });
  }

  /** What the listener says of itself, beside the API: the probes and the metrics. */
  look(path: "/livez" | "/readyz" | "/metrics"): Promise<WireReply> {
    const { baseUrl, token } = this.#options;
    const headers = { Authorization: `Bearer ${token}` };
    return this.#transport.send({ url: baseUrl + path, method: "GET", headers });
  }

  /** Throws a `NoReply` when no whole reply came. */
  send({ method, path, body }: OperatorRequest): Promise<WireReply> {
    const { baseUrl, token } = this.#options;
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
    const written = body === undefined ? undefined : JSON.stringify(body);
    return this.#transport.send({
      url: baseUrl + OPERATOR_PREFIX + path,
      method,
      headers,
      body: written,
    });
  }
}
