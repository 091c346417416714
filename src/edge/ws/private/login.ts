/**
 * The login of a connection: key, time, signature and window, checked in the order and refused with the
 * codes of a signed request of the REST API, by the very same code, so that an unknown key takes as
 * long as a wrong signature. The signed text is the time and `GET/ws`. STREAM-LOGIN-1.
 */

import type { CodeName } from "../../../contract/codes.ts";
import type { Fields, Given } from "../../../contract/parameter.ts";
import { Refusal } from "../../../contract/refusal.ts";
import type { KeyTable } from "../../auth/keys.ts";
import {
  isInWindow,
  outsideWindow,
  readMessageTime,
  readWindow,
} from "../../http/dialect/time-window.ts";
import { signIn } from "../../http/sign-in.ts";
import type { Member } from "../socket/connection.ts";

type LoginFields = Readonly<Record<string, unknown>>;

/** Where the login comes from, and when. */
export interface Arrival {
  readonly address: string;
  readonly nowMs: number;
}

const TARGET = { signed: "/ws", path: "/ws", query: "" };
const NO_BODY = new Uint8Array(0);

export function login(keys: KeyTable, fields: LoginFields, { address, nowMs }: Arrival): Member {
  const apiKey = textIn(fields, "apiKey", "UNAUTHORIZED");
  const ts = readTime(fields);
  const signature = textIn(fields, "sign", "NO_SIGNATURE");
  const headers = { "x-ch-apikey": [apiKey], "x-ch-ts": [ts], "x-ch-sign": [signature] };
  const head = { method: "GET", target: TARGET.signed, headers, address };
  const signed = { head, target: TARGET, security: "USER_DATA", body: NO_BODY } as const;
  const { key } = signIn(keys, signed);
  const timing = { nowMs, ts: Number(ts), windowMs: readWindow(givenIn(fields)) };
  if (!isInWindow(timing)) throw outsideWindow(timing);
  return { user: key.user, key: key.id, apiKey };
}

function textIn(fields: LoginFields, name: string, code: CodeName): string {
  const value = fields[name];
  if (typeof value === "string") return value;
  throw new Refusal(code, { msg: `${name} is missing, or is no string.` });
}

function readTime({ ts }: LoginFields): string {
  if (ts === undefined || ts === null) throw new Refusal("NO_TIMESTAMP", { msg: "ts is missing." });
  return readMessageTime(ts);
}

/** For the window, which is read as any parameter is. */
function givenIn(fields: LoginFields): Fields {
  return {
    find(name) {
      const value = fields[name];
      return value === undefined || value === null || value === "" ? undefined : givenOf(value);
    },
  };
}

function givenOf(value: unknown): Given {
  if (typeof value === "number") return { kind: "number", text: `${value}` };
  return typeof value === "string" ? { kind: "text", text: value } : { kind: "null" };
}
