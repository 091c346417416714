/**
 * The way of a channel's messages to one client while fault rules are about them. Messages keep their order: one that
 * waits, for its time or for the core's word, holds up those behind it. There is a path only where a message was asked
 * about, waits, or was left out without a trace. Rules SANDBOX-FAULT-9, SANDBOX-FAULT-10.
 */
import type { Timer } from "../../core/base/timer.ts";
import type { Listener, Message, MessageFormat } from "./channel.ts";
import type { MessageFault, MessageFaults } from "./message-fault.ts";
import type { Seq } from "./seq.ts";

export interface FaultyPathTools {
  readonly faults: MessageFaults;
  readonly format: MessageFormat;
  /** In ms, of a clock that only goes on. */
  readonly now: () => number;
  readonly timer: Timer;
  /** SANDBOX-FAULT-10: a client for which more waits is closed, as a slow reader is. */
  readonly bytesMax: number;
}

export interface FaultyUpdate extends Message {
  readonly prev: Seq;
  /** As it is sent to all others. */
  readonly frame: Buffer;
}

interface Waiting {
  readonly update: FaultyUpdate;
  readonly askedAtMs: number;
  isDecided: boolean;
  fault: MessageFault | undefined;
}

export class FaultyPath {
  readonly #listener: Listener;
  readonly #tools: FaultyPathTools;
  #waiting: Waiting[] = [];
  #waitingBytes = 0;
  /** What the client was told last, before what was left out without a trace. */
  #hiddenSince: Seq | undefined;
  #callOff: (() => void) | undefined;
  #isOver = false;

  constructor(listener: Listener, tools: FaultyPathTools) {
    this.#listener = listener;
    this.#tools = tools;
  }

  /** Whether the next message may go the usual way. */
  get isClear(): boolean {
    return this.#waiting.length === 0 && this.#hiddenSince === undefined;
  }

  /** What waits is not sent any more: the client begins anew, or has left. */
  end(): void {
    this.#isOver = true;
    this.#waiting = [];
    this.#callOff?.();
  }

  take(update: FaultyUpdate): void {
    const { faults, now, bytesMax } = this.#tools;
    const { channel, seq, prev } = update;
    const user = this.#listener.user ?? 0;
    const found = faults.isActive ? faults.next({ channel, user, seq, prev }) : undefined;
    const isDecided = !(found instanceof Promise);
    const fault = isDecided ? found : undefined;
    const waiting: Waiting = { update, askedAtMs: now(), isDecided, fault };
    this.#waiting.push(waiting);
    this.#waitingBytes += update.frame.length;
    if (!isDecided) void found.then((decided) => this.#decide(waiting, decided));
    this.#goOn();
    if (this.#waitingBytes > bytesMax) this.#listener.line?.close("slow_reader");
  }

  #decide(waiting: Waiting, fault: MessageFault | undefined): void {
    waiting.isDecided = true;
    waiting.fault = fault;
    this.#goOn();
  }

  /** Sends what need not wait any longer. */
  #goOn(): void {
    for (let first = this.#waiting[0]; first && !this.#isOver; first = this.#waiting[0]) {
      if (!first.isDecided) return;
      const leftMs = this.#leftMs(first);
      if (leftMs > 0) {
        this.#wait(leftMs);
        return;
      }
      this.#waiting.shift();
      this.#waitingBytes -= first.update.frame.length;
      this.#act(first);
    }
  }

  #leftMs({ fault, askedAtMs }: Waiting): number {
    return fault?.kind === "delay" ? askedAtMs + fault.ms - this.#tools.now() : 0;
  }

  #wait(ms: number): void {
    this.#callOff?.();
    this.#callOff = this.#tools.timer(ms, () => this.#goOn());
  }

  #act({ update, fault }: Waiting): void {
    switch (fault?.kind) {
      case "drop":
        this.#hiddenSince = undefined;
        break;
      case "skip":
        this.#hiddenSince ??= update.prev;
        break;
      case "silent":
        this.#listener.line?.fallSilent();
        break;
      case "close":
        this.#listener.line?.cut();
        break;
      case "double":
        this.#send(update, 2);
        break;
      default:
        this.#send(update, 1);
    }
  }

  #send(update: FaultyUpdate, times: number): void {
    const prev = this.#hiddenSince;
    this.#hiddenSince = undefined;
    const frame = prev ? this.#tools.format.update({ ...update, prev }) : update.frame;
    for (let sent = 0; sent < times; sent++) this.#listener.send(frame);
  }
}

/** The paths of one channel. */
export class FaultyPaths {
  readonly #tools: FaultyPathTools;
  readonly #paths = new Map<Listener, FaultyPath>();

  constructor(tools: FaultyPathTools) {
    this.#tools = tools;
  }

  /** Whether messages go the usual way: asked for every message, so it costs next to nothing. */
  get isClear(): boolean {
    return !this.#tools.faults.isActive && this.#paths.size === 0;
  }

  take(listener: Listener, update: FaultyUpdate): void {
    const path = this.#paths.get(listener) ?? new FaultyPath(listener, this.#tools);
    this.#paths.set(listener, path);
    path.take(update);
    if (path.isClear) this.#paths.delete(listener);
  }

  /** SANDBOX-FAULT-10: whoever begins anew, or leaves, gets nothing more of what waited. */
  forget(listener: Listener): void {
    this.#paths.get(listener)?.end();
    this.#paths.delete(listener);
  }
}
