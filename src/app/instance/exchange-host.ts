/**
 * A data directory with its APIs: behind them stands one instance at a time. A sandbox can be taken back
 * to a saved state or to its beginning: the instance is closed, another log takes the place of its own,
 * and a new instance opens behind the same APIs. Rules SANDBOX-STATE-1 to SANDBOX-STATE-5.
 */

import type { Refusal } from "../../contract/refusal.ts";
import { drawCredentials } from "../../edge/auth/seal.ts";
import type { StreamAsk } from "../../edge/http/listener/server.ts";
import type { PublicApi, PublicRequest } from "../../edge/http/public-api.ts";
import { ROUTES } from "../../edge/http/routes.ts";
import type { Site } from "../../edge/http/site.ts";
import { joinTraffic } from "../../edge/http/traffic.ts";
import { joinPages, type ProcessPage } from "../../edge/metrics/join-pages.ts";
import type { EarlyOperator } from "../../edge/operator/open-operator.ts";
import { openRequestLog } from "../../edge/program-log/open-request-log.ts";
import type { RequestLog } from "../../edge/program-log/request-log.ts";
import { StrikeFile } from "../../edge/program-log/strike-file.ts";
import { faultJudgeOf } from "../../edge/public/fault-judge.ts";
import { hasChannel } from "../../edge/public/known-channels.ts";
import { siteOf } from "../../edge/public/site-of.ts";
import { takeStream } from "../../edge/public/streams-of.ts";
import { SwitchableApi } from "../../edge/public/switchable-api.ts";
import { FaultRules } from "../../edge/sandbox/fault-rules.ts";
import { OneAtATime } from "../../edge/sandbox/one-at-a-time.ts";
import type { LoadedAt, SavedAt, StateControls } from "../../edge/sandbox/sandbox.ts";
import { checkKeys } from "../../edge/sandbox/states/check-keys.ts";
import { prepareLoad, prepareReset } from "../../edge/sandbox/states/prepare-log.ts";
import {
  listStates,
  readState,
  removeState,
  removeStateDrafts,
} from "../../edge/sandbox/states/saved-state.ts";
import { saveState } from "../../edge/sandbox/states/state-keeper.ts";
import { completeSwap } from "../../edge/sandbox/states/swap.ts";
import { systemTimer } from "../../log/system-timer.ts";
import { DEMO_USERS } from "../demo/demo-catalogue.ts";
import { type DemoKeys, demoKeys } from "../demo/demo-keys.ts";
import { ExchangeInstance, type InstanceTools } from "./exchange-instance.ts";

export interface HostTools extends InstanceTools {
  readonly operator: EarlyOperator;
  /** The number of connections of the public listener. */
  readonly connections: () => Promise<number>;
}

/** What becomes of the gateways while a sandbox goes to another state. */
export interface GatewayControls {
  /** What each says of itself. */
  pages(): Promise<readonly ProcessPage[]>;
  close(): Promise<void>;
  reopen(): Promise<void>;
}

export class ExchangeHost implements StateControls {
  readonly #tools: HostTools;
  readonly #faults: FaultRules;
  readonly api: SwitchableApi<PublicRequest>;
  readonly #metricsPage: () => Promise<string>;
  #instance: ExchangeInstance;
  readonly #turns = new OneAtATime();
  #requests: RequestLog | undefined;
  readonly #strikes: StrikeFile;
  /** The pages, the same for every instance. */
  readonly #site: Site;
  /** SEC-53: the keys that the demo's console may get. */
  readonly offeredKeys: DemoKeys;
  gateways: GatewayControls | undefined;

  private constructor(tools: HostTools, instance: ExchangeInstance, faults: FaultRules) {
    this.#tools = tools;
    this.#faults = faults;
    const directory = tools.config.dataDirectory;
    this.#strikes = new StrikeFile({ directory, report: (said) => tools.log.warn(said) });
    faults.strikes.onStrike = (strike) => this.#strikes.add(strike); // SANDBOX-FAULT-12
    this.#instance = instance;
    this.offeredKeys = offeredKeysOf(tools, instance);
    this.#site = siteOf(ROUTES, this.offeredKeys);
    const { figures, connections, config } = tools;
    const ownPage = figures.page({
      sequencer: () => this.#instance.core,
      archivist: () => this.#instance.archivist,
      cluster: () => this.#instance.place?.standing,
      notReady: () => this.#instance.core.notReady,
      connections,
      dataDirectory: config.dataDirectory,
    });
    this.#metricsPage = async () => await this.#joined(await ownPage());
    this.api = new SwitchableApi(this.#moveIn(instance));
  }

  /** Where there are gateways the page is that of all processes. */
  async #joined(text: string): Promise<string> {
    if (!this.gateways) return text;
    return joinPages([{ process: "core", text }, ...(await this.gateways.pages())]);
  }

  static async open(tools: HostTools): Promise<ExchangeHost> {
    completeSwap(tools.config.dataDirectory); // SANDBOX-STATE-4
    removeStateDrafts(tools.config.dataDirectory);
    let host: ExchangeHost | undefined;
    const faults = new FaultRules({
      routes: ROUTES,
      timer: systemTimer,
      hasChannel: (name) => host !== undefined && hasChannel(host.instance.core, name),
      nameOf: (user) => host?.instance.core.state.users.users[user - 1]?.name,
      onChange: () => host?.judgeFollowers(),
    });
    host = new ExchangeHost(tools, await ExchangeInstance.open(tools, faults), faults);
    return host;
  }

  /** For the public listener: while there is no instance there are no streams. */
  takeStream(ask: StreamAsk): Refusal | undefined {
    return takeStream(this.api.isOpen ? this.#instance.streams : undefined, ask);
  }

  get instance(): ExchangeInstance {
    return this.#instance;
  }

  get #directory(): string {
    return this.#tools.config.dataDirectory;
  }

  #moveIn(instance: ExchangeInstance): PublicApi {
    const isSandbox = instance.core.state.kind === "sandbox";
    const faults = isSandbox ? this.#faults : undefined;
    const { config, log, figures, operator } = this.#tools;
    this.#requests ??= openRequestLog({ log, directory: this.#directory, isSandbox });
    const requests = this.#requests;
    // Only requests to the public API are counted.
    const traffic = joinTraffic(requests ? [figures.traffic, requests] : [figures.traffic]);
    const api = instance.api({ faults, traffic, site: this.#site });
    operator.serve({
      ...instance.operatorServices,
      faults,
      traffic: requests,
      metricsPage: this.#metricsPage,
      states: isSandbox && !config.cluster ? this : undefined, // CLUSTER-STATE-1
      nextRequest: () => api.nextRequest(),
    });
    return api;
  }

  /** SANDBOX-FAULT-1: the rules hold at the gateways, too. */
  judgeFollowers(): void {
    this.#instance.feeder?.judgeBy(faultJudgeOf(this.#faults));
  }

  list(): readonly string[] {
    return listStates(this.#directory);
  }

  remove(name: string): Promise<void> {
    return this.#turns.run(async () => removeState(this.#directory, name));
  }

  save(name: string): Promise<SavedAt> {
    const { core, archivist } = this.#instance;
    const archivedTo = (position: number, patienceMs: number) =>
      archivist.comeTo(position, patienceMs);
    return this.#turns.run(() =>
      saveState({ directory: this.#directory, sequencer: core, archivedTo }, name),
    );
  }

  load(name: string, request: number): Promise<LoadedAt> {
    return this.#turns.run(async () => {
      const state = readState(this.#directory, name); // SANDBOX-STATE-3
      checkKeys(state, this.#instance.provisioned.masterKey);
      return await this.#rebuild(async ({ core }) => {
        await prepareLoad(this.#directory, { name, state, request, end: core.end });
      });
    });
  }

  reset(): Promise<LoadedAt> {
    return this.#turns.run(() =>
      this.#rebuild(({ core }) =>
        prepareReset(this.#directory, { end: core.end, timeMs: core.now() }),
      ),
    );
  }

  /** A change that cannot be prepared is not made: the instance opens again on the log that it had. */
  async #rebuild(prepare: (instance: ExchangeInstance) => Promise<void>): Promise<LoadedAt> {
    this.api.close();
    await this.gateways?.close();
    await this.#orStop(this.#instance.abandon());
    const problem = await prepare(this.#instance).catch((error: unknown) => ({ error }));
    await this.#orStop(this.#reopen());
    if (problem) throw problem.error;
    const { position, timeMs } = this.#instance.core.state;
    return { position, timeMs };
  }

  /** Without an instance nothing can be served: the process ends, and the next start does the rest. */
  async #orStop(work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (error) {
      this.#tools.stopAtOnce(error);
      throw error;
    }
  }

  async #reopen(): Promise<void> {
    completeSwap(this.#directory);
    this.#faults.clear(); // SANDBOX-FAULT-6: a rule may name a user by the number of another.
    this.#faults.strikes.clear();
    this.#strikes.anew();
    this.#instance = await ExchangeInstance.open(this.#tools, this.#faults);
    this.api.switchTo(this.#moveIn(this.#instance));
    await this.gateways?.reopen();
  }

  async close(): Promise<void> {
    await this.#turns.close();
    await this.#instance.close();
    await this.#requests?.close();
    await this.#strikes.close();
  }
}

/** SEC-53: behind a proxy every client looks local. */
function offeredKeysOf({ config, files }: HostTools, { provisioned }: ExchangeInstance): DemoKeys {
  if (!provisioned.hasDemo || config.trustedProxies.length > 0) return {};
  return demoKeys(files, DEMO_USERS, drawCredentials);
}
