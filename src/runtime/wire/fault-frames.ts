/**
 * What a follower and the core say to each other about fault rules: they are the core's, which counts for all
 * followers. Rules SANDBOX-FAULT-1, SANDBOX-FAULT-16.
 */
import type { ByteReader, ByteWriter } from "../../core/base/records/bytes.ts";

/** What a follower must know to ask no more than it has to. */
export interface FaultCounts {
  readonly rules: number;
  /** How many of them are about streams. */
  readonly ofStreams: number;
  /** Whether replies may be asked for again. */
  readonly remembers: boolean;
}

export const NO_FAULTS: FaultCounts = { rules: 0, ofStreams: 0, remembers: false };

export function writeFaults(out: ByteWriter, { rules, ofStreams, remembers }: FaultCounts): void {
  out.uint(rules);
  out.uint(ofStreams);
  out.uint(remembers ? 1 : 0);
}

export function readFaults(from: ByteReader): FaultCounts {
  return { rules: from.uint(), ofStreams: from.uint(), remembers: from.uint() === 1 };
}

/** Whether a request is struck; the route by its place in the table. */
export interface StrikeQuestion {
  readonly number: number;
  readonly route: number;
  readonly user: number;
  readonly request: number;
  readonly hasEarlier: boolean;
}

export function writeStrike(out: ByteWriter, asked: StrikeQuestion): void {
  out.uint(asked.number);
  out.uint(asked.route);
  out.uint(asked.user);
  out.uint(asked.request);
  out.uint(asked.hasEarlier ? 1 : 0);
}

export function readStrike(from: ByteReader): StrikeQuestion {
  return {
    number: from.uint(),
    route: from.uint(),
    user: from.uint(),
    request: from.uint(),
    hasEarlier: from.uint() === 1,
  };
}

interface PlaceInLog {
  readonly position: number;
  readonly counter: number;
}

/** Whether a message to a client is struck. */
export interface MessageQuestion {
  readonly number: number;
  readonly user: number;
  readonly channel: string;
  readonly prev: PlaceInLog;
  readonly seq: PlaceInLog;
}

export function writeMessageStrike(out: ByteWriter, asked: MessageQuestion): void {
  out.uint(asked.number);
  out.uint(asked.user);
  out.text(asked.channel);
  for (const { position, counter } of [asked.prev, asked.seq]) {
    out.uint(position);
    out.uint(counter);
  }
}

export function readMessageStrike(from: ByteReader): MessageQuestion {
  const place = () => ({ position: from.uint(), counter: from.uint() });
  return {
    number: from.uint(),
    user: from.uint(),
    channel: from.text(),
    prev: place(),
    seq: place(),
  };
}

/** A rule that strikes, as far as a follower has to know it. */
export interface StrikingRule {
  readonly id: number;
  readonly kind: string;
  readonly route: string;
  readonly delayMs: number;
  /** 0 where nobody trades. */
  readonly by: number;
}

export interface StrikeAnswer {
  readonly number: number;
  /** Undefined: none strikes. */
  readonly rule: StrikingRule | undefined;
}

export function writeStruck(out: ByteWriter, { number, rule }: StrikeAnswer): void {
  out.uint(number);
  out.uint(rule?.id ?? 0);
  out.text(rule?.kind ?? "");
  out.text(rule?.route ?? "");
  out.uint(rule?.delayMs ?? 0);
  out.uint(rule?.by ?? 0);
}

export function readStruck(from: ByteReader): StrikeAnswer {
  const number = from.uint();
  const rule = {
    id: from.uint(),
    kind: from.text(),
    route: from.text(),
    delayMs: from.uint(),
    by: from.uint(),
  };
  return { number, rule: rule.id === 0 ? undefined : rule };
}

/** What came of a strike at a follower. */
export interface StrikeNote {
  readonly id: number;
  readonly route: string;
  readonly user: number;
  readonly request: number;
  readonly note: string;
}

export function writeNote(out: ByteWriter, { id, route, user, request, note }: StrikeNote): void {
  out.uint(id);
  out.text(route);
  out.uint(user);
  out.uint(request);
  out.text(note);
}

export function readNote(from: ByteReader): StrikeNote {
  return {
    id: from.uint(),
    route: from.text(),
    user: from.uint(),
    request: from.uint(),
    note: from.text(),
  };
}
