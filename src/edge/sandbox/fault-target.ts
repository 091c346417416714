/**
 * What a fault rule is about: routes of the API, or channels of the streams, which are named behind `WS`. Rules
 * SANDBOX-FAULT-2, SANDBOX-FAULT-8.
 */
import type { Route } from "../http/route.ts";
import { CHANNEL_KINDS, kindOfChannel } from "../ws/channel-kind.ts";

/** Every route there is; behind `WS`, every channel. */
export const ANYTHING = "*";
const STREAM = "WS ";

export type NamedRoute = Pick<Route, "method" | "path">;

export function isOfStream(target: string): boolean {
  return target.startsWith(STREAM);
}

/** SANDBOX-FAULT-2 */
export function isNamed(target: string, { method, path }: NamedRoute): boolean {
  return target === ANYTHING || target === path || target === `${method} ${path}`;
}

/** SANDBOX-FAULT-8: by its name, by its kind, or as any other. */
export function isChannelNamed(target: string, channel: string): boolean {
  if (!isOfStream(target)) return false;
  const named = target.slice(STREAM.length);
  return named === ANYTHING || named === channel || named === kindOfChannel(channel);
}

/** SANDBOX-FAULT-8: whether the target names a channel, or a kind of channel, that there is. */
export function isKnownStream(target: string, hasChannel: (name: string) => boolean): boolean {
  const named = target.slice(STREAM.length);
  return named === ANYTHING || CHANNEL_KINDS.includes(named) || hasChannel(named);
}
