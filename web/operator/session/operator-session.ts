/**
 * The operator's API as the page asks it: the typed client that the command line uses, with replies
 * read and refusals thrown. The token goes along as a header, and only to where the page came from.
 */
import { NoReply, OperatorClient } from "../../../src/client/operator.ts";
import type { MovementOutcome } from "./movement.ts";

/** A no, in the words of the server. */
export class Refused extends Error {
  override readonly name = "Refused";
  readonly status: number;
  readonly code: number;

  constructor(status: number, said: { readonly code: number; readonly msg: string }) {
    super(said.msg);
    this.status = status;
    this.code = said.code;
  }
}

/** The token, the API and the sequencer refuse before the ledger is asked (OPER-API-4). */
const TURNED_AWAY: ReadonlySet<number> = new Set([401, 403, 503]);

/** What a failure says about the command: without a reply, or with one that says so, it is not known. */
export function outcomeOf(error: unknown): Exclude<MovementOutcome, "done"> {
  if (error instanceof NoReply) return error.isUnsent ? "turned_away" : "unknown";
  if (!(error instanceof Refused)) return "unknown";
  if (TURNED_AWAY.has(error.status)) return "turned_away";
  return error.status >= 500 ? "unknown" : "refused";
}

export function sentenceOf(error: unknown): string {
  if (error instanceof NoReply) return `No answer from the exchange: ${error.message}.`;
  return error instanceof Error ? error.message : `${error}`;
}

type Parameters = Readonly<Record<string, string | number | undefined>>;

export class OperatorSession {
  readonly #client: OperatorClient;
  readonly #onUnauthorized: (sentence: string) => void;

  constructor(token: string, onUnauthorized: (sentence: string) => void) {
    this.#client = new OperatorClient({ baseUrl: location.origin, token });
    this.#onUnauthorized = onUnauthorized;
  }

  /** What a route of the operator answers; the caller knows its shape. */
  async get<T>(path: string, parameters: Parameters = {}): Promise<T> {
    const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
    const query = new URLSearchParams(given.map(([name, value]) => [name, `${value}`]));
    const target = given.length === 0 ? path : `${path}?${query}`;
    return this.#read<T>(await this.#client.send({ method: "GET", path: target }));
  }

  async post<T>(path: string, body: Readonly<Record<string, unknown>> = {}): Promise<T> {
    return this.#read<T>(await this.#client.send({ method: "POST", path, body }));
  }

  /** The text for Prometheus; undefined where there is none. */
  async metrics(): Promise<string | undefined> {
    const { status, text } = await this.#client.look("/metrics");
    if (status === 404) return undefined;
    if (status !== 200) throw this.#refused(status, text);
    return text;
  }

  /** Undefined while new orders are taken; else the reason, as the probe says it. */
  async notReady(): Promise<string | undefined> {
    const { status, text } = await this.#client.look("/readyz");
    return status === 200 ? undefined : this.#refused(status, text).message;
  }

  #read<T>({ status, text }: { readonly status: number; readonly text: string }): T {
    if (status !== 200) throw this.#refused(status, text);
    return JSON.parse(text) as T;
  }

  #refused(status: number, text: string): Refused {
    const refused = new Refused(status, saidIn(text, status));
    if (status === 401) this.#onUnauthorized(refused.message);
    return refused;
  }
}

/** What is not from the exchange, such as a proxy's page, has no code and no sentence. */
function saidIn(text: string, status: number): { readonly code: number; readonly msg: string } {
  try {
    const said: unknown = JSON.parse(text);
    if (typeof said === "object" && said !== null && "code" in said && "msg" in said) {
      return { code: Number(said.code), msg: `${said.msg}` };
    }
  } catch {
    // Said below.
  }
  return { code: 0, msg: `The answer has status ${status} and is not from the exchange.` };
}
