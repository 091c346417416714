/**
 * A whole exchange from a seed. After every command all invariants hold and the referee agrees; a
 * reject has changed nothing; no event changes or holds a part of the state; a copy loaded backwards from a snapshot goes on like the original;
 * and at the end the recorded bytes, replayed from nothing, give the same exchange bit for bit.
 */

import { ByteWriter } from "../../src/core/base/records/bytes.ts";
import { type Digest, foldNumber } from "../../src/core/base/records/digest.ts";
import { type Command, decodeCommands, encodeCommand } from "../../src/core/engine/codec.ts";
import { HOUR_MS } from "../../src/core/engine/directory.ts";
import { apply } from "../../src/core/engine/engine.ts";
import type { ExchangeEvent } from "../../src/core/engine/events.ts";
import { brokenInvariants } from "../../src/core/engine/invariants/invariants.ts";
import { inspectTouched } from "../../src/core/engine/invariants/tripwire.ts";
import { AREAS } from "../../src/core/engine/ledger/area.ts";
import { balancesIn } from "../../src/core/engine/ledger/ledger.ts";
import type { Reject } from "../../src/core/engine/outcomes.ts";
import { readSnapshot, writeSnapshot } from "../../src/core/engine/snapshot/snapshot.ts";
import type { PlacedList } from "../../src/core/engine/spot/lists/list-commands.ts";
import type { Replaced } from "../../src/core/engine/spot/manage-commands.ts";
import { type ExchangeState, emptyState, type Limits } from "../../src/core/engine/state.ts";
import { substanceOf } from "../support/substance.ts";
import { Crowd } from "./crowd/crowd.ts";
import { drawLimits } from "./crowd/market.ts";
import { Dice } from "./dice.ts";
import { FrozenEvents } from "./frozen-events.ts";
import { LedgerWatch } from "./ledger-watch.ts";
import { eventText } from "./plain-text.ts";
import { BanWatch } from "./referee/ban-watch.ts";
import { claim } from "./referee/claim.ts";
import { CountdownWatch } from "./referee/countdown-watch.ts";
import { checkEvent, checkReject } from "./referee/declared.ts";
import { NameWatch } from "./referee/name-watch.ts";
import { Referee } from "./referee/referee.ts";
import { RequestWatch } from "./referee/request-watch.ts";
import { Tally } from "./tally.ts";
import { AttentiveTwin, isSameDigest, outcomeText, ReorderedTwin } from "./twins.ts";

const SNAPSHOT_EVERY = 200;
const INSPECT_EVERY = 130;
const REJECTS_COMPARED = 0.04;
/** A month passes in one seed of so many, most of them with futures. */
const LONG_EVERY = 25;
const LONG_FIRST = 5;
/** Users come in another order in one seed of so many, and no user trades futures in it. */
const REORDERED_EVERY = 4;
const MONTH_HOURS = 720;
/** Why an order gets no loan, whatever else is right about it. */
const NO_LOAN: ReadonlySet<string> = new Set(["loan_pool_short", "loan_cap_reached"]);

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

/** What a reject must leave as it was. */
interface Before {
  readonly substance: Uint8Array | undefined;
  readonly digest: Digest;
}

/** Runs `count` commands from a seed; what happened in them. Throws `SimulationFailure`. */
export function simulate(seed: number, count: number): Tally {
  const run = new Run(seed);
  let index = 0;
  try {
    for (; run.drawn < count; index++) run.step(index);
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
  private readonly frozen = new FrozenEvents();
  private readonly banWatch: BanWatch;
  private readonly requestWatch: RequestWatch;
  private readonly ledgerWatch: LedgerWatch;
  private readonly countdownWatch: CountdownWatch;
  private readonly nameWatch: NameWatch;
  private readonly log: Recorded[] = [];
  private readonly out = new ByteWriter();
  private readonly attentive: AttentiveTwin;
  private readonly reordered: ReorderedTwin | undefined;
  /** Whole events are compared then, because ids and digests may differ; else digests say enough. */
  private readonly isReordered: boolean;
  private hourLast: number | undefined;
  private hourCount = 0;
  private readonly namesSeen = new Set<string>();

  constructor(seed: number) {
    this.dice = new Dice(seed);
    this.chooser = new Dice(seed + 0x5eed);
    this.limits = drawLimits(this.dice, true);
    this.orderIdFirst = this.dice.pick([0, 1000, 2 ** 32 - 20]);
    this.state = this.nothing();
    const isReordered = seed % REORDERED_EVERY === 0;
    this.isReordered = isReordered;
    const isLong = seed % LONG_EVERY === LONG_FIRST;
    const plan = { isLong, hasFutures: !isReordered, hasOrderSet: true };
    this.crowd = new Crowd(this.dice, this.state, plan);
    this.referee = new Referee(this.state, this.tally);
    this.banWatch = new BanWatch(this.state, this.tally);
    this.requestWatch = new RequestWatch(this.tally);
    this.ledgerWatch = new LedgerWatch(this.state, this.tally);
    this.countdownWatch = new CountdownWatch(this.state, this.tally);
    this.nameWatch = new NameWatch(this.state, this.tally);
    this.attentive = new AttentiveTwin(this.nothing(), isReordered);
    this.reordered = isReordered ? new ReorderedTwin(this.nothing()) : undefined;
  }

  /** An empty exchange, sometimes one that has given out many ids before: tables wrap there. */
  private nothing(): ExchangeState {
    const state = emptyState(this.limits);
    state.orders.orderIdLast = this.orderIdFirst;
    return state;
  }

  get drawn(): number {
    return this.crowd.drawn;
  }

  step(index: number): void {
    const command = this.record(this.crowd.next());
    const { timeMs } = this.crowd;
    const before = this.chooser.chance(REJECTS_COMPARED) ? substanceOf(this.state) : undefined;
    const digest = this.state.digest.slice();
    const standing = this.requestWatch.standingOf(command, timeMs);
    this.countdownWatch.begin(command, timeMs);
    this.nameWatch.begin(command, timeMs);
    // PRICE-INDEX-3: what was sold by force before it moves an index with it, whatever the command is.
    const isIdle = standing === "repeated" && this.state.prices.pendingIndexPairs.length === 0;
    const { outcome, events } = this.apply(command, timeMs, isIdle);
    const text = outcomeText(this.state, command, outcome);
    const reason = outcome.ok ? undefined : outcome.reason;
    this.requestWatch.see(command, standing, { timeMs, outcome: text, reason });
    this.countdownWatch.see(command, timeMs, reason);
    this.nameWatch.see(command, reason);
    if (outcome.ok && isIdle) this.seeRepetition({ substance: before, digest });
    else if (outcome.ok && standing !== "repeated") this.tallyDone(command, outcome.answer);
    else if (!outcome.ok) this.seeReject(command, outcome.reason, { substance: before, digest });
    // A reject has left the digest alone, so what held before it holds after it.
    if (outcome.ok || before) this.checkInvariants();
    this.followCopy(command, timeMs);
    const done = { outcome: text, events };
    this.attentive.compare(this.state, done);
    this.reordered?.follow(command, this.state, done);
    if (index % INSPECT_EVERY === 0) this.inspect();
    if (index % SNAPSHOT_EVERY === SNAPSHOT_EVERY - 1) this.reload();
  }

  /** `isIdle`: the answer of a repetition is all that comes of it. */
  private apply(command: Command, timeMs: number, isIdle: boolean) {
    const events: string[] = [];
    const push = (event: ExchangeEvent) => {
      this.frozen.keep(event);
      events.push(this.isReordered ? eventText(this.state, event) : event.type);
      checkEvent(command, event);
      this.referee.push(event);
      this.ledgerWatch.hear(event);
      this.nameWatch.hear(event);
    };
    this.referee.begin(command, timeMs, this.attentive.apply(command, timeMs));
    const outcome = apply(this.state, command, { timeMs, events: { push } });
    inspectTouched(this.state); // CORE-TRIP-1
    this.ledgerWatch.see();
    this.referee.finish(outcome.ok && !isIdle);
    return { outcome, events };
  }

  private checkInvariants(): void {
    const broken = brokenInvariants(this.state);
    claim(broken.length === 0, broken.join("; "));
  }

  private inspect(): void {
    this.referee.inspect();
    this.frozen.check(this.state);
    this.attentive.inspect(this.state);
    this.reordered?.inspect(this.state);
  }

  /** Every command is applied as it would be read from the log. */
  private record(written: Command): Command {
    this.command = written;
    this.out.reset();
    encodeCommand(this.out, written);
    const bytes = this.out.view().slice();
    this.log.push({ bytes, timeMs: this.crowd.timeMs });
    const [command = written] = decodeCommands(bytes, 1);
    return command;
  }

  /** CORE-SEQ-2: no events, and nothing was folded into the digest but that it was refused. */
  private seeReject(command: Command, reason: Reject, before: Before): void {
    checkReject(command, reason);
    this.tally.count(`reject ${reason}`);
    const isLoan = command.type === "PlaceMarginOrder" && NO_LOAN.has(reason);
    if (isLoan) this.tally.count("loan refused");
    claim(this.referee.eventCount === 0, `a reject (${reason}) has no events`);
    foldNumber(before.digest, -this.state.position);
    const isUntouched = isSameDigest(before.digest, this.state.digest);
    claim(isUntouched, `a reject (${reason}) has no effect`);
    if (!before.substance) return;
    const isSame = Buffer.compare(substanceOf(this.state), before.substance) === 0;
    claim(isSame, `a reject (${reason}) changed the state`);
  }

  /** USER-REPEAT-1: the answer is all that comes of it; only a signature may be spent by it. */
  private seeRepetition(before: Before): void {
    claim(this.referee.eventCount === 0, "a repeated request has no events");
    if (this.command && "signature" in this.command && this.command.signature) return;
    foldNumber(before.digest, this.state.position);
    const isUntouched = isSameDigest(before.digest, this.state.digest);
    claim(isUntouched, "a repeated request has no effect");
    if (!before.substance) return;
    const isSame = Buffer.compare(substanceOf(this.state), before.substance) === 0;
    claim(isSame, "a repeated request changed the state");
  }

  private tallyDone(command: Command, answer: object): void {
    this.tally.count(`done ${command.type}`);
    this.banWatch.see(command, this.crowd.timeMs);
    const isOfPair = command.type === "PlaceOrder" || command.type === "PlaceMarginOrder";
    if (isOfPair && "status" in answer && "orderId" in answer) {
      const status = this.referee.statusOf(Number(answer.orderId));
      claim(answer.status === status, `SPOT-MATCH-7 SPOT-REPLY-1 the answer says ${status}`);
      this.tallyName(command);
    }
    if (command.type === "PlaceOrderList" && "orders" in answer) {
      for (const { orderId, status: said } of (answer as PlacedList).orders) {
        const status = this.referee.statusOf(orderId);
        claim(said === status, `SPOT-LIST-1 SPOT-REPLY-1 the answer says ${orderId} is ${status}`);
      }
    }
    if (command.type === "PlaceBatch" && "orderIds" in answer) {
      const statuses = (answer.orderIds as number[]).map((id) => this.referee.statusOf(id));
      claim(statuses.length === command.items.length, "SPOT-BATCH-3 one id for each item");
      if (statuses.includes("rejected")) this.tally.count("batch with a rejected item");
    }
    if (command.type === "ReplaceOrder" && "amended" in answer) {
      const replaced = answer as Replaced;
      const status = this.referee.statusOf(replaced.placed.orderId);
      this.referee.cancels.checkAnswer(command, replaced, status);
    }
    if (command.type === "CancelBatch" && "failed" in answer) {
      const failed = answer.failed as number[];
      if (failed.length > 0) this.tally.count("batch cancel with a failure");
      this.referee.cancels.checkBatch(command, failed);
    }
    if (command.type === "HourTick") this.seeHour(command.hourMs);
    const isMovement = command.type === "Deposit" || command.type === "Withdraw";
    if (isMovement && this.referee.eventCount === 0) this.tally.count("movement repeated");
  }

  /** CORE-TICK-1: each hour once, none before its time, none left out. */
  private seeHour(hourMs: number): void {
    const isNext = this.hourLast === undefined || hourMs === this.hourLast + HOUR_MS;
    claim(isNext && hourMs <= this.crowd.timeMs, `CORE-TICK-1 the hour ${hourMs} is the next due`);
    this.hourLast = hourMs;
    this.hourCount++;
    if (this.hourCount === MONTH_HOURS) this.tally.count("a month of hours");
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
    inspectTouched(this.copy); // CORE-TRIP-3: what was loaded counts on where it was.
    claim(
      isSameDigest(this.copy.digest, this.state.digest),
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
    this.inspect();
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

  /** All pairs delisted, all orders of futures canceled: nothing rests and every lock is zero. */
  private drain(): void {
    const pairs = this.state.catalogue.pairs.map(
      ({ id }): Command => ({ type: "DelistPair", pair: id, request: 0 }),
    );
    for (const command of pairs) this.order(command);
    for (const { id } of this.state.orders.byId.sorted()) {
      this.order({ type: "CancelByOperator", order: id, request: 0 });
    }
    this.referee.inspect();
    claim(this.state.orders.byId.size === 0, "no order is left");
    claim(brokenInvariants(this.state).length === 0, "an empty exchange is sound");
    for (const area of AREAS) {
      for (const { locked } of balancesIn(this.state.ledger, area)) {
        claim(locked === 0n, "I-3 I-12 every lock is zero");
      }
    }
  }

  private order(command: Command): void {
    const { timeMs } = this.crowd;
    this.referee.begin(command, timeMs, this.attentive.apply(command, timeMs));
    const context = { timeMs, events: this.referee };
    this.referee.finish(apply(this.state, command, context).ok);
  }
}
