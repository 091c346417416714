/**
 * A data directory with its doors: behind them stands one house at a time. A sandbox can be taken back
 * to a saved state or to its beginning: the house is closed, another log takes the place of its own,
 * and a new house opens behind the same doors. Rules SANDBOX-STATE-1 to SANDBOX-STATE-5.
 */
import { drawCredentials } from "./auth/seal.ts";
import { DEMO_USERS } from "./demo/demo-catalogue.ts";
import { type DemoKeys, demoKeys } from "./demo/demo-keys.ts";
import { siteOf } from "./doors/site-of.ts";
import { takeStream } from "./doors/streams-of.ts";
import { SwingingDoor } from "./doors/swinging-door.ts";
import { House, type HouseTools } from "./house.ts";
import type { Refusal } from "./http/dialect/errors.ts";
import type { Admitted, Edge } from "./http/dispatch.ts";
import { ROUTES } from "./http/routes.ts";
import type { StreamAsk } from "./http/server.ts";
import type { Site } from "./http/site.ts";
import { joinTraffic } from "./http/traffic.ts";
import { systemAlarm } from "./log/segment/segment-supply.ts";
import type { EarlyOperator } from "./operator/open-operator.ts";
import { openRequestLog } from "./program-log/open-request-log.ts";
import type { RequestLog } from "./program-log/request-log.ts";
import { FaultRules } from "./sandbox/fault-rules.ts";
import { OneAtATime } from "./sandbox/one-at-a-time.ts";
import type { LoadedAt, SavedAt, StateControls } from "./sandbox/sandbox.ts";
import { checkKeys } from "./sandbox/states/check-keys.ts";
import { prepareLoad, prepareReset } from "./sandbox/states/prepare-log.ts";
import {
  listStates,
  readState,
  removeState,
  removeStateDrafts,
} from "./sandbox/states/saved-state.ts";
import { saveState } from "./sandbox/states/state-keeper.ts";
import { completeSwap } from "./sandbox/states/swap.ts";

export interface PremisesTools extends HouseTools {
  readonly operator: EarlyOperator;
  /** Of the public listener. */
  readonly connections: () => Promise<number>;
}

export class Premises implements StateControls {
  readonly #tools: PremisesTools;
  readonly #faults = new FaultRules({ routes: ROUTES, alarm: systemAlarm });
  readonly door: SwingingDoor<Admitted>;
  readonly #metricsPage: () => Promise<string>;
  #house: House;
  readonly #turns = new OneAtATime();
  #requests: RequestLog | undefined;
  /** The same behind every house. */
  readonly #site: Site;

  private constructor(tools: PremisesTools, house: House) {
    this.#tools = tools;
    this.#house = house;
    this.#site = siteOf(ROUTES, offeredKeys(tools, house));
    const { figures, connections, config } = tools;
    this.#metricsPage = figures.page({
      sequencer: () => this.#house.exchange.sequencer,
      archivist: () => this.#house.archivist,
      notReady: () => this.#house.exchange.sequencer.notReady,
      ...{ connections, dataDirectory: config.dataDirectory },
    });
    this.door = new SwingingDoor(this.#moveIn(house));
  }

  static async open(tools: PremisesTools): Promise<Premises> {
    completeSwap(tools.config.dataDirectory); // SANDBOX-STATE-4
    removeStateDrafts(tools.config.dataDirectory);
    return new Premises(tools, await House.open(tools));
  }

  /** For the public listener: while there is no house there are no streams. */
  takeStream(ask: StreamAsk): Refusal | undefined {
    return takeStream(this.door.isOpen ? this.#house.streams : undefined, ask);
  }

  get house(): House {
    return this.#house;
  }

  get #directory(): string {
    return this.#tools.config.dataDirectory;
  }

  #moveIn(house: House): Edge {
    const isSandbox = house.exchange.sequencer.state.kind === "sandbox";
    const faults = isSandbox ? this.#faults : undefined;
    const { log, figures, operator } = this.#tools;
    this.#requests ??= openRequestLog({ log, directory: this.#directory, isSandbox });
    const requests = this.#requests;
    // Only what comes in at the public door is counted.
    const traffic = joinTraffic(requests ? [figures.traffic, requests] : [figures.traffic]);
    const edge = house.edge({ faults, traffic, site: this.#site });
    operator.serve({
      ...{ ...house.operatorServices, faults, traffic: requests, metricsPage: this.#metricsPage },
      states: isSandbox ? this : undefined,
      nextRequest: () => edge.nextRequest(),
    });
    return edge;
  }

  list(): readonly string[] {
    return listStates(this.#directory);
  }

  remove(name: string): Promise<void> {
    return this.#turns.run(async () => removeState(this.#directory, name));
  }

  save(name: string): Promise<SavedAt> {
    const { exchange, archivist } = this.#house;
    const archived = () => archivist.archived;
    return this.#turns.run(() =>
      saveState({ directory: this.#directory, sequencer: exchange.sequencer, archived }, name),
    );
  }

  load(name: string, request: number): Promise<LoadedAt> {
    return this.#turns.run(async () => {
      const state = readState(this.#directory, name); // SANDBOX-STATE-3
      checkKeys(state, this.#house.furnished.masterKey);
      return await this.#rebuild(async ({ exchange }) => {
        await prepareLoad(this.#directory, { name, state, request, end: exchange.sequencer.end });
      });
    });
  }

  reset(): Promise<LoadedAt> {
    return this.#turns.run(() =>
      this.#rebuild(({ exchange: { sequencer } }) =>
        prepareReset(this.#directory, { end: sequencer.end, timeMs: sequencer.now() }),
      ),
    );
  }

  /** What cannot be prepared is not done: then the house opens again on the log that it had. */
  async #rebuild(prepare: (house: House) => Promise<void>): Promise<LoadedAt> {
    this.door.close();
    await this.#orStop(this.#house.abandon());
    const problem = await prepare(this.#house).catch((error: unknown) => ({ error }));
    await this.#orStop(this.#reopen());
    if (problem) throw problem.error;
    const { position, timeMs } = this.#house.exchange.sequencer.state;
    return { position, timeMs };
  }

  /** Without a house there is nobody to answer for: the process ends, and a start sees to the rest. */
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
    this.#house = await House.open(this.#tools);
    this.door.openTo(this.#moveIn(this.#house));
  }

  async close(): Promise<void> {
    await this.#turns.close();
    await this.#house.close();
    await this.#requests?.close();
  }
}

/** SEC-53: what the demo's console may be handed. Behind a proxy everybody looks like the owner. */
function offeredKeys({ config, files }: PremisesTools, { furnished }: House): DemoKeys {
  if (!furnished.hasDemo || config.trustedProxies.length > 0) return {};
  return demoKeys(files, DEMO_USERS, drawCredentials);
}
