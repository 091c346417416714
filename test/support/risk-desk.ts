/**
 * A desk that tells what befell its people: `desk.happened()` after a command. Contracts can be
 * halted, prices come from a feed that may fall silent, and a market maker with plenty stands ready.
 */
import { present } from "../../src/core/base/assert.ts";
import type { ContractId } from "../../src/core/engine/catalogue/contract.ts";
import type { ExchangeEvent } from "../../src/core/engine/events.ts";
import { crossSumsOf, freeBalanceOf } from "../../src/core/engine/futures/account.ts";
import type { PositionFields } from "../../src/core/engine/futures/fields.ts";
import type { Position } from "../../src/core/engine/futures/futures-state.ts";
import type { CrossAccount } from "../../src/core/engine/futures/position-fields.ts";
import { positionFieldsOf } from "../../src/core/engine/futures/position-fields.ts";
import { formatSteps, formatUnits } from "../../src/core/money/decimal.ts";
import type { Balances, EngineOutcome } from "./desk.ts";
import { FuturesDesk, type FuturesDeskOptions } from "./futures-desk.ts";

/** Takes the other side of whatever is wanted. */
export const MAKER = "max";
const FEED = "feed";

export class RiskDesk extends FuturesDesk {
  constructor(balances: Balances = {}, options: FuturesDeskOptions = {}) {
    super({ ...balances, [MAKER]: { USDT: "1000000000", BTC: "1000000" } }, options);
  }

  /** `long 100 @ 20000`, `short ...`, `cross` behind it where wanted: opened against the maker. */
  hold(name: string, words: string, on?: string): Position {
    const [kind, lots, , price, mode = "isolated"] = words.split(" ");
    const side = kind === "long" ? "buy" : "sell";
    const other = side === "buy" ? "sell" : "buy";
    const at = on === undefined ? "" : ` on ${on}`;
    this.trade(MAKER, `open ${other} ${lots} @ ${price} cross${at}`);
    this.trade(name, `open ${side} ${lots} @ ${price} ${mode}${at}`);
    return present(this.position(name, side, on), "what was opened");
  }

  /** The same if the user can; undefined if the order is refused. */
  tryHold(name: string, words: string, on?: string): Position | undefined {
    const [kind, lots, , price, mode] = words.split(" ");
    const side = kind === "long" ? "buy" : "sell";
    const at = on === undefined ? "" : ` on ${on}`;
    const other = side === "buy" ? "sell" : "buy";
    const order = this.trade(MAKER, `open ${other} ${lots} @ ${price} cross${at}`);
    this.send(this.trading(name, `open ${side} ${lots} @ ${price} ${mode}${at}`));
    this.cancelTrade(MAKER, order, on);
    return this.position(name, side, on);
  }

  /** Orders of the maker, best first: `["400", "19050"]`. */
  bids(levels: readonly (readonly [string | number, string])[]): void {
    for (const [lots, price] of levels) this.trade(MAKER, `open buy ${lots} @ ${price} cross`);
  }

  asks(levels: readonly (readonly [string | number, string])[]): void {
    for (const [lots, price] of levels) this.trade(MAKER, `open sell ${lots} @ ${price} cross`);
  }

  addMargin(name: string, side: "buy" | "sell", amount: string, coin = "USDT"): EngineOutcome {
    const position = present(this.position(name, side), "a position").id;
    const units = this.money(amount, coin);
    return this.send({ type: "MovePositionMargin", ...this.hand(name), position, amount: units });
  }

  /** The feed of the base speaks; it is silent until it speaks again. */
  feed(price: string, asset = "BTC"): EngineOutcome {
    return this.send(this.indexing(asset, price, FEED));
  }

  /** So long that every feed is silent; a second ticks. */
  fallSilent(): void {
    this.advance(11_000);
    this.second();
  }

  haltContract(on?: string): EngineOutcome {
    return this.send({ type: "HaltContract", contract: this.contract(on).id, request: 0 });
  }

  resumeContract(on?: string): EngineOutcome {
    return this.send({ type: "ResumeContract", contract: this.contract(on).id, request: 0 });
  }

  fields(position: Position): PositionFields {
    const { user, asset } = position;
    const { unrealized, maintenance } = crossSumsOf(this.state, user, asset);
    const account: CrossAccount = {
      free: freeBalanceOf(this.state, user, asset),
      unrealized,
      maintenance,
    };
    return positionFieldsOf(position, account);
  }

  /** What the last command did in futures, in words. */
  happened(): string[] {
    return this.events.flatMap((event) => this.wordsOf(event) ?? []);
  }

  private wordsOf(event: ExchangeEvent): string | undefined {
    switch (event.type) {
      case "ContractTraded": {
        const { pricePrecision } = this.contractOf(event.contract);
        return `trade ${event.lots} @ ${formatSteps(event.ticks, pricePrecision)}`;
      }
      case "ForceClosed": {
        const { lots, side, price, reason } = event;
        return `${reason}: ${this.nameOf(event.user)} ${side} ${lots} @ ${formatUnits(price, 8)}`;
      }
      case "PositionEnded":
        return `${this.nameOf(event.user)} ended a ${event.side === "buy" ? "long" : "short"}`;
      case "FuturesLiquidated": {
        const what = event.contract === 0 ? "account" : "position";
        return `${what} of ${this.nameOf(event.user)}: ${event.end}`;
      }
      case "DeficitCovered": {
        const { insured, rest } = event;
        const name = this.nameOf(event.user);
        return `${name} lacked: insured ${formatUnits(insured, 8)}, rest ${formatUnits(rest, 8)}`;
      }
      case "FundingSettled":
        return `funding ${event.rate}`;
      case "OrderEnded":
        return `order ${event.id} ${event.status}`;
      default:
        return undefined;
    }
  }

  private contractOf(id: ContractId) {
    return present(this.state.catalogue.contracts[id - 1], "a contract");
  }

  nameOf(user: number): string {
    return present(this.state.users.users[user - 1], "a user").name;
  }
}
