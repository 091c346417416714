/**
 * API keys. The secret is drawn here, goes into the command only in its sealed form, and stands in
 * one reply: the one that made the key (USER-SECRET-1). It can be revoked, never shown again.
 * Rules USER-LIST-1, USER-FIELD-3.
 */
import { parseRange } from "../../auth/address-range.ts";
import { drawCredentials, sealSecret } from "../../auth/seal.ts";
import { truth as flag, list, record, recordWith, text, told } from "../../contract/field.ts";
import { mustBe } from "../../contract/forms.ts";
import { type Form, optional, required } from "../../contract/parameter.ts";
import type { ApiKey, UserId } from "../../engine/users/users.ts";
import { getUserNamed } from "./find.ts";
import { name, naming, textsUpTo, truth, userName } from "./forms.ts";
import { carryOut, endpoint, type OperatorCall } from "./operator.ts";
import { NEXT, PAGE_PARAMETERS, type PageAsked, pageOf } from "./pages.ts";
import { refusalOf } from "./refusals.ts";

/** More than any client has, and little enough for a command. */
export const RANGES_MAX = 64;

type Permissions = readonly ["read"] | readonly ["read", "trade"];

/** Every key may read. */
const permissions: Form<Permissions> = naming({
  name: "read or read,trade",
  shape: {
    oneOf: [
      {
        type: "array",
        maxItems: 2,
        items: { type: "string", enum: ["read", "trade"] },
        contains: { enum: ["read"] },
      },
      { type: "string", pattern: "^(?:read(?:,(?:read|trade))?|trade,read)$" },
    ],
  },
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

const API_KEY = text("name of the key");

const KEY_FIELDS = {
  user: text("user whose key it is"),
  apiKey: API_KEY,
  permissions: list({ type: "string", enum: ["read", "trade"] }, "what it may do"),
  ip: list({ type: "string" }, "addresses and ranges that it may be used from; none is anywhere"),
  once: flag("whether it takes each signature once"),
  strict: flag("whether its requests are refused with a field that they do not take"),
};

const REVOKED = flag("whether it is revoked");

export const KEY = record({ ...KEY_FIELDS, revoked: REVOKED });

export const addKey = endpoint({
  method: "POST",
  path: "/keys",
  parameters: {
    user: required(userName),
    permissions: optional(
      told(permissions, { description: "read, or read and trade, which it is without a word." }),
    ),
    ip: optional(
      told(ranges, {
        description: "Addresses and ranges that it may be used from; anywhere without them.",
      }),
    ),
    once: optional(
      told(truth, { description: "Whether it takes each signature once; not without a word." }),
    ),
    strict: optional(
      told(truth, {
        description:
          "Whether its requests are refused with a field that they do not take (-1102); not without a word.",
      }),
    ),
  },
  about: {
    operation: "addKey",
    tag: "users",
    summary: "Make an API key of a user",
    description: "The secret is in this reply, and never shown again.",
    reply: record({ ...KEY_FIELDS, secret: text("what requests are signed with") }),
    codes: ["NOT_NOW", "NO_SUCH_USER", "NO_ROOM", "TOO_MANY_PARAMETERS"],
    waitsFor: "command",
  },
  async handle(call, values) {
    const user = getUserNamed(call, values.user);
    const { permissions: granted = ["read", "trade"], ip = [] } = values;
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
  },
});

/** USER-LIST-1: a page of them, of all users or of the one that is named; revoked ones too. */
export const listKeys = endpoint({
  method: "GET",
  path: "/keys",
  parameters: {
    user: optional(told(name, { description: "Only keys of this user." })),
    ...PAGE_PARAMETERS,
  },
  about: {
    operation: "listKeys",
    tag: "users",
    summary: "API keys, page by page, revoked ones too",
    reply: recordWith({ keys: list(KEY, "in the order of their numbers") }, { next: NEXT }),
    codes: ["NO_SUCH_USER"],
  },
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
    strict: key.isStrict,
    revoked: key.isRevoked,
  };
}

export const revokeKey = endpoint({
  method: "POST",
  path: "/keys/revoke",
  parameters: { apiKey: required(told(name, { description: "The name of the key." })) },
  about: {
    operation: "revokeKey",
    tag: "users",
    summary: "Revoke an API key, for ever",
    reply: record({ apiKey: API_KEY, revoked: REVOKED }),
    codes: ["NO_SUCH_KEY"],
    waitsFor: "command",
  },
  async handle(call, { apiKey }) {
    const { byApiKey } = call.exchange.state.users;
    const key = byApiKey.get(apiKey);
    if (!key) throw refusalOf({ ok: false, reason: "key_not_found" });
    await carryOut(call, { type: "RevokeKey", key: key.id, request: call.request });
    return { apiKey: key.apiKey, revoked: byApiKey.get(apiKey)?.isRevoked };
  },
});
