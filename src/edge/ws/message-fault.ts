/**
 * What a sandbox may do to a message on its way to one client. Streams declare here what they need; the rules
 * themselves are made elsewhere and handed in. SANDBOX-FAULT-9.
 */
import type { Seq } from "./seq.ts";

export type MessageFault =
  /** The message, and those of its channel behind it, come so much later. */
  | { readonly kind: "delay"; readonly ms: number }
  /** It is lost, and the next one shows the gap. */
  | { readonly kind: "drop" }
  /** It is left out, and the next one shows no gap. */
  | { readonly kind: "skip" }
  | { readonly kind: "double" }
  /** The connection stays open, and nothing more comes over it. */
  | { readonly kind: "silent" }
  /** The connection is cut, without a closing frame. */
  | { readonly kind: "close" };

/** An update that is about to be sent to one client. */
export interface AskedMessage {
  readonly channel: string;
  /** The user that the connection has logged in as; 0 without a login. */
  readonly user: number;
  readonly seq: Seq;
  readonly prev: Seq;
}

export interface MessageFaults {
  /** Whether a rule may strike a message: while none may, nothing is asked. */
  readonly isActive: boolean;
  next(asked: AskedMessage): MessageFault | undefined | Promise<MessageFault | undefined>;
}
