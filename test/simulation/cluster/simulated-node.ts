/**
 * A machine of a simulated cluster with its disk, and the node that runs on it: the real one, with a real feeder, opened and wired
 * as the server does it. Killed, it begins again with what its disk has; stopped, it ends as by SIGTERM; whatever ends it,
 * it is started again.
 */

import { inspectTouched } from "../../../src/core/engine/invariants/tripwire.ts";
import { DiskFull } from "../../../src/log/disk.ts";
import {
  listSnapshots,
  snapshotName,
  writeSnapshot,
} from "../../../src/log/file/snapshot-files.ts";
import { isDoubt } from "../../../src/log/postgres/settlement.ts";
import { inlineSegmentMaker } from "../../../src/log/segment/segments.ts";
import type { Clocks } from "../../../src/runtime/cluster/clocks.ts";
import { NameTaken } from "../../../src/runtime/cluster/membership.ts";
import type { Node } from "../../../src/runtime/cluster/node.ts";
import { type OpenedNode, openNode } from "../../../src/runtime/cluster/open-node.ts";
import { TouchedUsers } from "../../../src/runtime/replica/touched-users.ts";
import { presentOf } from "../../../src/runtime/sequencer/present-state.ts";
import type { FeedingCore } from "../../../src/runtime/wire/feeder.ts";
import { Feeder } from "../../../src/runtime/wire/feeder.ts";
import { emptyArchive } from "../../support/desk-options.ts";
import { SimulatedDisk } from "../../support/simulated-disk.ts";
import { StandingClocks } from "../../support/standing-clocks.ts";
import { marketOf } from "../service-market.ts";
import type { Network } from "./network.ts";
import type { SimulatedServer } from "./server.ts";
import { type SimulatedSession, simulatedDatabase } from "./session.ts";
import { SimulatedProcess, type World } from "./world.ts";

/** Rules that are turned off from outside: each must be missed. */
export interface Controls {
  readonly claimsWithoutBeat: boolean;
  readonly ignoresLease: boolean;
  readonly ignoresWarnings: boolean;
  readonly hasNoBarrier: boolean;
  readonly trustsSettings: boolean;
  readonly trustsOneClock: boolean;
  readonly keepsNodes: boolean;
}

export interface SimulatedNodeOptions {
  readonly name: string;
  readonly world: World;
  readonly network: Network;
  readonly servers: readonly SimulatedServer[];
  readonly startMs: number;
  readonly controls: Controls;
  /** A node leads in an epoch. */
  readonly onLead: (epoch: number, node: string) => void;
}

const SECOND_MS = 1_000;
/** Its wall clock is off by no more. */
const SKEW_MS = 40;

export class SimulatedNode {
  readonly name: string;
  readonly disk = new SimulatedDisk();
  readonly #options: SimulatedNodeOptions;
  /** How far its wall clock is off. */
  skewMs: number;
  readonly clocks: StandingClocks;
  /** The version of what it runs. */
  program = "simulated";
  acceptsClockBehind = false;
  /** Called when it does not start for a reason that stays; without it, that must not be. */
  onRefused: ((error: unknown) => void) | undefined;
  #process: SimulatedProcess;
  #sessions = new Set<SimulatedSession>();
  node: Node | undefined;

  constructor(options: SimulatedNodeOptions) {
    const { world, name } = options;
    this.#options = options;
    this.name = name;
    this.skewMs = world.dice.between(-SKEW_MS, SKEW_MS);
    this.clocks = new StandingClocks({
      wallMs: () => options.startMs + this.skewMs + world.nowMs,
      monotonicMs: () => world.nowMs,
    });
    this.#process = new SimulatedProcess(world);
    this.#process.kill();
  }

  get process(): SimulatedProcess {
    return this.#process;
  }

  get isRunning(): boolean {
    return this.#process.isAlive;
  }

  /** A process begins, unless one is there. */
  start(): void {
    const { world, network, name } = this.#options;
    if (this.isRunning) return;
    const process = new SimulatedProcess(world);
    this.#process = process;
    this.#sessions = new Set();
    network.listen(name, { process, accept: () => undefined });
    this.#open(process).catch((error: unknown) => {
      if (!process.isAlive) return;
      this.kill();
      if (this.onRefused) {
        this.onRefused(error);
        return;
      }
      const mayPass = isDoubt(error) || error instanceof NameTaken || error instanceof DiskFull;
      if (!mayPass) {
        world.fail(`${name} does not start: ${error instanceof Error ? error.stack : error}`);
      }
      world.count("a start that failed");
      this.startIn(world.dice.between(300, 900));
    });
  }

  startIn(delayMs: number): void {
    this.#options.world.timer(delayMs, () => this.start());
  }

  async #open(process: SimulatedProcess): Promise<void> {
    const { network, name } = this.#options;
    const monotonicMs = () => this.clocks.monotonicMs();
    const opened = await openNode({
      node: name,
      program: this.program,
      touched: new TouchedUsers(),
      dial: (address, listener) => network.dial(name, process, address, listener),
      inspect: inspectTouched,
      onBroken: (error) => this.#ended(process, `is broken: ${(error as Error).stack}`),
      report: (sentence) => this.#report(process, sentence),
      database: (session) => this.#database(process, session),
      isSingle: false,
      disk: this.disk,
      segmentMaker: inlineSegmentMaker(this.disk),
      clocks: this.#trustedClocks(),
      clockwork: { now: monotonicMs, timer: process.timer, makeWay: (on) => process.timer(0, on) },
      acceptsClockBehind: this.acceptsClockBehind,
    });
    this.#begin(process, opened);
  }

  /** The control goes by the monotonic clock alone. */
  #trustedClocks(): Clocks {
    const { clocks } = this;
    if (!this.#options.controls.trustsOneClock) return clocks;
    const monotonicMs = () => clocks.monotonicMs();
    const wallMs = () => this.#options.startMs + monotonicMs();
    return { monotonicMs, bootMs: monotonicMs, wallMs };
  }

  #database(process: SimulatedProcess, name: string) {
    const { network, servers, controls } = this.#options;
    const opened = this.#sessions;
    const machine = this.name;
    return simulatedDatabase({ network, servers, process, machine, name, opened, ...controls });
  }

  #begin(process: SimulatedProcess, { node, membership, clock }: OpenedNode): void {
    const { network, controls, name, onLead } = this.#options;
    const { program } = this;
    const feeder = new Feeder({
      core: controls.ignoresLease ? withoutLease(node) : node,
      archive: emptyArchive(),
      program,
      makeWay: (goOn) => process.timer(0, goOn),
      onDiffers: (sentence) => this.#ended(process, `has a follower that differs: ${sentence}`),
      report: (sentence) => this.#report(process, sentence),
    });
    this.node = node;
    network.listen(name, {
      process,
      accept: (wire) => (node.leads === undefined ? undefined : feeder.accept(wire, node.leads)),
    });
    membership.begin(() => {
      const { role, epoch } = node.standing;
      const { canLead } = node;
      const { position } = node.state;
      return { address: name, role, epoch, position, version: program, canLead };
    });
    const everySecond = () => {
      clock.correct();
      feeder.beat();
      process.timer(SECOND_MS, everySecond);
    };
    everySecond();
    void node.start({
      address: name,
      lead: async ({ epoch }) => {
        onLead(epoch, name);
        await openMarket(node);
        feeder.beat();
      },
      follow: () => controls.keepsNodes || feeder.closeNodes(),
    });
  }

  #report(process: SimulatedProcess, sentence: string): void {
    if (sentence.startsWith("HALTED")) this.#ended(process, sentence);
    if (process.isAlive) this.#options.world.tell(`${this.name}: ${sentence}`);
  }

  #ended(process: SimulatedProcess, sentence: string): void {
    if (process.isAlive) this.#options.world.fail(`${this.name} ${sentence}`);
  }

  /** CLUSTER-READ-1: whether its state has all that was acknowledged; the control asks nobody. */
  current(node: Node): Promise<boolean> | undefined {
    const { ignoresLease } = this.#options.controls;
    return ignoresLease && node.leads !== undefined ? undefined : node.current();
  }

  /** Its process is gone, and its connections with it; of its disk, what was not synced if the machine lost power. */
  kill(isPowerCut = false): void {
    const { network, world } = this.#options;
    if (!this.isRunning) return;
    this.#process.kill();
    this.node = undefined;
    network.leave(this.#process);
    for (const session of [...this.#sessions]) session.abandon();
    if (isPowerCut) this.disk.crash(() => world.dice.between(0, 999) / 1_000);
  }

  /** As by SIGTERM: it resigns, ends, and is started again. */
  stop(restartMs: number): void {
    const { node } = this;
    const process = this.#process;
    const over = () => {
      if (process !== this.#process) return;
      this.kill();
      this.startIn(restartMs);
    };
    process.receive(() => void node?.stop().then(over));
  }

  /** What is on the disk stays, and nothing more fits on it. */
  fillDisk(isFull: boolean): void {
    this.disk.spaceBytes = isFull ? 0 : Number.POSITIVE_INFINITY;
  }

  /** As its archivist makes one: of a state that it has behind it, with all of the copy that leads there. */
  snapshot(): void {
    const { node } = this;
    if (!node || this.#process.isPaused || node.state.position !== node.copyEnd.position) return;
    const { head, body } = presentOf(node);
    const isThere = listSnapshots(this.disk).includes(snapshotName(head.cursor.position));
    if (!isThere && this.disk.spaceBytes > 0) writeSnapshot(this.disk, head, body);
  }

  /** How many sessions it has open. */
  get sessionCount(): number {
    return this.#sessions.size;
  }

  /** What connects it to a server breaks. */
  resetSessions(): void {
    for (const session of [...this.#sessions]) session.reset();
  }
}

/** A new exchange is made a market by whoever leads first. */
async function openMarket(node: Node): Promise<void> {
  if (node.state.kind !== "unopened") return;
  for (const command of marketOf("sandbox")) await node.submit(command);
}

/** A control that must fail: a leader that asks nobody whether it still leads. */
function withoutLease(node: Node): FeedingCore {
  return {
    get state() {
      return node.state;
    },
    get end() {
      return node.end;
    },
    get lines() {
      return node.lines;
    },
    get notReady() {
      return node.notReady;
    },
    current: () => (node.leads === undefined ? node.current() : undefined),
    enter: (waiting) => node.enter(waiting),
    flush: () => node.flush(),
    onBatch: (listener) => node.onBatch(listener),
  };
}
