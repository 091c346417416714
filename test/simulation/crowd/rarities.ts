/**
 * What chance alone would bring about too seldom to be counted on. Each rarity is a short story
 * that looks for its occasion and does the thing. All are tried, in an order that is drawn
 * anew each time round, so that none becomes rare again when something else is drawn differently.
 */
import type { Command } from "../../../src/core/engine/codec.ts";
import type { Dice } from "../dice.ts";
import type { Story, Telling } from "./story.ts";

export class Rarities {
  private readonly dice: Dice;
  private readonly tellings: readonly Telling[];
  private waiting: Telling[] = [];
  private current: Story | undefined;

  constructor(dice: Dice, tellings: readonly Telling[]) {
    this.dice = dice;
    this.tellings = tellings;
  }

  /** The next step of the story that is being told: nothing comes between its steps. */
  step(): Command | undefined {
    const step = this.current?.next();
    if (step && !step.done) return step.value;
    this.current = undefined;
    return undefined;
  }

  /** The first step of the next story that finds its occasion; undefined when none of them does. */
  next(): Command | undefined {
    for (let tried = 0; tried < this.tellings.length; tried++) {
      this.current = this.draw()?.();
      const first = this.step();
      if (first) return first;
    }
    return undefined;
  }

  private draw(): Telling | undefined {
    if (this.waiting.length === 0) this.waiting = [...this.tellings];
    return this.waiting.splice(this.dice.between(0, this.waiting.length - 1), 1)[0];
  }
}
