/**
 * Signing: HMAC-SHA256 in hex over time, method, request target and body, one right after the other.
 * Web Crypto does it in browsers and in Node alike; the key is imported once.
 */

const HMAC = { name: "HMAC", hash: "SHA-256" } as const;

/** What is signed. The target is the path with its query, without a base URL's own path. */
export interface SignedParts {
  readonly ts: number;
  readonly method: string;
  readonly target: string;
  readonly body: string;
}

type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

export class Signer {
  readonly #secret: string;
  readonly #encoder = new TextEncoder();
  #key: Promise<Key> | undefined;

  constructor(secret: string) {
    this.#secret = secret;
  }

  async sign({ ts, method, target, body }: SignedParts): Promise<string> {
    this.#key ??= this.#importKey();
    const text = this.#encoder.encode(`${ts}${method}${target}${body}`);
    const digest = new Uint8Array(await crypto.subtle.sign("HMAC", await this.#key, text));
    return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  #importKey(): Promise<Key> {
    const raw = this.#encoder.encode(this.#secret);
    return crypto.subtle.importKey("raw", raw, HMAC, false, ["sign"]);
  }
}
