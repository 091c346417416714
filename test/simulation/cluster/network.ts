/**
 * What lies between the machines of a simulated cluster: links that take their time and can be cut silently, as by a broken
 * switch, and connections over them. What is under way over a link that is cut comes when it is whole again.
 */
import type { WireEnd, WireListener } from "../../../src/runtime/wire/wire.ts";
import type { SimulatedProcess, World } from "./world.ts";

/** The most that something takes from one end to the other, usually, in one seed or another. */
const WAYS_MS = [4, 4, 12, 40] as const;
/** The most that it takes once in a while. */
const SLOW_MS = 160;

/** Between two machines. */
class Link {
  isCut = false;
  readonly wayMs: number;
  readonly channels = new Set<Channel>();

  constructor(wayMs: number) {
    this.wayMs = wayMs;
  }
}

/** One direction of one connection: brings everything in its order. */
export class Channel {
  readonly #world: World;
  readonly #link: Link;
  readonly #queue: (() => void)[] = [];
  #lastMs = 0;
  /** What has come as far as the cut. */
  #stuck = 0;

  constructor(world: World, link: Link) {
    this.#world = world;
    this.#link = link;
    link.channels.add(this);
  }

  send(arrive: () => void): void {
    this.#queue.push(arrive);
    this.#carry();
  }

  #carry(): void {
    const { dice, nowMs, timer } = this.#world;
    const wayMs = dice.between(1, dice.chance(0.02) ? SLOW_MS : this.#link.wayMs);
    this.#lastMs = Math.max(this.#lastMs, nowMs + wayMs);
    timer(this.#lastMs - nowMs, () => this.#bring());
  }

  /** Of what is under way the next arrives. */
  #bring(): void {
    if (this.#link.isCut) this.#stuck++;
    else this.#queue.shift()?.();
  }

  healed(): void {
    const stuck = this.#stuck;
    this.#stuck = 0;
    for (let count = 0; count < stuck; count++) this.#carry();
  }

  /** A part of what is under way never arrives. */
  lose(): void {
    this.#queue.length = this.#world.dice.between(0, this.#queue.length);
  }

  /** Nothing more is sent over it. */
  forget(): void {
    this.#link.channels.delete(this);
  }
}

/** Whoever can be reached at an address. */
export interface Listening {
  readonly process: SimulatedProcess;
  accept(wire: WireEnd): WireListener | undefined;
}

export class Network {
  readonly #world: World;
  readonly #wayMs: number;
  readonly #links = new Map<string, Link>();
  readonly #listening = new Map<string, Listening>();
  readonly #wires = new Set<readonly [SimulatedEnd, SimulatedEnd]>();

  constructor(world: World) {
    this.#world = world;
    this.#wayMs = world.dice.pick(WAYS_MS);
  }

  #link(one: string, other: string): Link {
    const name = [one, other].sort().join(" ");
    const link = this.#links.get(name) ?? new Link(this.#wayMs);
    this.#links.set(name, link);
    return link;
  }

  channel(from: string, to: string): Channel {
    return new Channel(this.#world, this.#link(from, to));
  }

  /** Nothing comes through any more, and nobody is told. */
  cut(one: string, other: string): void {
    this.#link(one, other).isCut = true;
  }

  heal(one: string, other: string): void {
    const link = this.#link(one, other);
    link.isCut = false;
    for (const channel of link.channels) channel.healed();
  }

  healAll(): void {
    for (const name of this.#links.keys()) {
      const [one = "", other = ""] = name.split(" ");
      this.heal(one, other);
    }
  }

  listen(address: string, listening: Listening): void {
    this.#listening.set(address, listening);
  }

  dial(from: string, process: SimulatedProcess, to: string, listener: WireListener): WireEnd {
    const [there, back] = [this.channel(from, to), this.channel(to, from)];
    const mine = new SimulatedEnd(this.#world, there, from, process);
    mine.listener = listener;
    there.send(() => {
      const listening = this.#listening.get(to);
      if (!listening?.process.isAlive) {
        back.send(() => mine.hear());
        return;
      }
      const theirs = new SimulatedEnd(this.#world, back, to, listening.process);
      mine.meet(theirs);
      const pair = [mine, theirs] as const;
      this.#wires.add(pair);
      listening.process.receive(() => {
        theirs.listener = listening.accept(theirs);
        if (!theirs.listener) theirs.close();
      });
    });
    return mine;
  }

  /** All wires between two machines end, with what is under way. */
  reset(one: string, other: string): void {
    for (const pair of this.#wires) {
      const names = pair.map(({ machine }) => machine);
      if (!(names.includes(one) && names.includes(other))) continue;
      for (const end of pair) end.reset();
      this.#wires.delete(pair);
    }
  }

  /** A process is gone: its kernel ends its wires. */
  leave(process: SimulatedProcess): void {
    for (const pair of this.#wires) {
      const end = pair.find((each) => each.process === process);
      end?.close();
      if (end) this.#wires.delete(pair);
    }
  }
}

class SimulatedEnd implements WireEnd {
  readonly #world: World;
  readonly #out: Channel;
  readonly machine: string;
  readonly process: SimulatedProcess;
  listener: WireListener | undefined;
  #other: SimulatedEnd | undefined;
  waiting = 0;
  #isClosed = false;

  constructor(world: World, out: Channel, machine: string, process: SimulatedProcess) {
    this.#world = world;
    this.#out = out;
    this.machine = machine;
    this.process = process;
  }

  meet(other: SimulatedEnd): void {
    this.#other = other;
    other.#other = this;
  }

  send(pieces: readonly Uint8Array[]): void {
    if (this.#isClosed) return;
    const bytes = Buffer.concat(pieces);
    this.waiting += bytes.length;
    this.#out.send(() => {
      this.waiting -= bytes.length;
      const other = this.#other;
      other?.process.receive(() => other.#isClosed || other.listener?.bytes(bytes));
    });
  }

  /** What has not left may be lost. */
  close(): void {
    if (this.#isClosed) return;
    if (this.#other && this.#world.dice.chance(0.5)) this.#out.lose();
    this.end();
  }

  end(): void {
    if (this.#isClosed) return;
    this.#out.send(() => {
      this.#other?.hear();
      this.#out.forget();
    });
    this.#end();
  }

  reset(): void {
    this.#out.lose();
    this.hear();
  }

  /** The other end has ended it. */
  hear(): void {
    this.process.receive(() => {
      if (!this.#isClosed) this.#end();
    });
  }

  #end(): void {
    this.#isClosed = true;
    this.process.timer(0, () => this.listener?.closed());
  }
}
