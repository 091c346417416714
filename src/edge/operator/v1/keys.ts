/**
 * API keys. The secret is drawn here, goes into the command only in its sealed form, and stands in
 * one reply: the one that made the key (USER-SECRET-1). It can be revoked, never shown again.
 * Rules USER-LIST-1, USER-FIELD-3.
 */

import type { ValueOf } from "../../../contract/field.ts";
import {
  ADD_KEY,
  type KEY,
  LIST_KEYS,
  PERMISSIONS_DEFAULT,
  REVOKE_KEY,
} from "../../../contract/operator/users/keys.ts";
import type { ApiKey, UserId } from "../../../core/engine/users/users.ts";
import { drawCredentials, sealSecret } from "../../auth/seal.ts";
import { getUserNamed, nameAt } from "./find.ts";
import { carryOut, endpoint, type OperatorCall } from "./operator.ts";
import { type PageAsked, pageOf } from "./pages.ts";
import { refusalOf } from "./refusals.ts";

export const addKey = endpoint(ADD_KEY, async (call, values) => {
  const user = getUserNamed(call, values.user);
  const { permissions: granted = PERMISSIONS_DEFAULT, ip = [] } = values;
  const { once = false, strict = false } = values;
  const drawn = drawCredentials();
  await carryOut(call, {
    type: "AddKey",
    user: user.id,
    apiKey: drawn.apiKey,
    sealedSecret: sealSecret(call.masterKey, drawn),
    mayTrade: granted.length === 2,
    addresses: ip,
    request: call.request,
    // An ordinary key has the same command bytes as ever.
    isOnce: once ? true : undefined,
    isStrict: strict ? true : undefined,
  });
  // USER-SECRET-1: the only place where the secret is shown.
  return { user: user.name, ...drawn, permissions: granted, ip, once, strict };
});

/** USER-LIST-1: a page of them, of all users or of the one that is named; revoked ones too. */
export const listKeys = endpoint(LIST_KEYS, (call, { user: asked, ...page }) => {
  const user = asked === undefined ? undefined : getUserNamed(call, asked).id;
  return keysOf(call, user, page);
});

export function keysOf(call: OperatorCall, user: UserId | undefined, page: Partial<PageAsked>) {
  const isWanted = (key: ApiKey) => user === undefined || key.user === user;
  const { after, limit } = page;
  const { found, next } = pageOf(call.exchange.state.users.keys, { after, limit }, isWanted);
  return { keys: found.map((key) => sayKey(call, key)), next };
}

/** USER-SECRET-1: neither the secret nor its seal. */
function sayKey({ exchange }: OperatorCall, key: ApiKey): ValueOf<typeof KEY> {
  return {
    user: nameAt(exchange.state.users.users, key.user),
    apiKey: key.apiKey,
    permissions: key.mayTrade ? ["read", "trade"] : ["read"],
    ip: key.addresses,
    once: key.isOnce,
    strict: key.isStrict,
    revoked: key.isRevoked,
  };
}

export const revokeKey = endpoint(REVOKE_KEY, async (call, { apiKey }) => {
  const { byApiKey } = call.exchange.state.users;
  const key = byApiKey.get(apiKey);
  if (!key) throw refusalOf({ ok: false, reason: "key_not_found" });
  await carryOut(call, { type: "RevokeKey", key: key.id, request: call.request });
  return { apiKey: key.apiKey, revoked: byApiKey.get(apiKey)?.isRevoked === true };
});
