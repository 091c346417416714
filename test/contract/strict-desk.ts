/** A desk at which every signed endpoint can be asked with a strict key, with an ordinary one, and with fields that it does not take. */

import { present } from "../../src/core/base/assert.ts";
import { type Credentials, sealSecret } from "../../src/edge/auth/seal.ts";
import { CallDesk } from "../support/call-desk.ts";
import { type Change, HttpDesk, MASTER_KEY, type User } from "../support/http-client.ts";
import type { HttpAnswer } from "../support/signed-client.ts";
import { openBusy, SIGNED_CALLS } from "./calls.ts";
import type { SpotDesk } from "./spot-desk.ts";

export type Extra = Readonly<Record<string, unknown>>;

type Client = SpotDesk["maker"];

export const STRICT: Readonly<Record<User, Credentials>> = {
  demo1: { apiKey: "strict-key-of-demo1", secret: "strict-secret-of-demo1" },
  demo2: { apiKey: "strict-key-of-demo2", secret: "strict-secret-of-demo2" },
};

/** Signs with the strict key of a user. */
export function strictly(user: User = "demo1"): Change {
  const { apiKey, secret } = STRICT[user];
  return { secret, headers: { "x-ch-apikey": [apiKey] } };
}

export async function addStrictKeys(http: HttpDesk): Promise<void> {
  const { users } = http.exchange.state;
  for (const [name, key] of Object.entries(STRICT)) {
    const user = present(users.byName.get(name), name).id;
    const sealedSecret = sealSecret(MASTER_KEY, key);
    const may = { mayTrade: true, addresses: [], request: 0, isStrict: true };
    http.must({ type: "AddKey", user, apiKey: key.apiKey, sealedSecret, ...may });
  }
}

/** How the request of a row is sent; those that only prepare it are sent as ever. */
export type Way = "ordinary" | "strict" | "strict over a stream";

export class StrictDesk {
  readonly http: HttpDesk;
  readonly #desk: SpotDesk;

  private constructor(http: HttpDesk, desk: SpotDesk) {
    this.http = http;
    this.#desk = desk;
  }

  static async open(): Promise<StrictDesk> {
    const http = await HttpDesk.open();
    const desk = await openBusy(http);
    await addStrictKeys(http);
    return new StrictDesk(http, desk);
  }

  /** The good call of a row, sent in a way, with more fields than it has. */
  ask(name: string, way: Way, extra: Extra = {}): Promise<HttpAnswer | undefined> {
    const { maker, taker } = this.#desk;
    const change = (client: Client, user: User) =>
      this.#clientFor(client, { name, user, way, extra });
    const asked = { maker: change(maker, "demo1"), taker: change(taker, "demo2") };
    return present(SIGNED_CALLS[name], name).call(this.#desk.askedBy(asked));
  }

  #clientFor(
    client: Client,
    { name, user, way, extra }: { name: string; user: User; way: Way; extra: Extra },
  ): Client {
    const change = way === "ordinary" ? { user } : { user, ...strictly(user) };
    const isMeant = (method: string, target: string) => name === `${method} ${pathOf(target)}`;
    return {
      get: (target) => {
        if (!isMeant("GET", target)) return client.get(target);
        return this.http.get(withQuery(target, extra), change);
      },
      post: async (target, body) => {
        if (!isMeant("POST", target)) return client.post(target, body);
        const sent = { ...(body as object), ...extra };
        if (way !== "strict over a stream") return this.http.post(target, sent, change);
        const reply = await new CallDesk(this.http).client(STRICT[user]).call(target, sent);
        return { status: reply.status, headers: reply.headers, json: reply.body };
      },
      close: () => undefined,
    };
  }
}

function pathOf(target: string): string {
  return target.split("?")[0] ?? target;
}

function withQuery(target: string, extra: Extra): string {
  const more = Object.entries(extra).map(([name, value]) => `${name}=${value}`);
  if (more.length === 0) return target;
  return `${target}${target.includes("?") ? "&" : "?"}${more.join("&")}`;
}
