/**
 * One request over HTTP and its whole reply, within a time. It decides nothing: no status is an error
 * here. A failure means that no whole reply came; then all that matters is whether the request can
 * have left this machine.
 */

/** The part of `fetch` that is needed, so that a test can hand in its own. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchReply>;

export interface FetchInit {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly signal: AbortSignal;
  /** Key, signature and body are for no other host: a redirection is a failure. */
  readonly redirect?: "error";
}

export interface FetchReply {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
}

/** Waits; ends early, without an error, when the signal says so. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>;

export interface WireRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  /** Absent or empty: none is sent. */
  readonly body?: string | undefined;
}

/** A request that a stream is to carry. */
export interface CarriedRequest {
  readonly path: string;
  /** The server's time, in ms. */
  readonly ts: number;
  readonly body: object;
  /** How long the reply may take. */
  readonly timeoutMs: number;
}

export interface WireReply {
  readonly status: number;
  readonly text: string;
  header(name: string): string | undefined;
}

/** No whole reply came. */
export class NoReply extends Error {
  override readonly name = "NoReply";
  /** There was no connection to send the request over: it surely did not arrive. */
  readonly isUnsent: boolean;
  /** The code that the system gave it, if it is told: `ECONNREFUSED`. */
  readonly system: string | undefined;

  constructor(message: string, cause?: unknown, isUnsent?: boolean) {
    super(message, { cause });
    this.system = codeOf(cause);
    this.isUnsent = isUnsent ?? isBeforeConnection(cause);
  }
}

/** A name was not found, or `fetch` itself gave up connecting. */
const NO_WAY = new Set(["ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"]);
/** These may also end a connection that stood, long after it was written to: then `syscall` is not `connect`. */
const NO_HOST = new Set(["EHOSTUNREACH", "ENETUNREACH", "EHOSTDOWN", "ENETDOWN", "ETIMEDOUT"]);

/**
 * CLIENT-ADDR-2: whether it failed before a connection stood. A browser tells none of it; there every missing reply is
 * in doubt. A connection that was kept and is reset may have taken the request with it, so a reset is in doubt, too.
 */
function isBeforeConnection(cause: unknown): boolean {
  const tries = cause instanceof AggregateError ? cause.errors : [];
  if (tries.length > 0) return tries.every(isBeforeConnection);
  const code = codeOf(cause) ?? "";
  const syscall = textIn(cause, "syscall");
  if (code === "ECONNREFUSED") return syscall === undefined || syscall === "connect";
  return NO_WAY.has(code) || (NO_HOST.has(code) && syscall === "connect");
}

/** Node hides the failure of the connection behind that of `fetch`. */
function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? error.cause : error;
}

function codeOf(cause: unknown): string | undefined {
  return textIn(cause, "code");
}

function textIn(cause: unknown, name: "code" | "syscall"): string | undefined {
  if (typeof cause !== "object" || cause === null) return undefined;
  const text: unknown = Reflect.get(cause, name);
  return typeof text === "string" ? text : undefined;
}

export interface TransportOptions {
  readonly fetch?: Fetch | undefined;
  readonly sleep?: Sleep | undefined;
  readonly timeoutMs: number;
}

export class Transport {
  readonly #fetch: Fetch;
  readonly #sleep: Sleep;
  readonly #timeoutMs: number;

  constructor({ fetch = systemFetch, sleep = systemSleep, timeoutMs }: TransportOptions) {
    this.#fetch = fetch;
    this.#sleep = sleep;
    this.#timeoutMs = timeoutMs;
  }

  async send(request: WireRequest): Promise<WireReply> {
    const stop = new AbortController();
    try {
      const answered = this.#exchange(request, stop.signal);
      return await Promise.race([answered, this.#giveUp(stop.signal)]);
    } finally {
      stop.abort();
    }
  }

  async #exchange(
    { url, method, headers, body = "" }: WireRequest,
    signal: AbortSignal,
  ): Promise<WireReply> {
    const plain = { method, headers, signal, redirect: "error" } as const;
    const init = body === "" ? plain : { ...plain, body };
    try {
      const reply = await this.#fetch(url, init);
      const { status } = reply;
      const text = await reply.text();
      return { status, text, header: (name) => reply.headers.get(name) ?? undefined };
    } catch (error) {
      const cause = causeOf(error);
      throw new NoReply(cause instanceof Error ? cause.message : `${cause}`, cause);
    }
  }

  async #giveUp(signal: AbortSignal): Promise<never> {
    await this.#sleep(this.#timeoutMs, signal);
    throw new NoReply("no answer in time");
  }
}

/** Looked up when it is called, so that a program may replace the global one. */
const systemFetch: Fetch = (url, init) => globalThis.fetch(url, init);

export const systemSleep: Sleep = (ms, signal) =>
  new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener("abort", end);
  });
