/**
 * The login that private channels need: signed at the server's time, as a REST request would be, over
 * `GET/ws`. Once for a connection; outside of the time window the clock is learnt anew and it is tried
 * once more.
 */
import type { BourseError } from "../session/errors.ts";
import type { ServerClock } from "../session/server-clock.ts";
import { Signer } from "../session/signature.ts";
import type { Connection } from "./connection.ts";

export interface Credentials {
  readonly apiKey: string;
  readonly secret: string;
}

export interface LoginOptions {
  readonly credentials: Credentials;
  readonly clock: ServerClock;
  readonly recvWindow: number;
}

export class Login {
  readonly #options: LoginOptions;
  readonly #signer: Signer;
  readonly #connection: Connection;
  #state: "none" | "begun" | "done" = "none";
  #id: number | undefined;
  #wasLate = false;

  constructor(options: LoginOptions, connection: Connection) {
    this.#options = options;
    this.#signer = new Signer(options.credentials.secret);
    this.#connection = connection;
  }

  get isDone(): boolean {
    return this.#state === "done";
  }

  isAnsweredBy(id: number): boolean {
    return this.#id === id;
  }

  /** Begins the login unless it has begun. Without room for the request now, the next call begins it. */
  async begin(): Promise<void> {
    if (this.#state !== "none") return;
    this.#state = "begun";
    const { clock, credentials, recvWindow } = this.#options;
    try {
      if (this.#wasLate) await clock.learn();
      const ts = await clock.now();
      const sign = await this.#signer.sign({ ts, method: "GET", target: "/ws", body: "" });
      const { apiKey } = credentials;
      this.#id = this.#connection.request({ op: "login", apiKey, ts, sign, recvWindow });
      if (this.#id === undefined) this.#state = "none";
    } catch {
      // No server told the time: a loss like any other.
      this.#connection.drop();
    }
  }

  accepted(): void {
    this.#state = "done";
  }

  /** Whether the login is worth another try. */
  refused({ kind }: BourseError): boolean {
    const isFirstTime = kind === "clock" && !this.#wasLate;
    this.#wasLate ||= isFirstTime;
    this.#state = "none";
    return isFirstTime;
  }
}
