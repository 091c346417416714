/**
 * The calls of one client of `/ws`: requests of the API that stand in a message, answered as the API answers
 * them over HTTP. They are under way until they are answered, and only so many at a time. A reply that
 * finds its client gone is dropped: what was done stands. Rules STREAM-ORDER-1, STREAM-ORDER-6,
 * STREAM-ORDER-7.
 */
import type { CallMessage } from "./request.ts";

/** A call as the API takes it. */
export interface OrderCall {
  readonly apiKey: string;
  readonly address: string;
  readonly path: string;
  /** As it came. */
  readonly ts: unknown;
  readonly message: CallMessage;
  readonly hasRoom: boolean;
}

export interface CallReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body: string;
}

export type CallOrder = (call: OrderCall) => CallReply | Promise<CallReply>;

export interface CallsOptions {
  readonly callOrder: CallOrder;
  /** STREAM-ORDER-6 */
  readonly callsMax: number;
  /** Takes errors that are no refusal: our own failures. */
  readonly report: (error: unknown) => void;
}

export class Calls {
  readonly #options: CallsOptions;
  #underWay = 0;
  /** At most two: at the end of the connection, and at a stop. */
  #onIdle: (() => void)[] = [];

  constructor(options: CallsOptions) {
    this.#options = options;
  }

  /** Makes a call; `tell` is given the reply to it. */
  take(call: Omit<OrderCall, "hasRoom">, tell: (reply: CallReply) => void): void {
    const { callOrder, callsMax, report } = this.#options;
    const { apiKey, address, path, ts, message } = call;
    const hasRoom = this.#underWay < callsMax;
    const reply = callOrder({ apiKey, address, path, ts, message, hasRoom });
    if (!(reply instanceof Promise)) {
      tell(reply);
      return;
    }
    this.#underWay++;
    const ended = (answered: CallReply | undefined) => {
      this.#underWay--; // First: a client that has the reply has room for the next call.
      if (answered) tell(answered);
      if (this.#underWay === 0) for (const act of this.#onIdle.splice(0)) act();
    };
    void reply.then(ended, (error: unknown) => {
      report(error);
      ended(undefined);
    });
  }

  /** Calls `act` once, when no call is under way. */
  whenIdle(act: () => void): void {
    if (this.#underWay === 0) act();
    else this.#onIdle.push(act);
  }
}
