/**
 * What the liquidation engine holds for the moment, by the referee: a position enters with a takeover,
 * at its bankruptcy value, and leaves by trades and by deleveraging. Nothing is left when a command
 * is over (I-13).
 */
import { present } from "../../../src/core/base/assert.ts";
import type { Contract } from "../../../src/core/engine/catalogue/contract.ts";
import type { Side } from "../../../src/core/engine/orders/order.ts";
import { claim } from "./claim.ts";
import { partOf, profitOf } from "./stakes.ts";

interface Holding {
  readonly side: Side;
  volume: bigint;
  cost: bigint;
}

interface Part {
  readonly lots: bigint;
  readonly value: bigint;
}

export class Holdings {
  /** By contract and side. */
  private readonly byKey = new Map<string, Holding>();

  enter({ id }: Contract, holding: Holding): void {
    this.byKey.set(`${id} ${holding.side}`, holding);
  }

  /** Some of it is traded; the result against its cost. */
  trade(contract: Contract, side: Side, part: Part): bigint {
    const held = this.of(contract, side);
    const result = profitOf(contract, held, part);
    leave(contract, held, part.lots);
    return result;
  }

  /** FUT-ADL-2: what is deleveraged leaves at its own cost, so the result is nothing. */
  deleverage(contract: Contract, side: Side, { lots, value }: Part): void {
    const held = this.of(contract, side);
    const part = partOf(contract, held, lots);
    claim(value === part, `FUT-ADL-2 deleveraging is at the engine's cost ${part}, not ${value}`);
    leave(contract, held, lots);
  }

  private of({ id }: Contract, side: Side): Holding {
    return present(this.byKey.get(`${id} ${side}`), "what the liquidation engine holds");
  }

  finish(): void {
    for (const [key, { volume, cost }] of this.byKey) {
      claim(volume === 0n && cost === 0n, `I-13 the liquidation engine holds nothing: ${key}`);
    }
    this.byKey.clear();
  }
}

function leave(contract: Contract, held: Holding, lots: bigint): void {
  held.cost -= partOf(contract, held, lots);
  held.volume -= lots;
}
