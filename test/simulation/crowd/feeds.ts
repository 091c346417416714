/**
 * The senders of index prices: sources that speak of some assets and fall silent, one that lies,
 * and the operator. Each asset has its sources, drawn from the seed: several, one, the
 * operator, or none, and then it follows trades. Some of what they send is wrong.
 */
import type { Command } from "../../../src/core/engine/codec.ts";
import { isIndexStale, OPERATOR } from "../../../src/core/engine/prices/index-prices.ts";
import type { ExchangeState } from "../../../src/core/engine/state.ts";
import type { Dice } from "../dice.ts";
import type { Belongings } from "./borrowers.ts";
import type { FairPrices } from "./fair-prices.ts";
import { ASSETS, USDT, YEN } from "./market.ts";

const VOICES = {
  several: ["north", "south", "west"],
  one: ["north"],
  operator: [OPERATOR],
  none: [],
} as const;

const WEIGHTS = { speak: 66, leap: 14, operator: 6, withdraw: 8, odd: 10 } as const;

/** More than an index has room for. */
const MANY = ["a", "b", "c", "d", "e", "f", "g", "h", "i"] as const;

export class Feeds {
  private readonly dice: Dice;
  private readonly state: ExchangeState;
  private readonly fair: FairPrices;
  /** By asset id less one. */
  private readonly voices: readonly (readonly string[])[];
  /** What the others say of a price that has leapt. */
  private readonly pending: Command[] = [];

  /** Over months only those prices are known that are not silent between two commands. */
  constructor(
    { dice, state, fair }: Pick<Belongings, "dice" | "state" | "fair">,
    { isLong }: { isLong: boolean },
  ) {
    this.dice = dice;
    this.state = state;
    this.fair = fair;
    this.voices = ASSETS.map((_, index) => VOICES[this.drawVoice(index + 1, isLong)]);
  }

  private drawVoice(asset: number, isLong: boolean): keyof typeof VOICES {
    if (asset === USDT) return "none";
    const none = asset === YEN ? 10 : 3;
    const spoken = isLong ? 0.5 : 3;
    return this.dice.weighted({ several: spoken, one: spoken, operator: 2, none });
  }

  /** What is said when the exchange opens. */
  opening(): Command[] {
    const first = this.voices.flatMap((sources, index) =>
      sources.map((source) => this.setting(index + 1, source)),
    );
    const crowded = this.dice.chance(0.1) ? MANY.map((source) => this.setting(YEN, source)) : [];
    return [...first, ...crowded];
  }

  /** All that its sources say of an asset. */
  speaking(asset: number): Command[] {
    return (this.voices[asset - 1] ?? []).map((source) => this.setting(asset, source));
  }

  /** Does the asset follow trades? */
  isSilentOn(asset: number): boolean {
    return this.voices[asset - 1]?.length === 0;
  }

  /** Does this source speak of the asset as a rule? */
  isSpoken(asset: number, source: string): boolean {
    return this.voices[asset - 1]?.includes(source) === true;
  }

  next(): Command {
    const pending = this.pending.shift();
    if (pending) return pending;
    switch (this.dice.weighted(WEIGHTS)) {
      case "speak":
        return this.speak(this.drawSilent() ?? this.drawAsset());
      case "leap":
        return this.leap();
      case "operator":
        return this.setting(this.drawAsset(), OPERATOR);
      case "withdraw":
        return this.withdraw();
      case "odd":
        return this.odd();
    }
  }

  /** Mostly the sources speak that have been silent for too long. */
  private drawSilent(): number | undefined {
    const { state } = this;
    const silent = ASSETS.map((_, index) => index + 1).filter((asset) => {
      return isIndexStale(state, asset, state.timeMs);
    });
    return silent.length > 0 && this.dice.chance(0.6) ? this.dice.pick(silent) : undefined;
  }

  private drawAsset(): number {
    return this.dice.pick([1, 1, 3, 3, 5, 5, YEN]);
  }

  setting(asset: number, source: string): Command {
    const { dice } = this;
    this.fair.drift(asset);
    // Now and then one is so far off that it does not count.
    const off = dice.chance(0.05) ? dice.between(-12, 12) : 0;
    const parts = BigInt(1000 + off * 10 + dice.between(-3, 3));
    const price = (BigInt(this.fair.of(asset)) * 10n ** 12n * parts) / 1000n;
    const weight = dice.chance(0.7) ? 1 : dice.between(2, 5);
    return { type: "SetIndex", asset, source, weight, price, request: 0 };
  }

  private speak(asset: number): Command {
    const sources = this.voices[asset - 1] ?? [];
    // An asset that follows trades gets a source for a while, sometimes.
    const source = sources.length > 0 ? this.dice.pick(sources) : "north";
    if (sources.length === 0 && this.dice.chance(0.9))
      this.pending.push(withdrawing(asset, source));
    return this.setting(asset, source);
  }

  /** A price leaps; all its sources say so at once. */
  private leap(): Command {
    const asset = this.drawAsset();
    this.fair.leap(asset);
    const [first, ...others] = this.voices[asset - 1] ?? [];
    for (const source of others) this.pending.push(this.setting(asset, source));
    return first === undefined ? this.speak(1) : this.setting(asset, first);
  }

  private withdraw(): Command {
    const { dice } = this;
    return withdrawing(this.drawAsset(), dice.pick([OPERATOR, OPERATOR, "north", "nobody"]));
  }

  private odd(): Command {
    const { dice } = this;
    const asset = this.drawAsset();
    const said = {
      type: "SetIndex",
      asset,
      source: "north",
      weight: 1,
      price: 10n ** 18n,
    } as const;
    const wrong = dice.pick([
      { asset: USDT },
      { asset: dice.pick([0, 9]) },
      { source: dice.pick(["", "North", "a b"]) },
      { price: dice.pick([0n, -1n, 10n ** 30n + 1n]) },
      { weight: dice.pick([0, 1001]) },
    ]);
    return dice.chance(0.1) ? withdrawing(9, OPERATOR) : { ...said, ...wrong, request: 0 };
  }
}

export function withdrawing(asset: number, source: string): Command {
  return { type: "WithdrawIndex", asset, source, request: 0 };
}
