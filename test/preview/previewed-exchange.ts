/**
 * A simulated exchange whose crowd asks for a preview before every order. What the preview told and what
 * the exchange then did are put side by side, in the same plain words, read by the same functions that an
 * endpoint reads with.
 */
import { present } from "../../src/core/base/assert.ts";
import { ByteWriter } from "../../src/core/base/records/bytes.ts";
import { type Command, decodeCommands, encodeCommand } from "../../src/core/engine/codec.ts";
import { apply } from "../../src/core/engine/engine.ts";
import type { ExchangeEvent } from "../../src/core/engine/events.ts";
import { type ExchangeState, emptyState } from "../../src/core/engine/state.ts";
import { Crowd } from "../simulation/crowd/crowd.ts";
import { drawLimits } from "../simulation/crowd/market.ts";
import { Dice } from "../simulation/dice.ts";

export type Placing = Extract<
  Command,
  { readonly type: "PlaceOrder" | "PlaceMarginOrder" | "PlaceFuturesOrder" }
>;

export interface Done {
  readonly outcome: ReturnType<typeof apply>;
  readonly events: readonly ExchangeEvent[];
}

export class PreviewedExchange {
  readonly state: ExchangeState;
  private readonly crowd: Crowd;
  private readonly chooser: Dice;
  private readonly out = new ByteWriter();

  constructor(seed: number) {
    const dice = new Dice(seed);
    this.chooser = new Dice(seed + 0x5eed);
    this.state = emptyState(drawLimits(dice, true));
    this.crowd = new Crowd(dice, this.state, {
      isLong: false,
      hasFutures: seed % 4 !== 0,
      hasOrderSet: true,
    });
  }

  get timeMs(): number {
    return this.crowd.timeMs;
  }

  /** The next command of the crowd, as it would be read from the log. */
  next(): Command {
    this.out.reset();
    encodeCommand(this.out, this.draw());
    const [command] = decodeCommands(this.out.view(), 1);
    return present(command, "the command that was written");
  }

  /** As soon as contracts are held: every other command is one of those who trade with borrowed money or on margin. */
  private draw(): Command {
    const { chooser, crowd } = this;
    const { speculators, borrowers } = crowd;
    if (this.state.futures.positions.size === 0 || chooser.chance(0.5)) return crowd.next();
    return chooser.chance(0.75) ? speculators.next() : borrowers.next();
  }

  apply(command: Command): Done {
    const events: ExchangeEvent[] = [];
    const outcome = apply(this.state, command, { timeMs: this.timeMs, events });
    return { outcome, events };
  }

  /** Whether the command places an order in a market that there is. */
  isPlacing(command: Command): command is Placing {
    const { catalogue, futures } = this.state;
    if (command.type === "PlaceFuturesOrder")
      return futures.markets[command.contract - 1] !== undefined;
    const isOfPair = command.type === "PlaceOrder" || command.type === "PlaceMarginOrder";
    return isOfPair && catalogue.pairs[command.pair - 1] !== undefined;
  }
}
