/** Time between two looks: that of the wall, or that of a sandbox, which its operator may lead. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

interface Clock {
  begin(): Promise<void>;
  pass(ms: number): Promise<void>;
  end(): Promise<void>;
}

export class WallClock implements Clock {
  readonly #stop: AbortSignal;

  constructor(stop: AbortSignal) {
    this.#stop = stop;
  }

  async begin(): Promise<void> {}

  async pass(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#stop }).catch(() => undefined);
  }

  async end(): Promise<void> {}
}

/** Between two looks at how far it is. */
const LOOK_MS = 10;
/** Beside the keys, where a sandbox that was not given a token leaves its own. */
const TOKEN_NAME = "operator-token";

interface Reached {
  readonly frozen: boolean;
  /** Left out when it is there. */
  readonly reaching?: number;
}

/** Stands while the strategy thinks: an hour takes as long as the exchange needs for what happens in it. */
export class LedClock implements Clock {
  readonly #url: string;
  readonly #token: string;
  #isToRunOn = false;

  constructor(url: string, keys: string) {
    this.#url = url;
    const { BOURSE_OPERATOR_TOKEN: token } = process.env;
    this.#token = token ?? readFileSync(join(dirname(keys), TOKEN_NAME), "utf8").trim();
  }

  async begin(): Promise<void> {
    this.#isToRunOn = !(await this.#ask("/clock")).frozen;
    if (this.#isToRunOn) await this.#ask("/clock/freeze", {});
  }

  async pass(ms: number): Promise<void> {
    let clock = await this.#ask("/clock/advance", { byMs: ms });
    while (clock.reaching !== undefined) {
      await sleep(LOOK_MS);
      clock = await this.#ask("/clock");
    }
  }

  /** Runs on if it ran before: a strategy that fails does not leave it standing either. */
  async end(): Promise<void> {
    if (this.#isToRunOn) await this.#ask("/clock/resume", {});
  }

  async #ask(path: string, body?: object): Promise<Reached> {
    const reply = await fetch(`${this.#url}/operator/v1${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { Authorization: `Bearer ${this.#token}`, "Content-Type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!reply.ok) throw new Error(`the operator's API refused ${path}: ${await reply.text()}`);
    return (await reply.json()) as Reached;
  }
}
