/**
 * What the server says on `/ws`, read with care: what has not the form of a message is no message, and
 * a type that this client does not know is for a newer one. An update that could not be read shows as a
 * gap when the next one comes. Figures stay text, as everywhere in this client.
 */
import type { ValueOf } from "../../contract/field.ts";
import type {
  CANCEL_SET,
  ERROR,
  HELLO,
  LOGGED_IN,
  PONG,
  REPLY,
  RESYNC,
  SUBSCRIBED,
  snapshotOf,
  UNSUBSCRIBED,
  updateOf,
} from "../../contract/streams/answers.ts";
import { readExactly } from "../session/exact-json.ts";

/** What it is, with the number of the request that it answers: this client has numbers for all. */
type AnswerOf<S> = Omit<ValueOf<S>, "id"> & { readonly id: number };

export type Snapshot = ValueOf<ReturnType<typeof snapshotOf<object>>>;
export type Update = ValueOf<ReturnType<typeof updateOf<object>>>;

/** A channel that ended by itself. */
type Ended = Omit<ValueOf<typeof UNSUBSCRIBED>, "id" | "reason"> & {
  readonly reason: NonNullable<ValueOf<typeof UNSUBSCRIBED>["reason"]>;
};
type Unsubscribed = Omit<AnswerOf<typeof UNSUBSCRIBED>, "channel" | "reason"> & {
  readonly reason?: undefined;
};

export type ServerMessage =
  | Pick<ValueOf<typeof HELLO>, "type" | "log">
  | AnswerOf<typeof SUBSCRIBED>
  | Snapshot
  | Update
  | ValueOf<typeof RESYNC>
  | Ended
  | Unsubscribed
  | AnswerOf<typeof LOGGED_IN>
  | AnswerOf<typeof PONG>
  | AnswerOf<typeof CANCEL_SET>
  | ReplyMessage
  | AnswerOf<typeof ERROR>;

/** Whoever made the call knows what its body is. */
type ReplyMessage = Omit<AnswerOf<typeof REPLY>, "headers" | "body"> & {
  readonly headers: object;
  readonly body: object;
};

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
