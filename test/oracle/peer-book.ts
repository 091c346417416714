/**
 * `nodejs-order-book`, the work of others, as the second of the two books. It decides for itself what trades and what
 * rests; what is done here besides is done for one of `differences.ts`, and counted.
 */
import { type IProcessOrder, OrderBook } from "nodejs-order-book";
import { present } from "../../src/core/base/assert.ts";
import type { DifferenceName } from "./differences.ts";
import type { Asked, Placing, Replacing, Standing, Step, Told } from "./order-step.ts";
import { forceOf, MODES, queueOf, type Resting, SIDES, standingOf, toldOf } from "./peer-words.ts";

const REFUSED: Told = { verdict: "refused", trades: [], expired: [] };
const TAKEN: Told = { verdict: "taken", trades: [], expired: [] };

/** What an order was placed with: the other book forgets some of it. */
type Owned = Asked & { readonly user: string };

export class PeerBook {
  readonly #book = new OrderBook();
  readonly #owned = new Map<string, Owned>();
  readonly #differs: (name: DifferenceName) => void;
  readonly #meetsOwn: boolean;

  constructor(differs: (name: DifferenceName) => void, meetsOwn: boolean) {
    this.#differs = differs;
    this.#meetsOwn = meetsOwn;
  }

  take(step: Step): Told {
    if (step.type === "place") return this.#place(step);
    const owner = this.#owned.get(step.name)?.user ?? step.user;
    const isStrange = owner !== step.user;
    if (step.type === "replace") return this.#replace(step, isStrange);
    if (!isStrange) return this.#book.cancel(step.name) ? TAKEN : REFUSED;
    this.#differs("stranger");
    return REFUSED;
  }

  #place(step: Placing): Told {
    if (step.kind === "market") return this.#market(step);
    // What is refused at the door is not killed.
    const isFormed = isPositive(step) && !this.#book.order(step.name);
    if (step.force === "fok" && isFormed && this.#isKilledForOwn(step)) {
      this.#differs("fok_counts_own");
      return { ...TAKEN, verdict: "killed" };
    }
    const { side, name, size, price, force, mode, user } = step;
    const response = this.#book.limit({
      id: name,
      side: SIDES[side],
      size,
      price,
      postOnly: force === "post_only",
      timeInForce: forceOf(force),
      accountId: user,
      stpMode: MODES[mode],
    });
    const told = this.#tell(response, name);
    if (told.verdict !== "refused") this.#owned.set(name, step);
    return told;
  }

  #market(step: Placing): Told {
    const { side, user, mode } = step;
    if (step.size > 0 && this.#queue(side === "buy" ? "sell" : "buy").length === 0) {
      this.#differs("no_opposite");
      return REFUSED;
    }
    const size = side === "buy" ? this.#sizeFor(step) : step.size;
    if (step.size > 0 && size === 0) {
      this.#differs("amount_of_no_step");
      return TAKEN;
    }
    const stpMode = MODES[mode];
    return this.#tell(this.#book.market({ side: SIDES[side], size, accountId: user, stpMode }), "");
  }

  /** What an amount pays for, or one more lot of an own order at which it ends. */
  #sizeFor({ size: amount, user, mode }: Placing): number {
    this.#differs("amount");
    let left = amount;
    let sum = 0;
    for (const maker of this.#queue("sell")) {
      const wanted = Math.floor(left / maker.price);
      const isOwn = mode !== "none" && maker.accountId === user;
      const taken = Math.min(wanted, maker.size);
      sum += taken;
      left -= taken * maker.price;
      if (isOwn || wanted <= maker.size) break;
    }
    return sum;
  }

  /** SPOT-TIF-3, where own orders stand in the way and the other book does not see them. */
  #isKilledForOwn({ side, price, size, user, mode }: Placing): boolean {
    const isOwn = (maker: Resting) => mode !== "none" && maker.accountId === user;
    const facing = this.#queue(side === "buy" ? "sell" : "buy").filter((maker) =>
      side === "buy" ? maker.price <= price : maker.price >= price,
    );
    const first = facing.findIndex(isOwn);
    if (first < 0) return false;
    const counted =
      mode === "expire_maker" ? facing.filter((one) => !isOwn(one)) : facing.slice(0, first);
    return lotsOf(counted) < size && lotsOf(facing) >= size;
  }

  #replace(step: Replacing, isStrange: boolean): Told {
    const { name, size, price, allowsFailure } = step;
    const order = isStrange ? undefined : this.#book.order(name);
    const owned = this.#owned.get(name);
    const isFormed = isPositive(step);
    if (order && owned && isFormed) return this.#replaceOpen(step, owned, order);
    if (allowsFailure && isFormed) {
      this.#differs("allow_failure");
      return this.#place(placingOf(step));
    }
    // Refused there, too, and by itself, save where it knows no strangers.
    if (!isStrange) return this.#tell(this.#book.modify(name, { size, price }), name);
    this.#differs("stranger");
    return REFUSED;
  }

  #replaceOpen(step: Replacing, owned: Owned, open: Resting): Told {
    const { name, newName, side, size, price, force } = step;
    if (isAmendment(step, owned, open)) return this.#amend(step);
    const isPlain = owned.force === "gtc" && force === "gtc";
    const isSame = newName === name && owned.side === side && isPlain;
    if (isSame && !this.#meetsOwn) {
      this.#owned.set(name, step);
      return this.#tell(this.#book.modify(name, { size, price }), name);
    }
    this.#differs(isSame ? "modify_forgets_user" : "replaced_by_another");
    this.#book.cancel(name);
    return this.#place(placingOf(step));
  }

  #amend(step: Replacing): Told {
    const level = this.#queue(step.side).filter(({ price }) => price === step.price);
    const behind = level.slice(level.findIndex(({ id }) => id === step.name));
    if (behind.length > 1) this.#differs("amendment");
    for (const { id, size } of behind) {
      const asked = present(this.#owned.get(id), `what ${id} was placed with`);
      this.#book.cancel(id);
      this.#place({ ...asked, type: "place", name: id, size: id === step.name ? step.size : size });
    }
    return TAKEN;
  }

  #tell(response: IProcessOrder, taker: string): Told {
    const told = toldOf(response, taker);
    if (response.err && told.verdict !== "refused") this.#differs("end_is_error");
    return told;
  }

  #queue(side: Asked["side"]): Resting[] {
    return queueOf(this.#book, side);
  }

  standing(): Standing {
    return standingOf(this.#book);
  }
}

/** SPOT-REPLACE-3 */
function isAmendment(step: Replacing, owned: Owned, open: Resting): boolean {
  const isSame = owned.side === step.side && owned.force === step.force && owned.mode === step.mode;
  return (
    isSame && step.newName === step.name && open.price === step.price && step.size <= open.size
  );
}

function placingOf({ allowsFailure: _, newName, ...step }: Replacing): Placing {
  return { ...step, type: "place", name: newName };
}

function isPositive({ size, price }: Asked): boolean {
  return size > 0 && price > 0;
}

function lotsOf(orders: readonly Resting[]): number {
  return orders.reduce((sum, { size }) => sum + size, 0);
}
