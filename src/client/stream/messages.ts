/**
 * What the server says on `/ws`, read with care: what has not the form of a message is no message, and
 * a type that this client does not know is for a newer one. An update that could not be read shows as a
 * gap when the next one comes. Figures stay text, as everywhere in this client.
 */
import { readExactly } from "../wire/exact-json.ts";

/** The number of the request that a message answers. */
interface Answer {
  readonly id: number;
}

export interface Snapshot {
  readonly type: "snapshot";
  readonly channel: string;
  readonly seq: string;
  readonly time: number;
  readonly data: object;
}

export interface Update extends Omit<Snapshot, "type"> {
  readonly type: "update";
  readonly prev: string;
}

export type ServerMessage =
  | { readonly type: "hello"; readonly log: string }
  | (Answer & { readonly type: "subscribed"; readonly channel: string; readonly resumed?: boolean })
  | Snapshot
  | Update
  | { readonly type: "resync"; readonly channel: string; readonly reason: string }
  | { readonly type: "unsubscribed"; readonly channel: string; readonly reason: string }
  /** To an `unsubscribe`, a `login` or a `ping`. */
  | (Answer & { readonly type: "unsubscribed" | "loggedIn" | "pong"; readonly reason?: undefined })
  | (Answer & { readonly type: "cancelOnDisconnect" })
  | (Answer & {
      readonly type: "reply";
      readonly status: number;
      readonly requestId: string;
      readonly headers: object;
      readonly body: object;
    })
  | (Answer & { readonly type: "error"; readonly code: number; readonly msg: string });

type FieldType = "string" | "number" | "object";

/** The fields that each must have. */
const FORMS: ReadonlyMap<string, Readonly<Record<string, FieldType>>> = new Map([
  ["hello", { log: "string" }],
  ["subscribed", { channel: "string", id: "number" }],
  ["snapshot", { channel: "string", seq: "string", time: "number", data: "object" }],
  ["update", { channel: "string", seq: "string", prev: "string", time: "number", data: "object" }],
  ["resync", { channel: "string", reason: "string" }],
  ["unsubscribed", { channel: "string" }],
  ["loggedIn", { id: "number" }],
  ["pong", { id: "number" }],
  ["cancelOnDisconnect", { id: "number" }],
  [
    "reply",
    { id: "number", status: "number", requestId: "string", headers: "object", body: "object" },
  ],
  ["error", { id: "number", code: "number", msg: "string" }],
]);

export function readMessage(text: unknown): ServerMessage | undefined {
  if (typeof text !== "string") return undefined;
  let value: unknown;
  try {
    value = readExactly(text);
  } catch {
    return undefined;
  }
  return isMessage(value) ? value : undefined;
}

function isMessage(value: unknown): value is ServerMessage {
  if (typeof value !== "object" || value === null) return false;
  const form = FORMS.get(`${Reflect.get(value, "type")}`);
  if (form === undefined) return false;
  return Object.entries(form).every(([name, type]) => {
    const field: unknown = Reflect.get(value, name);
    return typeof field === type && field !== null;
  });
}

/** Whether `a` comes before `b`: first the positions count, then the counters. */
export function isEarlier(a: string, b: string): boolean {
  const [position = 0, counter = 0] = a.split("-").map(Number);
  const [otherPosition = 0, otherCounter = 0] = b.split("-").map(Number);
  return position === otherPosition ? counter < otherCounter : position < otherPosition;
}
