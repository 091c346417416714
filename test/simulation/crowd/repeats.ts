/**
 * Clients that send a request again: with an id of its own, with the signature it had, or with the id of
 * another request. What they sent is remembered for a while. Rules USER-REPEAT-1, USER-ONCE-1.
 */
import type { Command } from "../../../src/core/engine/codec.ts";
import type { UserCommand } from "../../../src/core/engine/outcomes.ts";
import { isOfUser } from "../../../src/tools/explain/words/say-command.ts";
import { COMMAND_TYPES, REJECTS } from "../../support/declarations.ts";
import type { Dice } from "../dice.ts";

const REMEMBERED = 12;
const NAMED = 0.08;
const SIGNED = 0.04;
const AGAIN = 0.02;

export class Repeats {
  private readonly dice: Dice;
  private readonly sent: UserCommand[] = [];
  private count = 0;

  constructor(dice: Dice) {
    this.dice = dice;
  }

  /** Something that was sent before, seldom. */
  again(): Command | undefined {
    const { dice, sent } = this;
    if (sent.length === 0 || !dice.chance(AGAIN)) return undefined;
    const first = dice.pick(sent);
    const command = { ...first, request: dice.between(0, 1000) };
    if (dice.chance(0.3)) return { ...command, signature: undefined };
    const others = this.namedBeside(first);
    if (!isRepeatable(command) || others.length === 0 || dice.chance(0.3)) return command;
    // USER-REPEAT-1: the id of another request, which is refused.
    return { ...command, signature: undefined, clientRequestId: dice.pick(others) };
  }

  /** The ids of other requests of the same user. */
  private namedBeside(first: UserCommand): string[] {
    return this.sent.flatMap((other) => {
      const isOther = other !== first && other.user === first.user && isRepeatable(other);
      return isOther && other.clientRequestId !== undefined ? [other.clientRequestId] : [];
    });
  }

  /** The command, sometimes as one that may be sent again. */
  prepare(command: Command): Command {
    if (!isOfUser(command)) return command;
    const isSigned = this.dice.chance(SIGNED);
    const isNamed = isRepeatable(command) && this.dice.chance(NAMED);
    if (!isSigned && !isNamed) return command;
    this.count++;
    const signed = isSigned ? { ...command, signature: `s${this.count}` } : command;
    const prepared = isNamed ? { ...signed, clientRequestId: `r${this.count}` } : signed;
    this.remember(prepared);
    return prepared;
  }

  private remember(command: UserCommand): void {
    this.sent.push(command);
    if (this.sent.length > REMEMBERED) this.sent.shift();
  }
}

const REPEATABLE = COMMAND_TYPES.filter((type) => REJECTS.get(type)?.has("request_id_used"));
type Repeatable = Extract<UserCommand, { readonly clientRequestId?: string | undefined }>;

function isRepeatable(command: UserCommand): command is Repeatable {
  return REPEATABLE.includes(command.type);
}
