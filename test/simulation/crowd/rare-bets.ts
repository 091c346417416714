/** Rarities of the users who trade contracts. */
import { bestOpposite, ladderOf } from "../../../src/core/engine/book/book.ts";
import type { Contract } from "../../../src/core/engine/catalogue/contract.ts";
import type { Command } from "../../../src/core/engine/codec.ts";
import { availableOf } from "../../../src/core/engine/futures/account.ts";
import { tierAt, valueAt } from "../../../src/core/engine/futures/contract-value.ts";
import type { Position } from "../../../src/core/engine/futures/futures-state.ts";
import type { Side } from "../../../src/core/engine/orders/order.ts";
import type { Belongings } from "./borrowers.ts";
import type { Clock } from "./clock.ts";
import type { Contracts } from "./contracts.ts";
import { lotsUpTo } from "./depth.ts";
import { lotsFor, otherSide, type Speculators, type Wish } from "./speculators.ts";
import type { Story, Telling } from "./story.ts";
import { drawTwo, tradersIn } from "./traders.ts";

/** What brings a position above the first tier of a contract, in parts of the tier. */
const ABOVE = 1.5;

/** The senders that the stories use. */
interface Cast {
  readonly speculators: Speculators;
  readonly contracts: Contracts;
  readonly clock: Clock;
}

export class RareBets {
  private readonly belongings: Belongings;
  private readonly speculators: Speculators;
  private readonly contracts: Contracts;
  private readonly clock: Clock;

  constructor(belongings: Belongings, { speculators, contracts, clock }: Cast) {
    this.belongings = belongings;
    this.speculators = speculators;
    this.contracts = contracts;
    this.clock = clock;
  }

  tellings(): Telling[] {
    return [
      () => this.overlever(),
      () => this.overlever(),
      () => this.overvalue(),
      () => this.reduce("linear"),
      () => this.reduce("inverse"),
      () => this.waitThenFill(),
      () => this.waitThenFill(),
      () => this.mistrigger(),
      () => this.addMargin(),
    ];
  }

  /** More leverage than so large a position may have. Where no user has one, two get one first. */
  private *overlever(): Story {
    const { dice } = this.belongings;
    if (this.largeOnes().length === 0) yield* this.enlarge();
    const large = this.largeOnes();
    if (large.length === 0) return;
    const { contractAccount } = dice.pick(large);
    const { contract } = contractAccount.market;
    const { user } = contractAccount;
    if (contractAccount.resting > 0) {
      const asker = this.belongings.by(user);
      yield { type: "CancelAllFutures", ...asker, contract: contract.id };
    }
    yield this.speculators.levering(user, contract, contract.leverageMax);
  }

  /** A position that is too large for what the user has left, and would not be if it were smaller. */
  private *reduce(kind: Contract["kind"]): Story {
    const { dice } = this.belongings;
    const found = () =>
      this.largeOnes().filter(({ contractAccount }) => {
        return contractAccount.mode === "cross" && contractAccount.market.contract.kind === kind;
      });
    if (found().length === 0) yield* this.enlarge(kind);
    const large = found();
    if (large.length === 0) return;
    const { contractAccount, side, volume } = dice.pick(large);
    const { user, market } = contractAccount;
    const { contract } = market;
    const others = tradersIn(this.belongings.state, user);
    if (others.length === 0 || contract.status !== "trading") return;
    yield this.speculators.stripping({ user, contract });
    const other = dice.pick(others);
    yield this.speculators.bringing(other, contract.marginCoin, 60);
    yield this.opening(other, contract, { side, lots: volume, ticks: market.mark || 1 });
    yield this.contracts.steepening(contract.id);
    yield this.clock.second();
    yield this.contracts.changing(contract.id);
  }

  /** Positions above the first tier of their contract, of the users who may trade. */
  private largeOnes(): Position[] {
    const { state } = this.belongings;
    const held = tradersIn(state).flatMap((user) => this.speculators.heldBy(user));
    return held.filter(({ contractAccount, volume }) => {
      const { contract, mark } = contractAccount.market;
      const { leverageMax = 0 } =
        contract.tiers[tierAt(contract, { lots: volume, ticks: mark || 1 })] ?? {};
      return leverageMax < contract.leverageMax;
    });
  }

  /** Two of them take opposite sides of something large, with little leverage. */
  private *enlarge(kind = this.belongings.dice.pick(["linear", "inverse"] as const)): Story {
    const { dice, state, fair } = this.belongings;
    const open = state.futures.markets.filter(
      ({ contract }) => contract.status === "trading" && contract.kind === kind,
    );
    const [maker, taker] = drawTwo(dice, state);
    if (open.length === 0 || maker === undefined || taker === undefined) return;
    const { contract, mark } = dice.pick(open);
    const ticks = mark || fair.contractTicks(contract);
    const wanted = BigInt(Math.floor(Number(contract.tiers[0]?.valueMax ?? 1n) * ABOVE));
    const lots = Number(lotsFor(contract, wanted, ticks)) + 1;
    const usdt = fair.worthOf(contract.marginCoin, valueAt(contract, { lots, ticks }));
    const side = dice.pick(["buy", "sell"] as const);
    for (const user of [maker, taker]) {
      yield this.speculators.bringing(user, contract.marginCoin, usdt / 12);
      yield this.speculators.levering(user, contract, 20);
    }
    const mode = "cross";
    yield this.opening(maker, contract, { side, lots, ticks }, { mode });
    yield this.opening(taker, contract, { side: otherSide(side), lots, ticks }, { mode });
  }

  private opening(user: number, contract: Contract, order: Order, wish: Wish = {}): Command {
    const { lots, ...rest } = order;
    const open = { action: "open", quantity: `${lots}`, clientId: "" } as const;
    return this.speculators.order(user, contract, { ...open, ...rest, ...wish });
  }

  /** A price so high that no quantity is small enough for it. */
  private *overvalue(): Story {
    const { dice, state } = this.belongings;
    const linear = state.catalogue.contracts.filter(
      ({ kind, status }) => kind === "linear" && status === "trading",
    );
    const users = tradersIn(state);
    if (linear.length === 0 || users.length === 0) return;
    const wish = { kind: "limit", price: "9".repeat(30), quantity: "2", ticks: 1 } as const;
    yield this.speculators.order(dice.pick(users), dice.pick(linear), wish);
  }

  /** An order that only waits, until one comes that wants all of it or nothing. */
  private *waitThenFill(): Story {
    const { dice, state, fair } = this.belongings;
    const markets = state.futures.markets.filter(({ contract }) => contract.status === "trading");
    const [maker, taker] = drawTwo(dice, state);
    if (markets.length === 0 || maker === undefined || taker === undefined) return;
    const { contract, book } = dice.pick(markets);
    const side = dice.pick(["buy", "sell"] as const);
    const against = bestOpposite(book, side)?.ticks;
    const free = side === "buy" ? -1 : 1;
    const ticks = Math.max(1, against ? against + free : fair.contractTicks(contract));
    const lots = Math.max(contract.volumeMin, this.speculators.reachOf(maker, contract, 0.05));
    const order = { side, lots, ticks };
    yield this.opening(maker, contract, order, { timeInForce: "post_only" });
    const ahead = lotsUpTo(ladderOf(book, side), ticks);
    const taking = { ...order, side: otherSide(side), lots: ahead };
    yield this.opening(taker, contract, taking, { timeInForce: "fok" });
  }

  /** Conditions that no price can meet. */
  private *mistrigger(): Story {
    const { dice, state } = this.belongings;
    const users = tradersIn(state);
    if (users.length === 0) return;
    const contract = this.speculators.drawContract();
    const tooFine = `1.${"0".repeat(contract.pricePrecision)}1`;
    for (const triggerPrice of ["0", tooFine]) {
      const wish = { trigger: "up", triggerPrice, quantity: "2", clientId: "" } as const;
      yield this.speculators.order(dice.pick(users), contract, wish);
    }
  }

  /** A little of what the user has left, into a position that stands alone. */
  private *addMargin(): Story {
    const { dice, state, by } = this.belongings;
    const held = tradersIn(state).flatMap((user) => this.speculators.heldBy(user));
    const alone = held.filter(({ contractAccount }) => contractAccount.mode === "isolated");
    if (alone.length === 0) return;
    const { id, contractAccount } = dice.pick(alone);
    const amount =
      availableOf(state, contractAccount.user, contractAccount.market.contract.marginCoin) / 10n;
    if (amount > 0n)
      yield { type: "MovePositionMargin", ...by(contractAccount.user), position: id, amount };
  }
}

interface Order {
  readonly side: Side;
  readonly lots: number;
  readonly ticks: number;
}
