/**
 * The index that the operator sets: it mostly creeps, and now and then it leaps far enough to ruin
 * the users on the other side. One request at a time: of two on their way it would not be known
 * which stands.
 */
import { FIRST_INDEX } from "./crowd.ts";
import type { Operator } from "./operator.ts";

const CREEP = 0.002;
const LEAP = 0.08;
const LEAP_CHANCE = 0.25;
/** Between these it goes to and fro. */
const [LOWEST, HIGHEST] = [12_000, 32_000];

export class IndexMover {
  readonly #random: () => number;
  /** As far as is known. */
  price = FIRST_INDEX;
  #moving: Promise<number | undefined> | undefined;

  constructor(random: () => number) {
    this.#random = random;
  }

  /** Answers the status; undefined also while a move is on its way. */
  async move(operator: Operator): Promise<number | undefined> {
    if (this.#moving) return undefined;
    const by = this.#random() < LEAP_CHANCE ? LEAP : CREEP;
    return await this.#set(operator, this.#isNextUp() ? by : -by);
  }

  /** Far enough to ruin a user; behind a move that is on its way. */
  async leap(operator: Operator, where?: "down"): Promise<number | undefined> {
    while (this.#moving) await this.#moving;
    return await this.#set(operator, where === undefined && this.#isNextUp() ? LEAP : -LEAP);
  }

  /** Sets again what is thought to stand: a move that a kill met may never have been carried out. */
  async makeSure(operator: Operator): Promise<void> {
    while (this.#moving) await this.#moving;
    const status = await this.#set(operator, 0);
    if (status !== 200) throw new Error(`the index is not known: ${status}`);
  }

  #isNextUp(): boolean {
    return this.price < LOWEST || (this.price < HIGHEST && this.#random() < 0.5);
  }

  async #set(operator: Operator, by: number): Promise<number | undefined> {
    this.price = Math.round(this.price * (1 + by));
    const asked = { asset: "BTC", price: `${this.price}` };
    this.#moving = operator.post("/index", asked).then((answer) => answer?.status);
    const status = await this.#moving;
    this.#moving = undefined;
    return status;
  }
}
