/**
 * Random stories of a futures exchange: six people, a linear and an inverse contract with tiers, a
 * price that walks and sometimes leaps, a feed that falls silent, halts, hours. Half of the people
 * trade isolated, half cross, so that liquidations of both kinds meet.
 */
import fc from "fast-check";
import { HOUR_MS } from "../../src/core/engine/directory.ts";
import { tenTo } from "../../src/core/money/decimal.ts";
import { FuturesDesk } from "./futures-desk.ts";

const ISOLATED = ["ann", "ben", "cas"];
const CROSS = ["dan", "eve", "fay"];
const PEOPLE = [...ISOLATED, ...CROSS];
export const LINEAR = "E-BTC-USDT";
export const INVERSE = "E-BTC-USD";
/** In the coin of the first, so that cross accounts have two legs. */
export const OTHER = "E-ETH-USDT";
const CONTRACTS = [LINEAR, INVERSE, OTHER];
const FEED = "feed";
const FEES = {
  openMakerRate: 20_000,
  openTakerRate: 40_000,
  closeMakerRate: -5_000,
  closeTakerRate: 50_000,
};

/** Three tiers, the last without an end. */
function tiers(first: bigint) {
  return [
    { valueMax: first, leverageMax: 100, maintenanceRate: 500_000 },
    { valueMax: 4n * first, leverageMax: 50, maintenanceRate: 1_000_000 },
    { valueMax: tenTo(30), leverageMax: 20, maintenanceRate: 2_500_000 },
  ];
}

const who = fc.constantFrom(...PEOPLE);
const on = fc.constantFrom(...CONTRACTS);
const asset = fc.constantFrom("BTC", "BTC", "ETH");
const side = fc.constantFrom("buy", "sell");
/** In 1/100 of a percent off the price. */
const near = fc.integer({ min: -60, max: 60 });
const leap = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -80, max: 80 }) },
  { weight: 2, arbitrary: fc.integer({ min: -350, max: 350 }) },
  { weight: 1, arbitrary: fc.integer({ min: -1200, max: 1200 }) },
);
const lots = fc.integer({ min: 1, max: 400 });
const small = fc.integer({ min: 1, max: 8 });

const ordering = fc.record({ kind: fc.constant("order" as const), who, on, side, near, lots });
const closing = fc.record({
  kind: fc.constant("close" as const),
  who,
  on,
  side,
  near,
  part: small,
});
const conditional = fc.record({
  kind: fc.constant("condition" as const),
  who,
  on,
  side,
  near,
  lots,
});
const pricing = fc.record({ kind: fc.constant("price" as const), asset, leap });
const rarely = fc.oneof(
  fc.record({
    kind: fc.constant("lever" as const),
    who,
    on,
    leverage: fc.constantFrom(5, 20, 50, 100),
  }),
  fc.record({ kind: fc.constant("margin" as const), who, on, side, part: small }),
  fc.record({ kind: fc.constant("halt" as const), on }),
  fc.record({ kind: fc.constant("resume" as const), on }),
  fc.record({ kind: fc.constant("silence" as const) }),
  fc.record({ kind: fc.constant("hour" as const) }),
  fc.record({ kind: fc.constant("fund" as const), who }),
);

export const storyStep = fc.oneof(
  { weight: 9, arbitrary: ordering },
  { weight: 3, arbitrary: closing },
  { weight: 1, arbitrary: conditional },
  { weight: 4, arbitrary: pricing },
  { weight: 2, arbitrary: rarely },
);
export type StoryStep = typeof storyStep extends fc.Arbitrary<infer T> ? T : never;

type Of<K extends StoryStep["kind"]> = Extract<StoryStep, { kind: K }>;

type Placing = Of<"order" | "condition">;

export interface StoryOptions {
  /** What FUT_INSURANCE has at the start, of USDT and of BTC. */
  readonly insured?: readonly [string, string];
}

export class FuturesStory {
  readonly desk: FuturesDesk;
  /** In dollars times 100. */
  private readonly prices: Record<string, number> = { BTC: 2_000_000, ETH: 150_000 };

  constructor({ insured }: StoryOptions = {}) {
    const balances = PEOPLE.map((name) => [name, { USDT: "400", BTC: "0.02" }] as const);
    const rules = { fees: FEES, maxFeeRate: 50_000, fundingHours: 1, selfTrade: "none" as const };
    this.desk = new FuturesDesk(Object.fromEntries(balances), {
      contract: { ...rules, tiers: tiers(400_000_000_000n) },
    });
    this.desk.addAsset("ETH", 8);
    this.desk.addContract({
      name: OTHER,
      ...rules,
      multiplierDecimals: 2,
      tiers: tiers(400_000_000_000n),
    });
    this.desk.addContract({
      name: INVERSE,
      kind: "inverse",
      multiplier: 10n,
      multiplierDecimals: 0,
      ...rules,
      tiers: tiers(20_000_000n),
    });
    if (insured) {
      this.desk.insureFutures(`${insured[0]} USDT`);
      this.desk.insureFutures(`${insured[1]} BTC`);
    }
    for (const name of PEOPLE) for (const at of CONTRACTS) this.desk.lever(name, 50, at);
    this.speak();
    this.desk.second();
  }

  play(step: StoryStep): void {
    if (step.kind === "order" || step.kind === "condition") this.place(step);
    else if (step.kind === "close") this.close(step);
    else if (step.kind === "price") this.leapTo(step);
    else this.playRare(step);
  }

  private playRare(
    step: Of<Exclude<StoryStep["kind"], "order" | "condition" | "close" | "price">>,
  ): void {
    const { desk } = this;
    switch (step.kind) {
      case "lever":
        desk.lever(step.who, step.leverage, step.on);
        break;
      case "margin":
        this.addMargin(step);
        break;
      case "halt":
        desk.send({ type: "HaltContract", contract: this.id(step.on), request: 0 });
        break;
      case "resume":
        desk.send({ type: "ResumeContract", contract: this.id(step.on), request: 0 });
        break;
      case "silence":
        desk.advance(11_000);
        desk.second();
        break;
      case "hour":
        this.hour();
        break;
      case "fund":
        desk.fund(step.who, "25 USDT");
        break;
    }
  }

  /** How the liquidations of the last command ended. */
  liquidations(): string[] {
    return this.desk.events.flatMap((event) =>
      event.type === "FuturesLiquidated"
        ? [`${event.contract === 0 ? "account" : "position"} ${event.end}`]
        : [],
    );
  }

  private id(name: string): number {
    return this.desk.contract(name).id;
  }

  private leapTo({ asset: name, leap: by }: Of<"price">): void {
    const price = this.prices[name] as number;
    this.prices[name] = Math.max(5000, Math.round(price * (1 + by / 10_000)));
    this.speak();
    this.desk.second();
  }

  /** The feed says all prices. */
  private speak(): void {
    for (const [name, price] of Object.entries(this.prices)) {
      this.desk.must(this.desk.indexing(name, `${price / 100}`, FEED));
    }
  }

  /** The hour ticks, with a price that can be trusted. */
  private hour(): void {
    const { desk } = this;
    desk.timeMs = Math.max(desk.timeMs, desk.state.hourMs + HOUR_MS);
    this.speak();
    desk.tick();
    desk.second();
  }

  private priceNear(off: number, at: string): string {
    const price = this.prices[at === OTHER ? "ETH" : "BTC"] as number;
    return (Math.round((price * (1 + off / 10_000)) / 10) / 10).toFixed(1);
  }

  private place({ kind, who: name, on: at, side: of, near: off, lots: count }: Placing): void {
    const mode = ISOLATED.includes(name) ? "isolated" : "cross";
    const price = this.priceNear(off, at);
    const when = kind === "order" ? "" : ` when ${off > 0 ? "up" : "down"} ${price}`;
    const words = `open ${of} ${count} @ ${price} ${mode}${when} on ${at}`;
    this.desk.send(this.desk.trading(name, words));
  }

  private close({ who: name, on: at, side: of, near: off, part }: Of<"close">): void {
    const held = this.desk.position(name, of === "buy" ? "sell" : "buy", at);
    if (!held) return;
    const some = Math.max(1, Math.floor((held.volume * part) / 8));
    this.desk.send(
      this.desk.trading(name, `close ${of} ${some} @ ${this.priceNear(off, at)} on ${at}`),
    );
  }

  private addMargin({ who: name, on: at, side: of, part }: Of<"margin">): void {
    const position = this.desk.position(name, of === "buy" ? "buy" : "sell", at);
    if (!position) return;
    const amount = position.margin / BigInt(4 * part);
    this.desk.send({
      type: "MovePositionMargin",
      ...this.desk.hand(name),
      position: position.id,
      amount,
    });
  }
}
