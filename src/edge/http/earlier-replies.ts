/**
 * What each user was told last by each read, so that a sandbox can tell it once more when it is not so any longer. Kept
 * only while a fault rule may ask for it, and bounded: the oldest goes. SANDBOX-FAULT-14.
 */

export const EARLIER_COUNT_MAX = 10_000;
export const EARLIER_BYTES_MAX = 16 * 1024 * 1024;

/** Parameters that differ from one request to the next and ask nothing. */
const OF_THE_REQUEST = ["recvWindow", "timestamp", "signature"];

export interface ReadRequest {
  readonly path: string;
  readonly query: string;
  readonly user: number;
}

export class EarlierReplies {
  readonly #countMax: number;
  readonly #bytesMax: number;
  /** Oldest first. */
  readonly #replies = new Map<string, string>();
  #bytes = 0;

  constructor(countMax = EARLIER_COUNT_MAX, bytesMax = EARLIER_BYTES_MAX) {
    this.#countMax = countMax;
    this.#bytesMax = bytesMax;
  }

  get count(): number {
    return this.#replies.size;
  }

  find(request: ReadRequest): string | undefined {
    return this.#replies.get(keyOf(request));
  }

  keep(request: ReadRequest, reply: string): void {
    const key = keyOf(request);
    this.#drop(key);
    this.#replies.set(key, reply);
    this.#bytes += sizeOf(key, reply);
    for (const oldest of this.#replies.keys()) {
      if (this.#replies.size <= this.#countMax && this.#bytes <= this.#bytesMax) return;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    const reply = this.#replies.get(key);
    if (reply === undefined) return;
    this.#replies.delete(key);
    this.#bytes -= sizeOf(key, reply);
  }

  clear(): void {
    this.#replies.clear();
    this.#bytes = 0;
  }
}

/** A character takes two bytes at most. */
function sizeOf(key: string, reply: string): number {
  return 2 * (key.length + reply.length);
}

/** The same parameters in another order are the same request. */
function keyOf({ path, query, user }: ReadRequest): string {
  const asked = query.split("&").filter((pair) => {
    return !OF_THE_REQUEST.includes(pair.split("=", 1)[0] ?? "");
  });
  return `${user} ${path}?${asked.sort().join("&")}`;
}
