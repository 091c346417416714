/** A refusal: a code of the table with its message, and behind it what only a sandbox says. Rules USER-REFUSE-1, USER-REFUSE-2. */

import { CODES, type CodeName } from "./codes.ts";
import type { Written } from "./field.ts";

/** What a sandbox says behind the plain message, where no more exact words are given. */
const HINTS: Readonly<Partial<Record<CodeName, string>>> = {
  UNAUTHORIZED: "A signed request has three headers: X-CH-APIKEY, X-CH-TS and X-CH-SIGN.",
  NO_TIMESTAMP:
    "It is the time of the request in ms since 1970, and the first part of what is signed.",
  NO_SIGNATURE: "It is the HMAC-SHA256 of X-CH-TS, method, path and body, in hex.",
  TIMEOUT: "Before you send an order again, ask for it by its client id.",
  BAD_ORDER_TYPE: "In capital letters.",
  BAD_SIDE: "In capital letters.",
  NO_SUCH_ORDER: "An order of another user, symbol or area counts as none.",
  TOO_MANY_REQUESTS: "Wait as many seconds as Retry-After says.",
};

export type More = string | (() => string | undefined) | undefined;

/** The parts of a refusal that may differ from the row of the table. */
interface Variation {
  readonly msg?: string;
  /** What a sandbox says besides. Made only when it is sent. */
  readonly more?: More;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The rest of the request is not worth reading: the connection ends with the reply. */
  readonly isClosing?: boolean;
}

/** Not executed now; nothing speaks against trying again. */
const RETRY_SOON = { "Retry-After": "1" };

/** A refusal on its way to the client. Thrown anywhere in the API, ended in one place. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code: number;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly isClosing: boolean;
  readonly #codeName: CodeName;
  readonly #more: More;

  constructor(name: CodeName, variation: Variation = {}) {
    const row = CODES[name];
    super(variation.msg ?? row.msg);
    this.#codeName = name;
    this.code = row.code;
    this.status = variation.status ?? row.status;
    const isForNow = this.status === 503 || this.status === 429;
    const again: Readonly<Record<string, string>> = isForNow ? RETRY_SOON : {};
    this.headers = { ...again, ...variation.headers };
    this.isClosing = variation.isClosing ?? false;
    this.#more = variation.more ?? (variation.msg === undefined ? HINTS[name] : undefined);
  }

  /** The same refusal, said of one item of a request. */
  about(item: string): Refusal {
    const { status, headers, isClosing } = this;
    const msg = `${item}: ${this.message}`;
    return new Refusal(this.#codeName, { msg, more: this.#more, status, headers, isClosing });
  }

  /** USER-REFUSE-2: the plain message, and behind it what only a sandbox says. */
  get talk(): string {
    const more = typeof this.#more === "function" ? this.#more() : this.#more;
    return more === undefined ? this.message : `${this.message} ${more}`;
  }

  /** What it says, as JSON. The signed string is the client's own text: no browser is to take it for a page. */
  msgText(isTalkative = false): Written<string> {
    const msg = JSON.stringify(isTalkative ? this.talk : this.message);
    return msg.replaceAll("<", "\\u003c") as Written<string>;
  }

  /** USER-REFUSE-1: the code is the same in every mode. */
  body(isTalkative = false): string {
    return `{"code":${this.code},"msg":${this.msgText(isTalkative)}}`;
  }
}
