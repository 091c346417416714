/**
 * API keys. The secret is drawn here, goes into the command only in its sealed form, and stands in
 * one reply: the one that made the key (USER-SECRET-1). It can be revoked, never shown again.
 * Rule USER-LIST-1.
 */
import { parseRange } from "../../auth/address-range.ts";
import { drawCredentials, sealSecret } from "../../auth/seal.ts";
import type { ApiKey, UserId } from "../../engine/users/users.ts";
import { type Form, optional, required } from "../../http/dialect/endpoint.ts";
import { mustBe } from "../../http/dialect/forms.ts";
import { getUserNamed } from "./find.ts";
import { name, naming, textsUpTo, truth } from "./forms.ts";
import { carryOut, endpoint, type OperatorCall } from "./operator.ts";
import { PAGE_PARAMETERS, type PageAsked, pageOf } from "./pages.ts";
import { refusalOf } from "./refusals.ts";

/** More than any client has, and little enough for a command. */
export const RANGES_MAX = 64;

type Permissions = readonly ["read"] | readonly ["read", "trade"];

/** Every key may read. */
const permissions: Form<Permissions> = naming({
  name: "read or read,trade",
  shape: textsUpTo(2).shape,
  read(given, parameter) {
    const words = textsUpTo(2).read(given, parameter) ?? [];
    const isKnown = words.every((word) => word === "read" || word === "trade");
    if (!isKnown || !words.includes("read")) throw mustBe(parameter, "read or read,trade");
    return words.includes("trade") ? ["read", "trade"] : ["read"];
  },
});

/** Addresses and ranges from which the key may be used (USER-ADDR-3); none is anywhere. */
const ranges: Form<readonly string[]> = {
  name: `at most ${RANGES_MAX} addresses or ranges`,
  shape: textsUpTo(RANGES_MAX).shape,
  read(given, parameter) {
    const written = textsUpTo(RANGES_MAX).read(given, parameter);
    return written?.every((range) => parseRange(range) !== undefined) ? written : undefined;
  },
};

export const addKey = endpoint({
  method: "POST",
  path: "/keys",
  parameters: {
    user: required(name),
    permissions: optional(permissions),
    ip: optional(ranges),
    once: optional(truth),
  },
  async handle(call, values) {
    const user = getUserNamed(call, values.user);
    const { permissions: granted = ["read", "trade"], ip = [], once = false } = values;
    const drawn = drawCredentials();
    await carryOut(call, {
      type: "AddKey",
      user: user.id,
      apiKey: drawn.apiKey,
      sealedSecret: sealSecret(call.masterKey, drawn),
      mayTrade: granted.length === 2,
      addresses: ip,
      request: call.request,
      isOnce: once ? true : undefined, // A key as there always was is the command that always was.
    });
    // USER-SECRET-1: the only place where it is shown.
    return { user: user.name, ...drawn, permissions: granted, ip, once };
  },
});

/** USER-LIST-1: a page of them, of all users or of the one that is named; revoked ones too. */
export const listKeys = endpoint({
  method: "GET",
  path: "/keys",
  parameters: { user: optional(name), ...PAGE_PARAMETERS },
  handle(call, { user: asked, ...page }) {
    const user = asked === undefined ? undefined : getUserNamed(call, asked).id;
    return keysOf(call, user, page);
  },
});

export function keysOf(call: OperatorCall, user: UserId | undefined, page: Partial<PageAsked>) {
  const isWanted = (key: ApiKey) => user === undefined || key.user === user;
  const { after, limit } = page;
  const { found, next } = pageOf(call.exchange.state.users.keys, { after, limit }, isWanted);
  return { keys: found.map((key) => sayKey(call, key)), next };
}

/** USER-SECRET-1: neither the secret nor its seal. */
function sayKey({ exchange }: OperatorCall, key: ApiKey) {
  return {
    user: exchange.state.users.users[key.user - 1]?.name,
    apiKey: key.apiKey,
    permissions: key.mayTrade ? ["read", "trade"] : ["read"],
    ip: key.addresses,
    once: key.isOnce,
    revoked: key.isRevoked,
  };
}

export const revokeKey = endpoint({
  method: "POST",
  path: "/keys/revoke",
  parameters: { apiKey: required(name) },
  async handle(call, { apiKey }) {
    const { byApiKey } = call.exchange.state.users;
    const key = byApiKey.get(apiKey);
    if (!key) throw refusalOf({ ok: false, reason: "key_not_found" });
    await carryOut(call, { type: "RevokeKey", key: key.id, request: call.request });
    return { apiKey: key.apiKey, revoked: byApiKey.get(apiKey)?.isRevoked };
  },
});
