/**
 * What both books have agreed on so far: which names were used and by whom, what is open, what was asked. Drawn steps
 * find their orders here, and what a step has come to is put into words.
 */
import { present } from "../../src/core/base/assert.ts";
import {
  type Asked,
  type Drawn,
  type Placing,
  type Replacing,
  type Standing,
  type Step,
  type Told,
  USERS,
  type Which,
} from "./order-step.ts";

type Known = Asked & { readonly user: string };
type Found = Known & { readonly name: string };

export class Trading {
  readonly #known = new Map<string, Known>();
  /** What is left of each order that rests. */
  #open = new Map<string, number>();
  /** Canceled by their users, so that the names may be used again at once (SPOT-CLIENT-3). */
  readonly #freed = new Set<string>();
  #count = 0;

  /** Nothing where a step means an order and there is none yet. */
  stepOf(drawn: Drawn): Step | undefined {
    if (drawn.type === "place") {
      const user = userAt(drawn.user);
      const name = drawn.again ? this.#usedBy(user, drawn.asked) : undefined;
      return { ...drawn.asked, type: "place", user, name: name ?? this.#fresh() };
    }
    const found = this.#find(drawn.which);
    if (!found) return undefined;
    const { name } = found;
    const user = drawn.which.isStrange
      ? userAt(USERS.indexOf(found.user as never) + 1)
      : found.user;
    if (drawn.type === "cancel") return { type: "cancel", user, name };
    const { allowsFailure } = drawn;
    const newName = allowsFailure ? this.#fresh() : name;
    return { ...this.#changed(found, drawn), type: "replace", user, name, newName, allowsFailure };
  }

  #fresh(): string {
    return `o${++this.#count}`;
  }

  /** A market order has a name in our book only. */
  #usedBy(user: string, { kind }: Asked): string | undefined {
    if (kind === "market") return undefined;
    const names = [...this.#open.keys(), ...this.#freed];
    return names.find((name) => this.#known.get(name)?.user === user);
  }

  #find({ isOpen, index }: Which): Found | undefined {
    const names = [...(isOpen ? this.#open : this.#known).keys()];
    const name = names[index % Math.max(names.length, 1)];
    if (name === undefined) return undefined;
    return { ...present(this.#known.get(name), `what ${name} was`), name };
  }

  #changed(found: Found, { asked, change }: Extract<Drawn, { type: "replace" }>): Asked {
    const { name, user: _, ...old } = found;
    const left = this.#open.get(name) ?? old.size;
    if (change === "another" || old.kind === "market") return asked;
    if (change === "price") return { ...old, price: asked.price };
    if (change === "size") return { ...old, size: asked.size };
    return { ...old, size: change === "less" ? 1 + (asked.size % left) : left };
  }

  /** Follows what was told of a step, and says what it has come to. */
  learn(step: Step, { verdict, trades, expired }: Told, standing: Standing): string {
    this.#open = new Map(standing.orders.map((line) => lineOf(line)));
    if (step.type === "cancel") {
      if (verdict === "taken") this.#freed.add(step.name);
      return `cancel: ${verdict}`;
    }
    const name = step.type === "place" ? step.name : step.newName;
    if (verdict !== "refused") {
      this.#known.set(name, step);
      this.#freed.delete(name);
    }
    const what = step.kind === "market" ? `market ${step.side}` : step.force;
    const mode = step.mode === "none" ? "" : ` ${step.mode}`;
    const came = [verdict, trades.length > 0 && "traded", expired.length > 0 && "expired own"];
    const end = this.#open.has(name) ? "rests" : isShort(step, trades) && "rest gone";
    return `${step.type} ${what}${mode}: ${[...came, end].filter(Boolean).join(", ")}`;
  }
}

function userAt(index: number): string {
  return present(USERS[index % USERS.length], "a user");
}

/** `o7 buy 3 @ 100` */
function lineOf(line: string): [name: string, left: number] {
  const [name = "", , left = ""] = line.split(" ");
  return [name, Number(left)];
}

/** Whether it traded, and less than it asked for. */
function isShort({ kind, side, size }: Placing | Replacing, trades: readonly string[]): boolean {
  const isAmount = kind === "market" && side === "buy";
  const sum = trades.reduce((total, trade) => total + Number(trade.split(" ")[0]), 0);
  return !isAmount && sum > 0 && sum < size;
}
