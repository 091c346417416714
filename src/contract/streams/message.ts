/** What one message of a stream is: who says it where, what it is for, and its fields. */
import type { Shape } from "../field.ts";

export type StreamPath = "/ws" | "/kline-api/ws";

export interface StreamMessage {
  readonly path: StreamPath;
  readonly from: "client" | "server";
  readonly summary: string;
  readonly shape: Shape;
  /** Of what a client says: the messages that answer it. */
  readonly answers?: readonly string[];
  /** Of what a channel tells: the key of the channel in its table. */
  readonly channel?: string;
}

/** What the server says on `/ws`. */
export const ANSWERED = { path: "/ws", from: "server" } as const;

export type StreamMessages = Readonly<Record<string, StreamMessage>>;
