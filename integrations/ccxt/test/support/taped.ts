/** The class with a tape of all that it sends, to a real server. */
import { bourse } from "../../src/exchanges.ts";

export interface Sent {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

export class TapedBourse extends bourse {
  readonly #tape: Sent[] = [];

  override async fetch(
    url: string,
    method = "GET",
    headers: unknown = undefined,
    body: string | undefined = undefined,
  ) {
    const { pathname, search } = new URL(url);
    this.#tape.push({ method, path: pathname + search, body: JSON.parse(body ?? "{}") });
    return await super.fetch(url, method, headers, body);
  }

  /** What was sent since this was last asked. */
  taken(): Sent[] {
    return this.#tape.splice(0);
  }
}
