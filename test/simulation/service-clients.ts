/**
 * The clients of the simulated exchange. Each sends orders in spot and margin, batches, cancels and
 * deposits at random, sends again what it got no clear answer to, and writes down what it sent and
 * what it was told: nothing else is known to the checker.
 */
import type { Command } from "../../src/core/engine/codec.ts";
import type { Exchange, Submitted } from "../../src/runtime/replica/submission.ts";
import type { Sequencer } from "../../src/runtime/sequencer/sequencer.ts";
import { USERS } from "./service-market.ts";

/** One sending of a command, and the answer once there is one. */
export interface Attempt {
  readonly engineMs: number;
  answer: Submitted | undefined;
}

/** Something a client wants to happen once, under a name of its own. */
export interface Intent {
  readonly user: number;
  /** The client id, the id of the movement, the client ids of a batch's items. */
  readonly names: readonly string[];
  readonly command: Command;
  readonly attempts: Attempt[];
  /** A cancel of it was sent: its name may be free again. */
  isCanceled: boolean;
  /** Less of it was asked for. */
  isAmended: boolean;
  /** The orders that it is about, as far as its user was told of them. */
  readonly known?: readonly number[];
}

/** A trade as the public stream showed it. */
export interface SeenTrade {
  readonly id: number;
  readonly ticks: number;
  readonly lots: number;
  readonly timeMs: number;
}

const PAIR = 1;
/** A client sends again only while the name of an ended order is still taken. */
const AGAIN_MS = 25_000;
/** A request that is sent again says until when it may be numbered, as signed ones do. */
const WINDOW_MS = 20_000;

/** Whether it happened is not known from the answer. */
export function isUnclear({ answer }: Attempt): boolean {
  return answer === undefined || answer.kind === "unknown";
}

export class Clients {
  readonly intents: Intent[] = [];
  readonly trades = new Map<number, SeenTrade>();
  loanCount = 0;
  liquidationCount = 0;
  /** Orders that a countdown ended, and stops that were triggered and rest. */
  countdownCount = 0;
  triggeredCount = 0;
  /** The latest time that any client was told. */
  toldMs = 0;
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  /** Listens to the public stream. */
  watch(sequencer: Sequencer, isAlive: () => boolean): void {
    sequencer.onEvent((event) => {
      if (event.type === "Borrowed") this.loanCount++;
      if (event.type === "LiquidationBegan") this.liquidationCount++;
      if (event.type === "OrderEnded" && event.reason === "countdown") this.countdownCount++;
      if (event.type === "OrderRested" && event.instructions?.rank) this.triggeredCount++;
      if (event.type !== "Traded" || !isAlive()) return;
      const { id, ticks, lots, timeMs } = event;
      this.trades.set(id, { id, ticks, lots, timeMs });
    });
  }

  /** One client does something, through the core or a follower of it; times are the core's. Answers that come when the machine is down reach no client. */
  act(wayOf: (user: number) => Exchange, core: Sequencer, isAlive: () => boolean): void {
    const user = 1 + this.#below(USERS);
    const again = this.#random() < 0.25 ? this.#unclear(core) : undefined;
    const intent = again ?? this.#newIntent(user);
    const exchange = wayOf(intent.user);
    const hasWindow = again !== undefined || this.#random() < 0.3;
    const windowMs = this.#random() < 0.5 ? this.#below(30) : WINDOW_MS;
    const notAfterMs = hasWindow ? exchange.now() + windowMs : undefined;
    const engineMs = Math.max(core.state.timeMs, core.now());
    const attempt: Attempt = { engineMs, answer: undefined };
    intent.attempts.push(attempt);
    void exchange.submit(intent.command, notAfterMs).then((answer) => {
      if (!isAlive()) return;
      attempt.answer = answer;
      if (answer.kind === "done") this.toldMs = Math.max(this.toldMs, answer.timeMs);
    });
  }

  /** What may be sent again: its name keeps it from happening twice. */
  #unclear(core: Sequencer): Intent | undefined {
    const nowMs = Math.max(core.state.timeMs, core.now());
    const unclear = this.intents.slice(-40).filter(({ command, attempts, isCanceled }) => {
      if (isCanceled || !attempts.some(isUnclear)) return false;
      if (command.type === "Deposit") return true;
      // Not the first: its time may have been lost in a crash, and the clock set back since.
      const earliestMs = Math.min(...attempts.map(({ engineMs }) => engineMs));
      return isPlacing(command) && nowMs - earliestMs < AGAIN_MS;
    });
    return unclear[this.#below(unclear.length)];
  }

  #newIntent(user: number): Intent {
    const dice = this.#random();
    const name = `${user}-${this.intents.length}`;
    if (dice < 0.4) return this.#add(user, [name], this.#placing(user, name));
    if (dice < 0.48) return this.#batch(user, name);
    if (dice < 0.64) return this.#cancel(user);
    if (dice < 0.74) return this.#manage(user, name);
    if (dice < 0.92) return this.#onMargin(user, name);
    const amount = BigInt(1 + this.#below(1_000)) * 1_000_000n;
    const asset = 1 + this.#below(2);
    return this.#add(user, [name], { type: "Deposit", id: name, user, asset, amount, request: 0 });
  }

  #add(
    user: number,
    names: readonly string[],
    command: Command,
    known: readonly number[] = [],
  ): Intent {
    const sent = { attempts: [], isCanceled: false, isAmended: false };
    const intent: Intent = { user, names, command, known, ...sent };
    this.intents.push(intent);
    return intent;
  }

  #placing(user: number, clientId: string): Command {
    const asked = this.#asked(clientId);
    return { type: "PlaceOrder", ...by(user), ...asked, ...this.#instructed(asked.kind, "spot") };
  }

  /** A third of the orders have instructions, some of those in spot a trigger near the price. */
  #instructed(kind: "limit" | "market", area: "spot" | "margin") {
    if (this.#random() < 0.66) return {};
    const forces = ["gtc", "ioc", "fok", "post_only"] as const;
    const timeInForce = forces[this.#below(kind === "market" ? 2 : 4)] ?? "gtc";
    const modes = ["expire_taker", "expire_maker", "expire_both", undefined] as const;
    const isStop = area === "spot" && this.#random() < 0.5;
    const triggerPrice = isStop ? `${97 + this.#below(7)}.${this.#below(10)}` : "";
    return { instructions: { timeInForce, selfTrade: modes[this.#below(4)], triggerPrice } };
  }

  /** Less of an order, another in its place, all of a user canceled, now or unless heard of. */
  #manage(user: number, name: string): Intent {
    const dice = this.#random();
    if (dice < 0.7) return dice < 0.3 ? this.#amend(user) : this.#replace(user, name);
    const area = this.#random() < 0.7 ? "spot" : "margin";
    const known = [...toldOrders(this.intents, user, area)];
    if (dice < 0.8) {
      for (const intent of this.#placed(user)) intent.isCanceled = true;
      return this.#add(user, [], { type: "CancelAllOrders", ...by(user), area }, known);
    }
    const both = [...known, ...toldOrders(this.intents, user, area === "spot" ? "margin" : "spot")];
    const afterMs = [1_000, 2_000, 5_000, 0][this.#below(4)] ?? 0;
    return this.#add(user, [], { type: "SetCountdown", ...by(user), afterMs }, both);
  }

  #placed(user: number): Intent[] {
    const isOwn = ({ user: owner, command }: Intent) => owner === user && isPlacing(command);
    return this.intents.filter(isOwn);
  }

  /** One lot is no more than any order has open that rests. */
  #amend(user: number): Intent {
    const resting = this.#placed(user).filter(({ command }) => {
      const isLimit = isOrder(command) && command.kind === "limit";
      return isLimit && !command.instructions?.triggerPrice;
    });
    const target = resting.at(-1 - this.#below(Math.min(resting.length, 10)));
    if (!target || !isOrder(target.command)) return this.#cancel(user);
    target.isAmended = true;
    const { side, kind, price, instructions, type } = target.command;
    const less = { side, kind, price, instructions, quantity: "0.0001", clientId: "" };
    const area = type === "PlaceOrder" ? "spot" : "margin";
    const old = { order: 0, orderClientId: target.names[0] ?? "", mustCancel: true };
    const known = target.attempts.map(({ answer }) => orderIdIn(answer)).filter((id) => id > 0);
    return this.#add(user, [], { type: "ReplaceOrder", ...by(user), area, ...old, ...less }, known);
  }

  #replace(user: number, name: string): Intent {
    const placed = this.#placed(user);
    const target = placed.at(-1 - this.#below(Math.min(placed.length, 10)));
    if (!target) return this.#cancel(user);
    target.isCanceled = true;
    const area = target.command.type === "PlaceOrder" ? "spot" : "margin";
    const known = target.attempts.map(({ answer }) => orderIdIn(answer)).filter((id) => id > 0);
    const mustCancel = this.#random() < 0.5;
    const old = { order: 0, orderClientId: target.names[0] ?? "", mustCancel };
    const asked = this.#asked(name);
    const told = this.#instructed(asked.kind, area);
    const command: Command = { type: "ReplaceOrder", ...by(user), area, ...old, ...asked, ...told };
    return this.#add(user, [name], command, known);
  }

  /** Money into margin, orders larger than it, and prices that move. */
  #onMargin(user: number, name: string): Intent {
    const dice = this.#random();
    if (dice < 0.62) {
      const asked = this.#asked(name);
      const told = this.#instructed(asked.kind, "margin");
      return this.#add(user, [name], { type: "PlaceMarginOrder", ...by(user), ...asked, ...told });
    }
    if (dice < 0.72) {
      const { pair: _, ...asker } = by(user);
      const amount = BigInt(5 + this.#below(20)) * 100_000_000n;
      const money = { from: "spot", to: "margin", asset: 2, amount } as const;
      return this.#add(user, [], { type: "Transfer", ...asker, ...money });
    }
    const price = BigInt(50 + this.#below(80)) * 10n ** 18n;
    const said = { asset: 1, source: "operator", weight: 1, price, request: 0 };
    return this.#add(user, [], { type: "SetIndex", ...said });
  }

  #asked(clientId: string) {
    const isBuy = this.#random() < 0.5;
    const isMarket = this.#random() < 0.1;
    return {
      side: isBuy ? ("buy" as const) : ("sell" as const),
      kind: isMarket ? ("market" as const) : ("limit" as const),
      quantity: isMarket && isBuy ? "12.50" : `0.${1 + this.#below(9)}${this.#below(10)}`,
      price: isMarket ? "" : `${96 + this.#below(9)}.${this.#below(10)}`,
      clientId,
    };
  }

  #batch(user: number, name: string): Intent {
    const names = Array.from({ length: 2 + this.#below(4) }, (_, item) => `${name}.${item}`);
    const items = names.map((clientId) => this.#asked(clientId));
    return this.#add(user, names, { type: "PlaceBatch", ...by(user), items });
  }

  /** By order id or by client id, one of the newest orders of the user. */
  #cancel(user: number): Intent {
    const own = this.#placed(user);
    const target = own.slice(-30)[this.#below(Math.min(own.length, 30))];
    if (target) target.isCanceled = true;
    const told = target?.attempts.map(({ answer }) => orderIdIn(answer)).find((id) => id > 0) ?? 0;
    const order = this.#random() < 0.5 ? told : 0;
    const clientId = order === 0 ? (target?.names[0] ?? "none") : "";
    const one = { ...by(user), order, clientId };
    if (target?.command.type === "PlaceMarginOrder") {
      return this.#add(user, [], { type: "CancelMarginOrder", ...one });
    }
    const command: Command =
      this.#random() < 0.8
        ? { type: "CancelOrder", ...one }
        : { type: "CancelBatch", ...by(user), orders: [told, told + 1_000_000] };
    return this.#add(user, [], command);
  }
}

function isOrder(
  command: Command,
): command is Extract<Command, { readonly type: "PlaceOrder" | "PlaceMarginOrder" }> {
  return isPlacing(command);
}

function isPlacing({ type }: Command): boolean {
  return type === "PlaceOrder" || type === "PlaceMarginOrder";
}

function by(user: number) {
  return { user, key: user, request: 0, pair: PAIR };
}

/** The id of the order that an answer speaks of, or 0. */
export function orderIdIn(answer: Submitted | undefined): number {
  if (answer?.kind !== "done" || !answer.outcome.ok) return 0;
  const told = answer.outcome.answer;
  return "orderId" in told ? told.orderId : 0;
}

/** The ids of orders that a user was told of, in one area. */
function toldOrders(intents: readonly Intent[], user: number, area: string): number[] {
  return intents.flatMap(({ user: owner, command, attempts }) => {
    if (owner !== user || areaOf(command) !== area) return [];
    return attempts.map(({ answer }) => orderIdIn(answer)).filter((id) => id > 0);
  });
}

function areaOf(command: Command): string {
  if (command.type === "PlaceOrder") return "spot";
  return command.type === "PlaceMarginOrder" ? "margin" : "";
}
