/**
 * Keeps a list of bans beside the engine's, by the rules and without its order or its maps, and
 * compares the two after every command. Rules USER-BAN-2, USER-BAN-4, USER-BAN-5.
 */
import type { Command } from "../../../src/core/engine/codec.ts";
import type { ExchangeState } from "../../../src/core/engine/state.ts";
import type { Ban } from "../../../src/core/engine/users/bans.ts";
import type { Tally } from "../tally.ts";
import { claim } from "./claim.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
/** Minutes of the first ban, the second and so on; what comes after is the last. */
const MINUTES = [2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024, 2_048, 4_096, 4_320];

export class BanWatch {
  private readonly state: ExchangeState;
  private readonly tally: Tally;
  private bans: readonly Ban[] = [];

  constructor(state: ExchangeState, tally: Tally) {
    this.state = state;
    this.tally = tally;
  }

  /** After a command that was accepted. */
  see(command: Command, timeMs: number): void {
    if (command.type === "BanAddress") this.ban(command.block, timeMs);
    if (command.type === "LiftBan") {
      this.bans = this.bans.filter(({ block }) => block !== command.block);
    }
    const ours = this.bans.map(textOf).sort().join();
    const theirs = this.state.bans.byEnd.map(textOf).sort().join();
    claim(ours === theirs, `USER-BAN-2 the bans are ${ours}, not ${theirs}`);
  }

  private ban(block: string, timeMs: number): void {
    const before = this.bans.find((ban) => ban.block === block);
    if (before && timeMs < before.endsAtMs) {
      this.tally.count("ban of what is banned");
      return;
    }
    const times = before && timeMs <= before.endsAtMs + DAY_MS ? before.times + 1 : 1;
    if (times > 1) this.tally.count("ban repeated");
    if (!before && this.bans.length === this.state.bans.bansMax) this.pushOut();
    const minutes = MINUTES[times - 1] ?? 4_320;
    const others = this.bans.filter((ban) => ban !== before);
    this.bans = [...others, { block, times, endsAtMs: timeMs + minutes * MINUTE_MS }];
  }

  private pushOut(): void {
    const ends = Math.min(...this.bans.map(({ endsAtMs }) => endsAtMs));
    const [first] = this.bans.filter(({ endsAtMs }) => endsAtMs === ends).sort(byBlock);
    this.bans = this.bans.filter((ban) => ban !== first);
    this.tally.count("ban pushed out by another");
  }
}

function byBlock(one: Ban, other: Ban): number {
  return one.block < other.block ? -1 : 1;
}

function textOf({ block, endsAtMs, times }: Ban): string {
  return `${block} ${endsAtMs} ${times}`;
}
