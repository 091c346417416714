/**
 * One instance in memory at a time, and the states that were saved of it: the same controls as a sandbox
 * on disk has (SANDBOX-STATE-1 to SANDBOX-STATE-5), kept in this process.
 */

import { randomUUID } from "node:crypto";
import type { Refusal } from "../../contract/refusal.ts";
import type { Command } from "../../core/engine/codec.ts";
import type { StreamAsk } from "../../edge/http/listener/server.ts";
import type { PublicRequest } from "../../edge/http/public-api.ts";
import type { Reply } from "../../edge/http/reply.ts";
import type { RequestHead } from "../../edge/http/request.ts";
import { ROUTES } from "../../edge/http/routes.ts";
import { hasChannel } from "../../edge/public/known-channels.ts";
import { takeStream } from "../../edge/public/streams-of.ts";
import { SwitchableApi } from "../../edge/public/switchable-api.ts";
import { FaultRules } from "../../edge/sandbox/fault-rules.ts";
import { OneAtATime } from "../../edge/sandbox/one-at-a-time.ts";
import type { LoadedAt, SavedAt, StateControls } from "../../edge/sandbox/sandbox.ts";
import { checkStateName, stateNotFound } from "../../edge/sandbox/state-name.ts";
import { systemTimer } from "../../log/system-timer.ts";
import {
  type LiveState,
  MemoryInstance,
  type MemoryInstanceOptions,
  type MemoryState,
} from "./memory-instance.ts";

type Settings = Omit<MemoryInstanceOptions, "faults" | "states" | "token" | "report">;

/** What a fork takes from the exchange that it is a fork of. */
interface Origin {
  readonly state: LiveState;
  readonly states: ReadonlyMap<string, MemoryState>;
  readonly faults: FaultRules | undefined;
}

export class MemoryHost implements StateControls {
  readonly #options: MemoryInstanceOptions;
  readonly #settings: Settings;
  readonly #states: Map<string, MemoryState>;
  readonly token = randomUUID();
  readonly api: SwitchableApi<PublicRequest>;
  readonly #turns = new OneAtATime();
  #instance: MemoryInstance;

  private constructor(settings: Settings, from?: Origin) {
    this.#settings = settings;
    this.#states = new Map(from?.states);
    const faults = new FaultRules({
      routes: ROUTES,
      timer: systemTimer,
      hasChannel: (name) => hasChannel(this.#instance.sequencer, name),
      onChange: () => this.#instance.tellFaults(),
      nameOf: (user) => this.#instance.sequencer.state.users.users[user - 1]?.name,
    });
    const { token } = this;
    this.#options = { ...settings, faults, states: this, token, report: raise };
    this.#instance = new MemoryInstance(this.#options, from?.state);
    if (from?.faults) faults.takeOver(from.faults);
    this.api = new SwitchableApi(this.#instance.publicApi);
  }

  static async open(settings: Settings): Promise<MemoryHost> {
    const host = new MemoryHost(settings);
    await host.#instance.provision(host.#options);
    host.api.switchTo(host.#instance.publicApi);
    return host;
  }

  /**
   * An exchange of its own that begins where this one stands now: with its state, history, saved states and, unless there are to be
   * none, fault rules as far as they have come. Its clients are none of this one's. SANDBOX-FORK-1.
   */
  async fork({ hasFaults }: { readonly hasFaults: boolean }): Promise<MemoryHost> {
    const state = await this.#turns.run(() => this.#instance.look());
    const faults = hasFaults ? this.#options.faults : undefined;
    const host = new MemoryHost(this.#settings, { state, states: this.#states, faults });
    await host.#instance.goOn(state, host.#options);
    host.api.switchTo(host.#instance.publicApi);
    return host;
  }

  get instance(): MemoryInstance {
    return this.#instance;
  }

  takeStream(ask: StreamAsk): Refusal | undefined {
    return takeStream(this.api.isOpen ? this.#instance.publicStreams : undefined, ask);
  }

  /** As a listener would: through the API, which refuses while there is no instance behind it. */
  async dispatch(head: RequestHead, body: Uint8Array): Promise<Reply> {
    const admitted = this.api.admit(head);
    return "status" in admitted ? admitted : await this.api.answer(admitted, body);
  }

  list(): readonly string[] {
    return [...this.#states.keys()].sort((a, b) => (a < b ? -1 : 1));
  }

  save(name: string): Promise<SavedAt> {
    return this.#turns.run(async () => {
      checkStateName(name, this.list());
      this.#states.set(name, await this.#instance.save());
      return { name, ...this.#place() };
    });
  }

  async load(name: string, request: number): Promise<LoadedAt> {
    const state = this.#states.get(name);
    if (!state) throw stateNotFound();
    const stateHash = new Uint8Array(0); // There is no file to compare it with.
    const first = { type: "LoadState", name, stateHash, request } as const;
    return this.#turns.run(() => this.#rebuild(state, first));
  }

  async remove(name: string): Promise<void> {
    if (this.#states.delete(name)) return;
    throw stateNotFound();
  }

  reset(): Promise<LoadedAt> {
    return this.#turns.run(() => this.#rebuild(undefined));
  }

  async #rebuild(state: MemoryState | undefined, ...first: Command[]): Promise<LoadedAt> {
    this.api.close();
    this.#options.faults.clear(); // SANDBOX-FAULT-6
    this.#options.faults.strikes.clear();
    await this.#instance.close("anew");
    this.#instance = new MemoryInstance(this.#options, state);
    await this.#instance.sequencer.submitAll(first);
    await this.#instance.provision(this.#options);
    this.api.switchTo(this.#instance.publicApi);
    return this.#place();
  }

  #place(): LoadedAt {
    const { position, timeMs } = this.#instance.sequencer.state;
    return { position, timeMs };
  }

  async close(): Promise<void> {
    await this.#turns.close();
    await this.#instance.close("stopping");
  }
}

/** A fault must not pass unseen: it ends the process that runs this, as it ends a server. */
function raise(problem: unknown): void {
  queueMicrotask(() => {
    throw problem;
  });
}
