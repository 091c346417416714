/** `bourse key ...`: what programs sign with. */
import { align } from "../terminal/layout.ts";
import { AFTER, get, moreBehind, online, post, queryOf } from "./online.ts";

interface Key {
  readonly user: string;
  readonly apiKey: string;
  readonly secret: string;
  readonly permissions: readonly string[];
  readonly ip: readonly string[];
  readonly once: boolean;
  readonly strict: boolean;
}

export const keyAdd = online({
  name: "key add",
  says: "make an API key for a user; its secret is shown this once",
  takes: ["USER"],
  options: {
    "--permissions": { value: "LIST", says: "read or read,trade; read,trade without it" },
    "--ip": { value: "CIDR,...", says: "addresses and ranges it may be used from; any without it" },
    "--once": { says: "take each signature once: the same bytes sent again are refused" },
    "--strict": { says: "refuse its requests with a field that they do not take" },
  },
  ask: ({ USER: user, "--permissions": permissions, "--ip": ip, ...asked }) => {
    const [once, strict] = [asked["--once"] !== undefined, asked["--strict"] !== undefined];
    return post("/keys", { user, permissions, ip, once, strict });
  },
  show: ({ user, apiKey, secret, permissions, ip, once, strict }: Key) => [
    ...align([
      ["user", user],
      ["api key", apiKey],
      ["secret", secret],
      ["may", permissions.join(" and ")],
      ["ip", ip.length === 0 ? "anywhere" : ip.join(", ")],
      ...(once ? [["once", "each signature is taken once"]] : []),
      ...(strict ? [["strict", "unknown fields are refused"]] : []),
    ]),
    "The secret is not shown again.",
  ],
});

type Listed = Omit<Key, "secret"> & { readonly revoked: boolean };

export const keyList = online({
  name: "key list",
  says: "show the API keys of a user, without their secrets",
  takes: ["USER"],
  options: { "--after": AFTER },
  ask: ({ USER: user, "--after": after }) => get(`/keys${queryOf({ user, after })}`),
  show: ({ keys, next }: { keys: readonly Listed[]; next?: number }) => [
    ...align([
      ["API KEY", "MAY", "FROM"],
      ...keys.map((key) => [
        ...[key.apiKey, key.revoked ? "nothing, it is revoked" : mayOf(key)],
        key.ip.length === 0 ? "anywhere" : key.ip.join(", "),
      ]),
    ]),
    ...moreBehind(next),
  ],
});

function mayOf({ permissions, once, strict }: Listed): string {
  const how = [...(once ? ["each signature once"] : []), ...(strict ? ["strict"] : [])];
  return [permissions.join(" and "), ...how].join(", ");
}

export const keyRevoke = online({
  name: "key revoke",
  says: "end an API key, from the next command on, for ever",
  retyped: { says: "the API key", of: ({ KEY: apiKey }) => apiKey },
  takes: ["KEY"],
  options: {},
  ask: ({ KEY: apiKey }) => post("/keys/revoke", { apiKey }),
  show: ({ apiKey }: Pick<Key, "apiKey">) => [`revoked key ${apiKey}`],
});
