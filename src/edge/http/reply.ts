/** A reply before it is sent, and how a refusal becomes one: the same for every API. */
import { Refusal } from "../../contract/refusal.ts";
import { requestIdOf } from "./request.ts";

/** The content type of a reply that says no other. */
export const JSON_TYPE = "application/json";

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Sent in place of the body, where there are any. */
  readonly bytes?: Uint8Array;
  readonly isClosing: boolean;
  /** The content type, where it is not JSON. */
  readonly type?: string;
}

/** A failure that is no refusal is our own: it is reported, and the client learns nothing about it. */
export function asRefusal(
  error: unknown,
  request: number,
  report: (error: unknown, request: string) => void,
): Refusal {
  if (error instanceof Refusal) return error;
  report(error, requestIdOf(request));
  return new Refusal("UNKNOWN");
}

export function replyOf(
  refusal: Refusal,
  headers: Readonly<Record<string, string>>,
  isTalkative = false,
): Reply {
  const { status, isClosing } = refusal;
  return { status, headers, body: refusal.body(isTalkative), isClosing };
}
