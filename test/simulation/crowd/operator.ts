/** The operator's commands: money, people, keys, bans, the catalogue; right ones, repeated ones, wrong ones. */
import { PAIR_DEFAULTS } from "../../../src/core/engine/catalogue/catalogue.ts";
import { isAdvancing } from "../../../src/core/engine/clock.ts";
import type { Command } from "../../../src/core/engine/codec.ts";
import type { ExchangeState } from "../../../src/core/engine/state.ts";
import type { Dice } from "../dice.ts";
import { addKey } from "./market.ts";

const WEIGHTS = {
  deposit: 20,
  withdraw: 16,
  repeat: 8,
  halt: 2,
  resume: 14,
  freeze: 2,
  unfreeze: 12,
  reuse: 8,
  fees: 5,
  addKey: 8,
  revokeKey: 2,
  resealKey: 2,
  ban: 16,
  liftBan: 5,
  addUser: 6,
  addAsset: 7,
  addPair: 16,
  cancel: 6,
  delist: 1,
  open: 1,
  void: 1,
  clock: 20,
} as const;

export class Operator {
  private readonly dice: Dice;
  private readonly now: () => number;
  private readonly state: ExchangeState;
  private sent = 0;
  private readonly table: Readonly<Record<keyof typeof WEIGHTS, () => Command>>;

  /** `now`: the time that the next command will have. */
  constructor(dice: Dice, state: ExchangeState, now: () => number) {
    this.now = now;
    this.dice = dice;
    this.state = state;
    const request = 0;
    const user = () => this.dice.between(1, 8);
    const pair = () => this.dice.between(1, 6);
    this.table = {
      deposit: () => ({ type: "Deposit", ...this.movement() }),
      withdraw: () => ({ type: "Withdraw", ...this.movement() }),
      repeat: () => this.repeat(),
      halt: () => ({ type: "HaltPair", pair: pair(), request }),
      resume: () => ({ type: "ResumePair", pair: pair(), request }),
      freeze: () => ({ type: "FreezeUser", user: user(), request }),
      unfreeze: () => ({ type: "UnfreezeUser", user: user(), request }),
      reuse: () => this.reuse(user()),
      fees: () => ({ type: "SetFees", pair: pair(), ...this.rates(), request }),
      addKey: () => addKey(user(), this.name("key"), this.dice.chance(0.9)),
      revokeKey: () => ({ type: "RevokeKey", key: this.dice.between(1, 11), request }),
      resealKey: () => this.resealKey(),
      ban: () => ({ type: "BanAddress", block: this.block(), request }),
      liftBan: () => ({ type: "LiftBan", block: this.block(), request }),
      addUser: () => ({ type: "AddUser", name: this.name("user"), request }),
      addAsset: () => this.addAsset(),
      addPair: () => this.addPair(),
      cancel: () => ({ type: "CancelByOperator", order: this.someOrder(), request }),
      delist: () => ({ type: "DelistPair", pair: pair(), request }),
      open: () => ({ type: "OpenDirectory", kind: "production", format: 1, rules: 1 }),
      clock: () => this.turnClock(),
      void: () => ({ type: "VoidCommand", position: this.dice.between(1, this.state.position) }),
    };
  }

  /** SPOT-CLIENT-7: more often given than taken back. */
  private reuse(user: number): Command {
    return { type: "SetClientIdReuse", user, isFree: this.dice.chance(0.7), request: 0 };
  }

  private resealKey(): Command {
    const sealedSecret = Uint8Array.from({ length: 8 }, () => this.dice.between(0, 255));
    return { type: "ResealKey", key: this.dice.between(1, 11), sealedSecret, request: 0 };
  }

  next(): Command {
    return this.table[this.dice.weighted(WEIGHTS)]();
  }

  private movement() {
    const { dice } = this;
    const isOdd = dice.chance(0.1);
    const id = isOdd && dice.chance(0.3) ? dice.pick(["", "a b"]) : `move-${++this.sent}`;
    const amount = BigInt(dice.between(1, 1_000_000)) * 10n ** BigInt(dice.pick([0, 0, 2, 5]));
    return {
      id,
      user: isOdd ? dice.between(0, 9) : dice.between(1, 5),
      asset: isOdd ? dice.between(0, 7) : dice.between(1, 5),
      amount: isOdd ? dice.pick([amount, -amount + 1n, amount * 10n ** 40n]) : amount,
      request: 0,
    };
  }

  /** A movement again, as it was or not quite. */
  private repeat(): Command {
    const known = this.state.movements.ring.map(({ id }) => id).sort();
    const movement = this.state.movements.byId.get(known.length > 0 ? this.dice.pick(known) : "");
    if (!movement) return { type: "Deposit", ...this.movement() };
    const { direction, place, user, ...moved } = movement;
    const amount = this.dice.chance(0.7) ? moved.amount : moved.amount + 1n;
    const again = { ...moved, amount, request: 0 };
    if (place === "spot") {
      return { type: direction === "in" ? "Deposit" : "Withdraw", user, ...again };
    }
    return { type: direction === "in" ? "FillFund" : "DrawFund", fund: place, ...again };
  }

  /** The clock: mostly what can be done to it now, or else anything at all. */
  private turnClock(): Command {
    const { dice, state } = this;
    const request = 0;
    const freeze: Command = { type: "FreezeClock", request };
    const resume: Command = {
      type: "ResumeClock",
      nowMs: state.timeMs + dice.between(0, 1e9) - 5e8,
      request,
    };
    const advance = (byMs: number): Command => {
      return { type: "AdvanceClock", toMs: state.timeMs + byMs, byMs: 0, request };
    };
    const reach = (byMs: number): Command => ({ type: "ReachTime", timeMs: this.now() + byMs });
    const load: Command = {
      type: "LoadState",
      name: "saved",
      stateHash: new Uint8Array(3),
      request,
    };
    if (dice.chance(0.4)) {
      return dice.pick([
        freeze,
        freeze,
        resume,
        advance(0),
        advance(1e11),
        advance(1),
        reach(1),
        load,
      ]);
    }
    if (state.clock.frozen === 0) return freeze;
    return isAdvancing(state) ? dice.pick([reach(0), resume]) : dice.pick([advance(1e9), resume]);
  }

  /** New, known, or badly formed. */
  private name(kind: string): string {
    const { dice } = this;
    return dice.pick([`${kind}-${dice.between(1, 40)}`, `${kind}-1`, "", "no spaces please"]);
  }

  private block(): string {
    const { dice } = this;
    if (dice.chance(0.1)) return dice.pick(["", "10.0.0.1/64", "2001:db8::1", "10.0.0.0/8"]);
    return dice.pick(["10.0.0.1", "10.0.0.2", "2001:db8:0:1::/64"]);
  }

  private rates() {
    const { dice } = this;
    return {
      makerRate: dice.pick([0, 100_000, -20_000, -30_000_000, -100_000_000]),
      takerRate: dice.pick([0, 100_000, 333_333, 99_999_999, -1]),
    };
  }

  private addAsset(): Command {
    const { dice } = this;
    const name = dice.pick(["DOGE", "LTC", "BTC", "lower", ""]);
    return { type: "AddAsset", name, scale: dice.pick([0, 8, 18, 19]), request: 0 };
  }

  private addPair(): Command {
    const { dice } = this;
    return {
      type: "AddPair",
      ...PAIR_DEFAULTS,
      name: dice.pick(["BTCETH", "USDTBTC", "BTCUSDT", "BTCUSDT", "x"]),
      base: dice.between(1, 6),
      quote: dice.between(1, 6),
      pricePrecision: dice.between(0, 3),
      quantityPrecision: dice.between(0, 2),
      lotsMin: dice.pick([1, 1, 0]),
      takerRate: dice.pick([100_000, 100_000, -5]),
      request: 0,
    };
  }

  private someOrder(): number {
    const open = this.state.orders.byId.sorted();
    if (open.length === 0 || this.dice.chance(0.2)) return this.dice.between(0, 500);
    return this.dice.pick(open).id;
  }
}
