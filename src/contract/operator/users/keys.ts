/** API keys: made, listed, revoked. The secret stands in one reply (USER-SECRET-1). Rules USER-LIST-1, USER-FIELD-3. */
import { parseRange } from "../../../core/base/address-range.ts";
import { list, record, type Shape, text, told, truth } from "../../field.ts";
import { mustBe } from "../../forms.ts";
import { type Form, optional, required } from "../../parameter.ts";
import { truth as flag, name, naming, textsUpTo, userName } from "../forms.ts";
import { NEXT, PAGE_PARAMETERS } from "../pages.ts";
import { request } from "../request.ts";
import { at, option } from "../typed.ts";
import { withoutIt } from "../usual.ts";

/** More than any client has, and little enough for a command. */
export const RANGES_MAX = 64;

export type KeyPermissions = readonly ["read"] | readonly ["read", "trade"];

export const PERMISSIONS_DEFAULT: KeyPermissions = ["read", "trade"];

/** Every key may read. */
const permissions: Form<KeyPermissions> = naming({
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

const USER = text("user whose key it is");
const API_KEY = text("name of the key");
const PERMISSION: Shape<"read" | "trade"> = { type: "string", enum: ["read", "trade"] };
const RANGE: Shape<string> = { type: "string" };

const KEY_RULES = {
  permissions: list(PERMISSION, "what it may do"),
  ip: list(RANGE, "addresses and ranges that it may be used from; none is anywhere"),
  once: truth("whether it takes each signature once"),
  strict: truth("whether its requests are refused with a field that they do not take"),
};

const REVOKED = truth("whether it is revoked");

export const KEY = record({ user: USER, apiKey: API_KEY, ...KEY_RULES, revoked: REVOKED });

export const ADD_KEY = request({
  method: "POST",
  path: "/keys",
  parameters: {
    user: at("USER", required(userName)),
    permissions: option(
      "--permissions LIST",
      "read or read,trade",
      optional(
        told(permissions, { description: "read, or read and trade, which it is without a word." }),
      ),
      { usual: withoutIt(PERMISSIONS_DEFAULT.join()) },
    ),
    ip: option(
      "--ip CIDR,...",
      "addresses and ranges it may be used from",
      optional(
        told(ranges, {
          description: "Addresses and ranges that it may be used from; anywhere without them.",
        }),
      ),
      { usual: withoutIt("any") },
    ),
    once: option(
      "--once",
      "take each signature once: the same bytes sent again are refused",
      optional(
        told(flag, { description: "Whether it takes each signature once; not without a word." }),
      ),
    ),
    strict: option(
      "--strict",
      "refuse its requests with a field that they do not take",
      optional(
        told(flag, {
          description:
            "Whether its requests are refused with a field that they do not take (-1102); not without a word.",
        }),
      ),
    ),
  },
  about: {
    operation: "addKey",
    tag: "users",
    summary: "Make an API key of a user",
    description: "The secret is in this reply, and never shown again.",
    reply: record({
      user: USER,
      apiKey: API_KEY,
      secret: text("what requests are signed with"),
      ...KEY_RULES,
    }),
    codes: ["NOT_NOW", "NO_SUCH_USER", "NO_ROOM", "TOO_MANY_PARAMETERS"],
    waitsFor: "command",
  },
  commands: [
    { words: "key add", says: "make an API key for a user; its secret is shown this once" },
  ],
});

/** USER-LIST-1: a page of them, of all users or of the one that is named; revoked ones too. */
export const LIST_KEYS = request({
  method: "GET",
  path: "/keys",
  parameters: {
    user: at("USER", optional(told(name, { description: "Only keys of this user." }))),
    ...PAGE_PARAMETERS,
  },
  about: {
    operation: "listKeys",
    tag: "users",
    summary: "API keys, page by page, revoked ones too",
    reply: record({ keys: list(KEY, "in the order of their numbers"), next: NEXT }),
    codes: ["NO_SUCH_USER"],
  },
  commands: [{ words: "key list", says: "show the API keys of a user, without their secrets" }],
});

export const REVOKE_KEY = request({
  method: "POST",
  path: "/keys/revoke",
  parameters: { apiKey: at("KEY", required(told(name, { description: "The name of the key." }))) },
  about: {
    operation: "revokeKey",
    tag: "users",
    summary: "Revoke an API key, for ever",
    reply: record({ apiKey: API_KEY, revoked: REVOKED }),
    codes: ["NO_SUCH_KEY"],
    waitsFor: "command",
  },
  commands: [
    {
      words: "key revoke",
      says: "end an API key, from the next command on, for ever",
      asksFirst: {
        says: "the API key",
        of: ["apiKey"],
        gone: "the key: its user needs another, with another secret",
      },
    },
  ],
});
