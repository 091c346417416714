/** `bourse key ...`: what programs sign with. */
import type { ValueOf } from "../../contract/field.ts";
import { ADD_KEY, type KEY, LIST_KEYS, REVOKE_KEY } from "../../contract/operator/users/keys.ts";
import { align } from "../terminal/layout.ts";
import { moreBehind, online } from "./online.ts";

export const keyAdd = online(ADD_KEY, "key add", {
  show: ({ user, apiKey, secret, permissions, ip, once, strict }) => [
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

export const keyList = online(LIST_KEYS, "key list", {
  show: ({ keys, next }) => [
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

function mayOf({ permissions, once, strict }: ValueOf<typeof KEY>): string {
  const how = [...(once ? ["each signature once"] : []), ...(strict ? ["strict"] : [])];
  return [permissions.join(" and "), ...how].join(", ");
}

export const keyRevoke = online(REVOKE_KEY, "key revoke", {
  show: ({ apiKey }) => [`revoked key ${apiKey}`],
});
