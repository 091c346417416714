/**
 * A whole exchange from a seed. After every command all invariants hold and the referee agrees; a
 * reject has changed nothing; a copy loaded backwards from a snapshot goes on like the original;
 * and at the end the recorded bytes, replayed from nothing, give the same exchange bit for bit.
 */
import { ByteWriter } from "../../src/base/bytes.ts";
import { type Command, decodeCommands, encodeCommand } from "../../src/engine/codec.ts";
import { HOUR_MS } from "../../src/engine/directory.ts";
import { apply } from "../../src/engine/engine.ts";
import { brokenInvariants } from "../../src/engine/invariants.ts";
import { readSnapshot, writeSnapshot } from "../../src/engine/snapshot.ts";
import { type ExchangeState, emptyState, type Limits } from "../../src/engine/state.ts";
import { substanceOf } from "../support/substance.ts";
import { BanWatch } from "./ban-watch.ts";
import { Crowd } from "./crowd.ts";
import { Dice } from "./dice.ts";
import { drawLimits } from "./market.ts";
import { claim, Referee } from "./referee.ts";
import { Tally } from "./tally.ts";

const SNAPSHOT_EVERY = 200;
const INSPECT_EVERY = 50;
const REJECTS_COMPARED = 0.1;

/** Which run failed, at which command, and how: enough to see it again. */
export class SimulationFailure extends Error {
  override readonly name = "SimulationFailure";

  constructor(at: { seed: number; index: number; command: Command | undefined }, cause: unknown) {
    const what = cause instanceof Error ? cause.message : String(cause);
    const show = (_: string, value: unknown) => (typeof value === "bigint" ? `${value}n` : value);
    const command = JSON.stringify(at.command, show);
    super(`seed ${at.seed}, command ${at.index}: ${what}\n  ${command}`, { cause });
  }
}

interface Recorded {
  readonly bytes: Uint8Array;
  readonly timeMs: number;
}

/** Runs `count` commands from a seed; what happened in them. Throws `SimulationFailure`. */
export function simulate(seed: number, count: number): Tally {
  const run = new Run(seed);
  let index = 0;
  try {
    for (; index < count; index++) run.step(index);
    run.finish();
  } catch (error) {
    throw new SimulationFailure({ seed, index, command: run.command }, error);
  }
  return run.tally;
}

class Run {
  readonly tally = new Tally();
  command: Command | undefined;
  private readonly dice: Dice;
  private readonly chooser: Dice;
  private readonly limits: Limits;
  private readonly orderIdFirst: number;
  private readonly state: ExchangeState;
  /** The same exchange, loaded backwards from the last snapshot and carried on. */
  private copy: ExchangeState | undefined;
  private readonly crowd: Crowd;
  private readonly referee: Referee;
  private readonly banWatch: BanWatch;
  private readonly log: Recorded[] = [];
  private hourLast: number | undefined;
  private readonly namesSeen = new Set<string>();

  constructor(seed: number) {
    this.dice = new Dice(seed);
    this.chooser = new Dice(seed + 0x5eed);
    this.limits = drawLimits(this.dice);
    this.orderIdFirst = this.dice.pick([0, 1000, 2 ** 32 - 20]);
    this.state = this.nothing();
    this.crowd = new Crowd(this.dice, this.state);
    this.referee = new Referee(this.state, this.tally);
    this.banWatch = new BanWatch(this.state, this.tally);
  }

  /** An empty exchange, sometimes one that has given out many ids before: tables wrap there. */
  private nothing(): ExchangeState {
    const state = emptyState(this.limits);
    state.orders.orderIdLast = this.orderIdFirst;
    return state;
  }

  step(index: number): void {
    const command = this.record(this.crowd.next());
    const { timeMs } = this.crowd;
    const before = this.chooser.chance(REJECTS_COMPARED) ? substanceOf(this.state) : undefined;

    this.referee.begin(command.type);
    const outcome = apply(this.state, command, { timeMs, events: this.referee });
    this.referee.finish();

    const broken = brokenInvariants(this.state);
    claim(broken.length === 0, broken.join("; "));
    if (outcome.ok) this.tallyDone(command, outcome.answer);
    else this.seeReject(outcome.reason, before);
    this.followCopy(command, timeMs);
    if (index % INSPECT_EVERY === 0) this.referee.inspect();
    if (index % SNAPSHOT_EVERY === SNAPSHOT_EVERY - 1) this.reload();
  }

  /** Every command is applied as it would be read from the log. */
  private record(written: Command): Command {
    this.command = written;
    const out = new ByteWriter(256);
    encodeCommand(out, written);
    const bytes = out.view().slice();
    this.log.push({ bytes, timeMs: this.crowd.timeMs });
    const [command = written] = decodeCommands(bytes, 1);
    return command;
  }

  /** CORE-SEQ-2 */
  private seeReject(reason: string, before: Uint8Array | undefined): void {
    this.tally.count(`reject ${reason}`);
    claim(this.referee.eventCount === 0, `a reject (${reason}) has no events`);
    if (!before) return;
    const isSame = Buffer.compare(substanceOf(this.state), before) === 0;
    claim(isSame, `a reject (${reason}) changed the state`);
  }

  private tallyDone(command: Command, answer: object): void {
    this.tally.count(`done ${command.type}`);
    this.banWatch.see(command, this.crowd.timeMs);
    if ("status" in answer && "orderId" in answer) {
      const status = this.referee.statusOf(Number(answer.orderId));
      claim(answer.status === status, `SPOT-MATCH-7 the answer says ${status}`);
      this.tallyName(command);
    }
    if (command.type === "PlaceBatch" && "orderIds" in answer) {
      const statuses = (answer.orderIds as number[]).map((id) => this.referee.statusOf(id));
      claim(statuses.length === command.items.length, "SPOT-BATCH-3 one id for each item");
      if (statuses.includes("rejected")) this.tally.count("batch with a rejected item");
    }
    if ("failed" in answer && (answer.failed as number[]).length > 0) {
      this.tally.count("batch cancel with a failure");
    }
    if (command.type === "StrikeHour") this.seeHour(command.hourMs);
    const isMovement = command.type === "Deposit" || command.type === "Withdraw";
    if (isMovement && this.referee.eventCount === 0) this.tally.count("movement repeated");
  }

  /** CORE-TICK-1: each hour once, none before its time, none left out. */
  private seeHour(hourMs: number): void {
    const isNext = this.hourLast === undefined || hourMs === this.hourLast + HOUR_MS;
    claim(isNext && hourMs <= this.crowd.timeMs, `CORE-TICK-1 the hour ${hourMs} is the next due`);
    this.hourLast = hourMs;
  }

  private tallyName(command: Command): void {
    if (command.type !== "PlaceOrder" || command.clientId === "") return;
    const name = `${command.user}/${command.clientId}`;
    if (this.namesSeen.has(name)) this.tally.count("client id used again");
    this.namesSeen.add(name);
  }

  private followCopy(command: Command, timeMs: number): void {
    if (!this.copy) return;
    apply(this.copy, command, { timeMs, events: { push: () => undefined } });
    claim(
      this.copy.digest.join() === this.state.digest.join(),
      "CORE-REPLAY-1 a copy loaded backwards goes on with the same digest",
    );
  }

  /** Canonical: forward, backward and carried-on copies all have the same bytes. */
  private reload(): void {
    const bytes = writeSnapshot(this.state).slice();
    const isSame = (state: ExchangeState) => Buffer.compare(writeSnapshot(state), bytes) === 0;
    if (this.copy) claim(isSame(this.copy), "the copy carried on has the same bytes");
    claim(isSame(readSnapshot(bytes, "forward", this.limits)), "loaded forward, the same bytes");
    this.copy = readSnapshot(bytes, "backward", this.limits);
    claim(isSame(this.copy), "loaded backward, the same bytes");
    const broken = brokenInvariants(this.copy);
    claim(broken.length === 0, `loaded backward: ${broken.join("; ")}`);
  }

  finish(): void {
    this.command = undefined;
    this.referee.inspect();
    this.reload();
    this.replay();
    this.drain();
  }

  /** CORE-REPLAY-1, I-19 */
  private replay(): void {
    const again = this.nothing();
    for (const { bytes, timeMs } of this.log) {
      for (const command of decodeCommands(bytes, 1)) {
        apply(again, command, { timeMs, events: { push: () => undefined } });
      }
    }
    const isSame = Buffer.compare(writeSnapshot(again), writeSnapshot(this.state)) === 0;
    claim(isSame, "CORE-REPLAY-1 the replay gives the same state, bit for bit");
  }

  /** All pairs delisted: the books are empty and every lock is zero. */
  private drain(): void {
    for (const { id } of this.state.catalogue.pairs) {
      const command: Command = { type: "DelistPair", pair: id, request: 0 };
      this.referee.begin(command.type);
      apply(this.state, command, { timeMs: this.crowd.timeMs, events: this.referee });
      this.referee.finish();
    }
    this.referee.inspect();
    claim(this.state.orders.byId.size === 0, "no order is left");
    claim(brokenInvariants(this.state).length === 0, "an empty exchange is sound");
    for (const wallets of this.state.ledger.spot) {
      for (const wallet of wallets) claim((wallet?.locked ?? 0n) === 0n, "I-3 every lock is zero");
    }
  }
}
