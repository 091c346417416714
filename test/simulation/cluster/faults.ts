/** What goes wrong in a simulated cluster, one thing after the other and often several at once; and how all of it is healed. */
import { LEADER_STATEMENTS } from "../../../src/log/postgres/leader-table.ts";
import { SAFE_SETTINGS } from "../../support/safe-settings.ts";
import type { ClockName } from "../../support/standing-clocks.ts";
import type { Network } from "./network.ts";
import type { SimulatedServer } from "./server.ts";
import type { SimulatedNode } from "./simulated-node.ts";
import type { World } from "./world.ts";

/** Each with how often it comes. */
const WEIGHTS = {
  "a node killed": 3,
  "a power cut": 2,
  "a clean stop": 1,
  "a node that stands still": 4,
  "a node that stands still with a clock": 2,
  "a node cut off from PostgreSQL": 4,
  "sessions reset": 1,
  "two nodes cut off from each other": 3,
  "wires reset": 2,
  "a primary that restarts": 1,
  "a primary that dies, and a promotion": 2,
  "a promotion while the primary lives": 2,
  "a standby that hangs": 3,
  "a wait that is cancelled": 2,
  "a reload without standbys": 2,
  "a resignation": 2,
  "a resignation that was asked for": 1,
  "a full disk": 2,
  "a snapshot": 3,
} as const;

/** So soon a time server notices that a clock is behind. */
const SET_RIGHT_MS = 1_000;
/** CLUSTER-READ-2: clocks that stand with their machine; one of the three goes on. */
const STANDING = [["monotonic"], ["monotonic", "boot"], ["monotonic", "wall"]] as const;

export type Fault = keyof typeof WEIGHTS;
export const FAULTS = Object.keys(WEIGHTS) as Fault[];

export interface FaultsOptions {
  readonly world: World;
  readonly network: Network;
  readonly nodes: readonly SimulatedNode[];
  readonly servers: readonly [SimulatedServer, SimulatedServer];
}

/** The longest time to the next, in one seed or another. */
const PAUSES_MS = [1_200, 3_500, 6_000] as const;

export class Faults {
  readonly #options: FaultsOptions;
  #primary: SimulatedServer;
  #other: SimulatedServer;
  isOver = false;
  readonly #pauseMs: number;

  constructor(options: FaultsOptions) {
    this.#options = options;
    this.#pauseMs = options.world.dice.pick(PAUSES_MS);
    [this.#primary, this.#other] = options.servers;
  }

  get primary(): SimulatedServer {
    return this.#primary;
  }

  begin(): void {
    const { dice, timer } = this.#options.world;
    timer(dice.between(50, this.#pauseMs), () => {
      if (this.isOver) return;
      this.strike(dice.weighted(WEIGHTS));
      this.begin();
    });
  }

  strike(fault: Fault, node = this.#drawNode()): void {
    const { world } = this.#options;
    world.tell(`--- ${fault} (${node.name})`);
    world.count(fault);
    switch (fault) {
      case "a node killed":
      case "a power cut":
        node.kill(fault === "a power cut");
        node.startIn(world.dice.between(100, 4_000));
        break;
      case "a clean stop":
        node.stop(world.dice.between(100, 4_000));
        break;
      case "a node that stands still":
        this.#pause(node, []);
        break;
      case "a node that stands still with a clock":
        this.#pause(node, world.dice.pick(STANDING));
        break;
      case "a full disk":
        node.fillDisk(true);
        this.#later(world.dice.between(500, 6_000), () => node.fillDisk(false));
        break;
      case "a snapshot":
        node.snapshot();
        break;
      case "a resignation":
        node.process.receive(() => void node.node?.resign());
        break;
      case "a resignation that was asked for":
        this.#askToResign();
        break;
      case "a node cut off from PostgreSQL":
      case "sessions reset":
      case "two nodes cut off from each other":
      case "wires reset":
        this.#disconnect(fault, node);
        break;
      default:
        this.#strikeServers(fault);
    }
  }

  /** Half of the time it is the one that leads: there is most to be lost. */
  #drawNode(): SimulatedNode {
    const { world, nodes } = this.#options;
    const leader = nodes.find(({ node }) => node?.leads !== undefined);
    return leader && world.dice.chance(0.5) ? leader : world.dice.pick(nodes);
  }

  /** Whatever it is about, it is not done when all is over. */
  #later(delayMs: number, run: () => void): void {
    this.#options.world.timer(delayMs, () => this.isOver || run());
  }

  #pause({ process, clocks }: SimulatedNode, standing: readonly ClockName[]): void {
    if (process.isPaused) return;
    process.pause();
    clocks.stop(standing);
    this.#later(this.#options.world.dice.between(1_000, 8_000), () => {
      clocks.goOn();
      process.resume();
      this.#options.world.timer(SET_RIGHT_MS, () => clocks.setWallRight());
    });
  }

  #disconnect(fault: Fault, node: SimulatedNode): void {
    const { world, network, nodes, servers } = this.#options;
    const { dice } = world;
    const { name } = node;
    const forMs = dice.between(500, 7_000);
    if (fault === "sessions reset") {
      node.resetSessions();
      return;
    }
    if (fault === "a node cut off from PostgreSQL") {
      const isOne = dice.chance(0.25);
      for (const server of isOne ? [dice.pick(servers)] : servers)
        this.#cut(name, server.name, forMs);
      return;
    }
    const other = dice.pick(nodes.filter((each) => each.name !== name)).name;
    if (fault === "wires reset") network.reset(name, other);
    else this.#cut(name, other, forMs);
  }

  #cut(one: string, other: string, forMs: number): void {
    const { network } = this.#options;
    network.cut(one, other);
    this.#later(forMs, () => network.heal(one, other));
  }

  #askToResign(): void {
    const backend = { name: "an operator", isOver: false, hasLeft: false, end: () => undefined };
    const text = LEADER_STATEMENTS.askToResign;
    this.#primary.run({ text, values: [], backend, answer: () => undefined });
  }

  #strikeServers(fault: Fault): void {
    const { dice } = this.#options.world;
    const primary = this.#primary;
    switch (fault) {
      case "a wait that is cancelled":
        this.#cancelWaits();
        break;
      case "a reload without standbys":
        primary.hang(true);
        primary.reload("");
        this.#later(dice.between(200, 4_000), () => this.#restore(primary));
        break;
      case "a standby that hangs":
        primary.hang(true);
        if (dice.chance(0.4)) this.#later(dice.between(1, 3_000), () => this.#cancelWaits());
        this.#later(dice.between(200, 6_000), () => primary.hang(false));
        break;
      case "a primary that restarts":
        if (!primary.isUp) return;
        primary.crash();
        this.#later(dice.between(100, 2_000), () => primary.isUp || primary.restart());
        break;
      case "a primary that dies, and a promotion":
        if (!primary.hasStandby) return;
        primary.crash();
        this.#later(dice.between(100, 3_000), () => this.#promote(true));
        break;
      case "a promotion while the primary lives":
        this.#promote(false);
        break;
    }
  }

  #restore(server: SimulatedServer): void {
    server.reload(SAFE_SETTINGS.standbys);
    server.hang(false);
  }

  #cancelWaits(): void {
    const { world } = this.#options;
    const count =
      this.#primary.cancelWaits() + (this.#other.isStandby ? 0 : this.#other.cancelWaits());
    if (count > 0) world.count("a warning");
  }

  /** The standby takes over. The primary of before comes back as it was, and is made a standby later. */
  #promote(isDead: boolean): void {
    const { world } = this.#options;
    const [old, next] = [this.#primary, this.#other];
    if (!old.hasStandby || old.isUp === isDead) return;
    if (next.promote(old) > 0) world.count("commits lost");
    [this.#primary, this.#other] = [next, old];
    const backMs = world.dice.between(100, 3_000);
    if (isDead && world.dice.chance(0.6)) {
      this.#later(backMs / 2, () => {
        if (old.isUp || old.isStandby || this.#primary !== next) return;
        old.restart();
        world.count("a primary of before that is back");
      });
    }
    this.#later(backMs, () => this.#rejoin());
  }

  #rejoin(): void {
    const [primary, other] = [this.#primary, this.#other];
    if (primary.hasStandby) return;
    other.crash();
    primary.attach(other);
  }

  /** Everything is whole again, and every node is started. */
  heal(): void {
    const { network, nodes } = this.#options;
    this.isOver = true;
    network.healAll();
    if (!this.#primary.isUp) this.#primary.restart();
    this.#rejoin();
    for (const server of this.#options.servers) this.#restore(server);
    for (const node of nodes) {
      node.fillDisk(false);
      node.clocks.goOn();
      node.clocks.setWallRight();
      node.process.resume();
      node.start();
    }
  }
}
