/**
 * What a stream is made with: a WebSocket of the browser, of Node or of the package `ws`, and, so that a
 * test can play with time and chance, a clock, a timer and dice.
 */

/** The part of a WebSocket that is needed. */
export interface StreamSocket {
  send(text: string): void;
  close(code?: number): void;
  /** That of `ws`: ends without waiting for the other side. */
  terminate?(): void;
  addEventListener(type: SocketEventType, listener: (event: SocketEvent) => void): void;
}

export type SocketEventType = "message" | "close" | "error";

export interface SocketEvent {
  readonly type: string;
  /** The data of a message. */
  readonly data?: unknown;
  /** The code of the end. */
  readonly code?: number;
}

export type WebSocketClass = new (url: string) => StreamSocket;

/** Calls `ring` once after so many ms, unless the returned function is called before. */
export type StreamTimer = (ms: number, ring: () => void) => () => void;

export interface StreamOptions {
  /** The class to connect with; `globalThis.WebSocket` unless told. Node 20 has none: give that of `ws`. */
  readonly webSocket?: WebSocketClass | undefined;
  /** Our own clock, in ms; that of the client unless told. */
  readonly now?: (() => number) | undefined;
  readonly alarm?: StreamTimer | undefined;
  /** From 0 to below 1, so that a thousand clients do not come back in the same moment. */
  readonly random?: (() => number) | undefined;
}

/** All options, as they are used. */
export interface StreamMeans {
  readonly webSocket: WebSocketClass;
  readonly now: () => number;
  readonly alarm: StreamTimer;
  readonly random: () => number;
}

export function meansOf(options: StreamOptions): StreamMeans {
  const { webSocket = systemWebSocket(), now = Date.now } = options;
  const { alarm = systemAlarm, random = Math.random } = options;
  if (typeof webSocket !== "function") {
    const remedy = 'hand in that of the package "ws": client.stream({ webSocket: WebSocket }).';
    throw new TypeError(`There is no WebSocket here (Node has one from 22 on); ${remedy}`);
  }
  return { webSocket, now, alarm, random };
}

/** Looked up when it is used, and by name: the types of Node 20 do not know it. */
function systemWebSocket(): WebSocketClass {
  return Reflect.get(globalThis, "WebSocket") as WebSocketClass;
}

const systemAlarm: StreamTimer = (ms, ring) => {
  const timer = setTimeout(ring, ms);
  return () => clearTimeout(timer);
};

/** Where the streams of a service are. */
export function streamUrl(root: string): string {
  return `${root.replace(/^http/i, "ws")}/ws`;
}
