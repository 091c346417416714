/**
 * Clients of a simulated cluster. They know what they sent and what they got, and nothing else: what is held against the log in
 * the end, and every read against what was acknowledged to anybody before it was asked.
 */
import type { Command } from "../../../src/core/engine/codec.ts";
import type { Submitted } from "../../../src/runtime/replica/submission.ts";
import { FIRST_UNITS, USERS } from "../service-market.ts";
import type { SimulatedNode } from "./simulated-node.ts";
import type { World } from "./world.ts";

/** What was sent, and what became of it; never answered is not known. */
export interface Sent {
  readonly id: string;
  readonly node: string;
  readonly atMs: number;
  answer?: Submitted;
}

/** Between two requests of all clients together. */
const PAUSE_MS = 60;
const WINDOW_MS = 1_500;

export class Clients {
  readonly sent: Sent[] = [];
  readonly #world: World;
  readonly #nodes: readonly SimulatedNode[];
  /** The last place in the log that anybody was told of. */
  #toldPosition = 0;
  readonly #told = new Map<number, string>();
  isSending = true;

  constructor(world: World, nodes: readonly SimulatedNode[]) {
    this.#world = world;
    this.#nodes = nodes;
  }

  begin(): void {
    const { dice, timer } = this.#world;
    if (!this.isSending) return;
    if (dice.chance(0.6)) this.send(dice.pick(this.#nodes));
    else this.#read(dice.pick(this.#nodes));
    timer(dice.between(1, PAUSE_MS), () => this.begin());
  }

  /** Sends a command through a node; undefined where none runs there. */
  send(through: SimulatedNode): Sent | undefined {
    const { node, process } = through;
    const { dice, nowMs } = this.#world;
    if (!node || !process.isAlive) return undefined;
    const id = `c${this.sent.length}`;
    const sent: Sent = { id, node: through.name, atMs: nowMs };
    this.sent.push(sent);
    const command = this.#command(id);
    const isInHaste = dice.chance(0.2);
    process.receive(() => {
      const notAfterMs = isInHaste ? node.now() + WINDOW_MS : undefined;
      void node.submit(command, notAfterMs).then((answer) => this.#answered(sent, answer));
    });
    return sent;
  }

  #command(id: string): Command {
    const { dice } = this.#world;
    const user = dice.between(1, USERS);
    const request = 0;
    if (dice.chance(0.3))
      return { type: "Deposit", id, user, asset: 2, amount: FIRST_UNITS, request };
    return {
      type: "PlaceOrder",
      user,
      key: user,
      request,
      pair: 1,
      side: dice.pick(["buy", "sell"]),
      kind: "limit",
      quantity: `0.0${dice.between(1, 9)}`,
      price: `${dice.between(98, 102)}`,
      clientId: id,
    };
  }

  #answered(sent: Sent, answer: Submitted): void {
    sent.answer = answer;
    this.#world.count(`answered ${answer.kind}`);
    if (answer.kind !== "done") return;
    const { position } = answer;
    const other = this.#told.get(position);
    if (other) this.#world.fail(`${sent.id} and ${other} were both told position ${position}`);
    this.#told.set(position, sent.id);
    this.#toldPosition = Math.max(this.#toldPosition, position);
  }

  /** CLUSTER-READ-1, FOLLOW-READ-1 */
  #read(through: SimulatedNode): void {
    const { node, process } = through;
    const told = this.#toldPosition;
    if (!node || !process.isAlive) return;
    const look = () => {
      this.#world.count("a read");
      const { position } = node.state;
      if (position >= told) return;
      this.#world.fail(`${through.name} reads at ${position}, and ${told} was told before`);
    };
    process.receive(() => {
      const current = through.current(node);
      if (!current) look();
      else void current.then((isCurrent) => (isCurrent ? look() : this.#world.count("no read")));
    });
  }
}
