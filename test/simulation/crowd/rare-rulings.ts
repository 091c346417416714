/** Rarities of the operator: commands that are seldom sent, and those that are seldom refused. */

import { present } from "../../../src/core/base/assert.ts";
import { PAIR_DEFAULTS } from "../../../src/core/engine/catalogue/catalogue.ts";
import { RULES } from "../../../src/core/engine/rule-versions.ts";
import type { ExchangeState } from "../../../src/core/engine/state.ts";
import type { Dice } from "../dice.ts";
import type { Clock } from "./clock.ts";
import { addKey, PAIRS, USDT, USERS } from "./market.ts";
import type { Story, Telling } from "./story.ts";

const request = 0;

/** Pairs that are not listed when a run begins, and assets. */
const NEW_PAIRS = [
  { name: "BTCETH", base: 1, quote: 3 },
  { name: "ETHGOLD", base: 3, quote: 5 },
] as const;
const NEW_ASSETS = ["DOGE", "LTC"] as const;

export class RareRulings {
  private readonly dice: Dice;
  private readonly state: ExchangeState;
  private readonly clock: Clock;
  private sent = 0;

  constructor(dice: Dice, state: ExchangeState, clock: Clock) {
    this.dice = dice;
    this.state = state;
    this.clock = clock;
  }

  tellings(): Telling[] {
    return [
      () => this.stopTwice(),
      () => this.hurry(),
      () => this.reach(),
      () => this.record(),
      () => this.reseal(),
      () => this.crowdUsers(),
      () => this.crowdKeys(),
      () => this.crowdAssets(),
      () => this.crowdPairs(),
      () => this.ban(),
      () => this.freeze(),
      () => this.misname(),
      () => this.misprice(),
      () => this.favour(),
      () => this.favourAtContract(),
    ];
  }

  /** The clock stands from here on. */
  private *stop(): Story {
    if (this.state.clock.frozen === 0) yield { type: "FreezeClock", request };
  }

  private *stopTwice(): Story {
    yield* this.stop();
    yield { type: "FreezeClock", request };
  }

  /** Further than a year, or not at all. */
  private *hurry(): Story {
    yield* this.stop();
    for (const byMs of [1e11, 0]) {
      yield { type: "AdvanceClock", toMs: this.state.timeMs + byMs, byMs: 0, request };
    }
  }

  /** A step on the way to a time that is far enough for whatever passes until the step. */
  private *reach(): Story {
    yield* this.stop();
    yield { type: "AdvanceClock", toMs: this.state.timeMs + 3e10, byMs: 0, request };
    yield { type: "ReachTime", timeMs: this.clock.timeMs };
    if (this.dice.chance(0.7)) yield { type: "ResumeClock", nowMs: this.state.timeMs - 5, request };
  }

  /** What only the service writes into a log by itself. */
  private *record(): Story {
    const position = this.dice.between(1, this.state.position);
    yield { type: "VoidCommand", position };
    yield { type: "AcceptLoss", position };
    yield { type: "LoadState", name: "saved", stateHash: new Uint8Array(3), request };
    yield { type: "OpenDirectory", kind: "production", format: 1, rules: 1 };
    for (const rules of [RULES, RULES + 1]) yield { type: "AdoptRules", rules, request };
    yield { type: "SetFees", pair: 1, makerRate: -2, takerRate: 1, request };
  }

  private *reseal(): Story {
    const { dice, state } = this;
    const sealedSecret = Uint8Array.from({ length: 8 }, () => dice.between(0, 255));
    yield { type: "ResealKey", key: dice.pick(state.users.keys).id, sealedSecret, request };
  }

  private *crowdUsers(): Story {
    const { users, usersMax } = this.state.users;
    for (let at = users.length; at <= usersMax; at++) {
      yield { type: "AddUser", name: `late-${at}`, request };
    }
  }

  /** One more than there is room for; and one that came so is gone again. */
  private *crowdKeys(): Story {
    const { keys, keysMax } = this.state.users;
    for (let at = keys.length; at <= keysMax; at++) {
      yield addKey(this.dice.between(1, USERS), `late-${at}`, true);
    }
    const late = keys.find(({ id, isRevoked }) => id > USERS && !isRevoked);
    if (late) yield { type: "RevokeKey", key: late.id, request };
  }

  /** One that is known, one that is too fine, and one more than there is room for. */
  private *crowdAssets(): Story {
    const { assets, assetsMax, assetsByName } = this.state.catalogue;
    const [fine] = NEW_ASSETS;
    yield { type: "AddAsset", name: present(assets[0], "an asset").name, scale: 8, request };
    yield { type: "AddAsset", name: fine, scale: 19, request };
    for (const name of NEW_ASSETS.filter((one) => !assetsByName.has(one))) {
      if (assets.length <= assetsMax) yield { type: "AddAsset", name, scale: 8, request };
    }
  }

  /** One that is known, one more than there is room for; and one that came so is gone again. */
  private *crowdPairs(): Story {
    const { pairs, pairsByName } = this.state.catalogue;
    const rules = { ...PAIR_DEFAULTS, pricePrecision: 1, quantityPrecision: 1, request };
    const [known] = PAIRS;
    yield { type: "AddPair", ...rules, name: known.name, base: known.base, quote: known.quote };
    for (const pair of NEW_PAIRS.filter(({ name }) => !pairsByName.has(name))) {
      yield { type: "AddPair", ...rules, ...pair };
    }
    const late = pairs.findIndex(({ id, status }) => id > PAIRS.length && status !== "delisted");
    yield* this.recall(1);
    if (late < 0) return;
    yield* this.recall(late + 1);
    yield { type: "DelistPair", pair: late + 1, request };
  }

  /** A past: once, once more, one that is not over, and one that is none. */
  private *recall(market: number): Story {
    const minuteMs = 60_000;
    const nowMs = this.state.timeMs - (this.state.timeMs % minuteMs);
    const candle = (minutesAgo: number) => {
      const startMs = nowMs - minutesAgo * minuteMs;
      return { startMs, open: 5, high: 10, low: 4, close: 9, lots: 7 };
    };
    for (const candles of [[candle(9), candle(7)], [candle(9)], [candle(-900)], []]) {
      yield { type: "ImportCandles", sort: "pair", market, candles, request };
    }
  }

  /** Once, again when that is over, and then it is lifted. */
  private *ban(): Story {
    const block = "10.0.0.1";
    const { clock, state } = this;
    yield { type: "BanAddress", block, request };
    const ban = state.bans.byEnd.find((one) => one.block === block);
    if (ban) clock.pass(Math.max(0, ban.endsAtMs - clock.timeMs));
    yield { type: "BanAddress", block, request };
    yield { type: "LiftBan", block, request };
  }

  /** For a moment only: a frozen user brings about nothing. */
  private *freeze(): Story {
    const user = this.dice.between(1, USERS);
    yield { type: "FreezeUser", user, request };
    yield { type: "UnfreezeUser", user, request };
  }

  /** Rates that are paid for, then dearer ones than the pair's: of more users than there is room for. */
  private *favour(): Story {
    const { dice, state } = this;
    const pair = dice.pick(state.catalogue.pairs);
    const { id, takerRate } = pair;
    const first = dice.between(1, USERS);
    const rebate = { pair: id, makerRate: -takerRate - 1, takerRate, request };
    yield { type: "SetUserFees", user: first, ...rebate };
    for (let at = 0; at < USERS - 1; at++) {
      const user = 1 + ((first + at) % USERS);
      const dearer = at * 10_000;
      const rates = { makerRate: pair.makerRate + dearer, takerRate: takerRate + dearer };
      yield { type: "SetUserFees", user, pair: id, ...rates, request };
    }
    const gone = { sort: "pair", market: id, user: 1 + (first % USERS), request } as const;
    for (let turn = 0; turn < 2; turn++) yield { type: "RemoveUserFees", ...gone };
  }

  private *favourAtContract(): Story {
    const { dice, state } = this;
    const { contracts } = state.catalogue;
    if (contracts.length === 0) return;
    const { id: contract, fees } = dice.pick(contracts);
    const user = dice.between(1, USERS);
    const dearer = { ...fees, openMakerRate: fees.openMakerRate + 10_000 };
    yield { type: "SetUserContractFees", user, contract, fees: dearer, request };
    if (dice.chance(0.7)) return;
    yield { type: "RemoveUserFees", sort: "contract", market: contract, user, request };
  }

  /** A price for what all others are priced in, and a weight that no source has. */
  private *misname(): Story {
    const said = { type: "SetIndex", source: "north", weight: 1, price: 10n ** 18n } as const;
    yield { ...said, asset: USDT, request };
    yield { ...said, asset: 1, weight: 1001, request };
  }

  /** A price and a sum beyond all measure. */
  private *misprice(): Story {
    const { dice } = this;
    const price = 10n ** 30n + 1n;
    yield { type: "SetIndex", asset: 1, source: "north", weight: 1, price, request };
    const id = `beyond-${++this.sent}`;
    const user = dice.between(1, USERS);
    yield { type: "Deposit", id, user, asset: USDT, amount: 10n ** 41n, request };
  }
}
