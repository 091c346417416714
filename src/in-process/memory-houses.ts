/**
 * One house in memory at a time, and the states that were saved of it: the same controls as a sandbox
 * on disk has (SANDBOX-STATE-1 to SANDBOX-STATE-5), kept in this process.
 */
import { randomUUID } from "node:crypto";
import { SwingingDoor } from "../doors/swinging-door.ts";
import type { Admitted } from "../http/dispatch.ts";
import { ROUTES } from "../http/routes.ts";
import { systemAlarm } from "../log/segment/segment-supply.ts";
import { FaultRules } from "../sandbox/fault-rules.ts";
import type { LoadedAt, SavedAt, StateControls } from "../sandbox/sandbox.ts";
import { checkStateName } from "../sandbox/state-name.ts";
import { StateRefused } from "../sandbox/state-refused.ts";
import { MemoryHouse, type MemoryHouseOptions, type MemoryState } from "./memory-house.ts";

type Command = Parameters<MemoryHouse["line"]["submit"]>[0];
type Settings = Omit<MemoryHouseOptions, "faults" | "states" | "token" | "report">;

export class MemoryHouses implements StateControls {
  readonly #options: MemoryHouseOptions;
  readonly #states = new Map<string, MemoryState>();
  readonly token = randomUUID();
  readonly door: SwingingDoor<Admitted>;
  #house: MemoryHouse;

  private constructor(settings: Settings) {
    const faults = new FaultRules({ routes: ROUTES, alarm: systemAlarm });
    const { token } = this;
    this.#options = { ...settings, faults, states: this, token, report: raise };
    this.#house = new MemoryHouse(this.#options, undefined);
    this.door = new SwingingDoor(this.#house.edge);
  }

  static async open(settings: Settings): Promise<MemoryHouses> {
    const houses = new MemoryHouses(settings);
    await houses.#house.furnish(houses.#options);
    return houses;
  }

  get present(): MemoryHouse {
    return this.#house;
  }

  list(): readonly string[] {
    return [...this.#states.keys()].sort((a, b) => (a < b ? -1 : 1));
  }

  async save(name: string): Promise<SavedAt> {
    checkStateName(name, this.list());
    this.#states.set(name, await this.#house.save());
    return { name, ...this.#place() };
  }

  async load(name: string, request: number): Promise<LoadedAt> {
    const state = this.#states.get(name);
    if (!state) throw new StateRefused("state_not_found", "There is no saved state of this name.");
    const stateHash = new Uint8Array(0); // There is no file that it could be held against.
    return this.#rebuild(state, { type: "LoadState", name, stateHash, request });
  }

  remove(name: string): void {
    if (this.#states.delete(name)) return;
    throw new StateRefused("state_not_found", "There is no saved state of this name.");
  }

  reset(): Promise<LoadedAt> {
    return this.#rebuild(undefined);
  }

  async #rebuild(state: MemoryState | undefined, ...first: Command[]): Promise<LoadedAt> {
    this.door.close();
    this.#options.faults.clear(); // SANDBOX-FAULT-6
    await this.#house.close();
    this.#house = new MemoryHouse(this.#options, state);
    await this.#house.line.submitAll(first);
    await this.#house.furnish(this.#options);
    this.door.openTo(this.#house.edge);
    return this.#place();
  }

  #place(): LoadedAt {
    const { position, timeMs } = this.#house.line.state;
    return { position, timeMs };
  }

  close(): Promise<void> {
    return this.#house.close();
  }
}

/** A fault must not pass unseen: it ends whoever runs this, as it ends a server. */
function raise(problem: unknown): void {
  queueMicrotask(() => {
    throw problem;
  });
}
