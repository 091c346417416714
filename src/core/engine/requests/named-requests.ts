/**
 * Requests to which a client gave an id of its own, so that it may send one again when in doubt: the
 * same id of the same user is carried out once and answered the same again. An id is kept for 24 hours
 * of engine time and goes at the next hour's tick. Rules USER-REPEAT-1 to USER-REPEAT-4.
 */

import { Queue } from "../../base/queue.ts";
import { type Digest, foldNumber } from "../../base/records/digest.ts";
import {
  big,
  foldRecord,
  int,
  type RecordOf,
  record,
  text,
  uint,
} from "../../base/records/record.ts";
import { TextMap } from "../../base/text-map.ts";
import type { UserId } from "../users/users.ts";

/** USER-REPEAT-3 */
export const REQUEST_KEPT_MS = 24 * 3_600_000;

const namedFields = {
  user: uint,
  id: text,
  /** A digest of the request's content: a request with the same id and another digest is another request. */
  contentLow: int,
  contentHigh: int,
  /** The one number that the answer was made of. */
  answer: big,
  /** Decimals of the requested amount: its asset or contract may be gone when the request is repeated. */
  scale: uint,
  atMs: uint,
};
export const namedRequestRecord = record(namedFields);
export type NamedRequest = RecordOf<typeof namedFields>;

export interface NamedRequests {
  /** By user and id. */
  readonly byName: TextMap<NamedRequest>;
  /** The same, oldest first. */
  readonly queue: Queue<NamedRequest>;
  /** How many each user has, by its number as a text. */
  readonly countOf: TextMap<number>;
  readonly countMax: number;
  readonly userCountMax: number;
  readonly digest: Digest;
}

export function newNamedRequests(
  digest: Digest,
  { countMax, userCountMax }: { readonly countMax: number; readonly userCountMax: number },
): NamedRequests {
  const byName = new TextMap<NamedRequest>();
  const countOf = new TextMap<number>();
  return { byName, queue: new Queue(), countOf, countMax, userCountMax, digest };
}

export function findNamedRequest(
  { byName }: NamedRequests,
  { user, id }: { readonly user: UserId; readonly id: string },
): NamedRequest | undefined {
  return byName.get(nameOf(user, id));
}

function nameOf(user: UserId, id: string): string {
  return `${user} ${id}`;
}

/** USER-REPEAT-4: an id is never forgotten early, so there may be no room for another. */
export function isFullFor(requests: NamedRequests, user: UserId): boolean {
  const { byName, countOf, countMax, userCountMax } = requests;
  return byName.size >= countMax || (countOf.get(`${user}`) ?? 0) >= userCountMax;
}

export function rememberRequest(requests: NamedRequests, request: NamedRequest): void {
  enterNamedRequest(requests, request);
  foldRecord(requests.digest, namedRequestRecord, request);
}

/** Puts a request, new or from a snapshot, behind the others. */
export function enterNamedRequest(
  { byName, queue, countOf }: NamedRequests,
  request: NamedRequest,
): void {
  byName.set(nameOf(request.user, request.id), request);
  queue.push(request);
  const owner = `${request.user}`;
  countOf.set(owner, (countOf.get(owner) ?? 0) + 1);
}

/** USER-REPEAT-3: called at an hour's tick. */
export function forgetOldRequests(requests: NamedRequests, timeMs: number): void {
  const { byName, queue, countOf, digest } = requests;
  const before = byName.size;
  for (let { oldest } = queue; oldest; { oldest } = queue) {
    const { user, id, atMs } = oldest;
    if (timeMs - atMs <= REQUEST_KEPT_MS) break;
    byName.delete(nameOf(user, id));
    queue.dropOldest();
    const left = (countOf.get(`${user}`) ?? 0) - 1;
    if (left > 0) countOf.set(`${user}`, left);
    else countOf.delete(`${user}`);
  }
  if (byName.size < before) foldNumber(digest, before - byName.size);
}
