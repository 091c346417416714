/**
 * Who is deleveraged, and in which order: every position of the other side has a score by the letter
 * of rulebook 4.12, taken once, and the largest goes first, ties by position id. Rule FUT-ADL-1.
 */
import type { Contract, Tier } from "../../../src/core/engine/catalogue/contract.ts";
import { freeBalanceOf } from "../../../src/core/engine/futures/account.ts";
import {
  findContractAccount,
  positionOn,
} from "../../../src/core/engine/futures/contract-account.ts";
import type { Side } from "../../../src/core/engine/orders/order.ts";
import type { ExchangeState } from "../../../src/core/engine/state.ts";
import { claim } from "./claim.ts";
import { ceilDiv, type Stake, type Stakes, unrealizedAt, worthAt } from "./stakes.ts";

const RATE_ONE = 100_000_000n;

interface Score {
  readonly stake: Stake;
  readonly positionId: number;
  readonly top: bigint;
  /** Above zero. */
  readonly bottom: bigint;
}

export class Victims {
  private readonly state: ExchangeState;
  private readonly stakes: Stakes;
  /** By contract and side: the positions that are left, in order. */
  private readonly queues = new Map<string, Score[]>();

  constructor(state: ExchangeState, stakes: Stakes) {
    this.state = state;
    this.stakes = stakes;
  }

  /** A position was taken over: the positions deleveraged for it are ranked when it begins. */
  takeOver({ id }: Contract, side: Side): void {
    this.queues.delete(`${id} ${side === "buy" ? "sell" : "buy"}`);
  }

  /** Before it is closed. */
  see(contract: Contract, stake: Stake): void {
    const key = `${contract.id} ${stake.side}`;
    const queue = this.queues.get(key) ?? this.rank(contract, stake.side);
    this.queues.set(key, queue);
    const first = queue.shift();
    const isFirst = first?.stake === stake;
    claim(isFirst, `FUT-ADL-1 user ${first?.stake.user} comes before ${stake.user}`);
  }

  private rank(contract: Contract, side: Side): Score[] {
    const stakes = [...this.stakes.all()].filter(
      (stake) => stake.contract === contract.id && stake.side === side,
    );
    return stakes.map((stake) => this.scoreOf(contract, stake)).sort(comesFirst);
  }

  private contractOf(id: number): Contract {
    return this.state.catalogue.contracts[id - 1] as Contract;
  }

  private markOf({ id }: Contract): number {
    return this.state.futures.markets[id - 1]?.mark ?? 0;
  }

  private unrealizedOf(stake: Stake): bigint {
    const contract = this.contractOf(stake.contract);
    return unrealizedAt(contract, stake, this.markOf(contract));
  }

  /** FUT-RISK-2 */
  private maintenanceOf({ contract: id, volume }: Stake): bigint {
    const contract = this.contractOf(id);
    const { top, bottom } = worthAt(contract, volume, this.markOf(contract));
    const reached = contract.tiers.find(({ valueMax }) => top <= valueMax * bottom);
    const { maintenanceRate: keepRate } = (reached ?? contract.tiers.at(-1)) as Tier;
    return ceilDiv(top * BigInt(keepRate + contract.maxFeeRate), bottom * RATE_ONE);
  }

  /** Isolated: margin and profit; cross: its part of the account, by maintenance. */
  private equityOf(stake: Stake): { top: bigint; bottom: bigint } {
    if (stake.mode === "isolated") {
      return { top: stake.margin + this.unrealizedOf(stake), bottom: 1n };
    }
    const coin = this.contractOf(stake.contract).marginCoin;
    const legs = [...this.stakes.all()].filter(
      ({ user, mode, contract }) =>
        user === stake.user && mode === "cross" && this.contractOf(contract).marginCoin === coin,
    );
    const total = legs.reduce((sum, leg) => sum + this.unrealizedOf(leg), 0n);
    const equity = freeBalanceOf(this.state, stake.user, coin) + total;
    const maintenance = legs.reduce((sum, leg) => sum + this.maintenanceOf(leg), 0n);
    return { top: equity * this.maintenanceOf(stake), bottom: maintenance };
  }

  private scoreOf(contract: Contract, stake: Stake): Score {
    const profit = this.unrealizedOf(stake);
    const worth = worthAt(contract, stake.volume, this.markOf(contract));
    const equity = this.equityOf(stake);
    const leverage =
      equity.top <= 0n
        ? { top: 10n ** 9n, bottom: 1n }
        : { top: worth.top * equity.bottom, bottom: worth.bottom * equity.top };
    const cost = stake.cost > 0n ? stake.cost : 1n;
    const contractAccount = findContractAccount(this.state.futures, stake.user, contract.id);
    const positionId = (contractAccount && positionOn(contractAccount, stake.side)?.id) ?? 0;
    return profit > 0n
      ? { stake, positionId, top: profit * leverage.top, bottom: cost * leverage.bottom }
      : { stake, positionId, top: profit * leverage.bottom, bottom: cost * leverage.top };
  }
}

function comesFirst(one: Score, other: Score): number {
  const difference = one.top * other.bottom - other.top * one.bottom;
  if (difference !== 0n) return difference > 0n ? -1 : 1;
  return one.positionId - other.positionId;
}
