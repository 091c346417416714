/** The reply to a write is lost: what is known of the request, and what the caller is told at last. */
import { type Endpoint, nameOf } from "./endpoint.ts";
import { BourseError, OutcomeUnknown } from "./errors.ts";

export interface SentRequest {
  readonly ts: number;
  readonly expiresAtMs: number;
  readonly isOneServer: boolean;
}

/** A request that may or may not have been executed. */
export class LostReply extends Error {
  override readonly name = "LostReply";
  readonly endpoint: string;
  /**
   * The service itself says that it does not know: the request is in its sequencer, or through it. A node of several
   * may say so while the request is on its way to another node (CLIENT-ADDR-5).
   */
  readonly isHandedOn: boolean;
  /** The server's time after which the request can no longer be let in. */
  readonly expiresAtMs: number;
  /** When the request was sent, on the server's clock. */
  readonly ts: number;

  constructor(endpoint: Endpoint, sent: SentRequest, cause: unknown) {
    const name = nameOf(endpoint);
    super(`no reply to ${name}`, { cause });
    this.endpoint = name;
    this.isHandedOn = cause instanceof BourseError && sent.isOneServer;
    this.ts = sent.ts;
    this.expiresAtMs = sent.expiresAtMs;
  }
}

export function outcomeUnknown(
  { endpoint, expiresAtMs, cause }: LostReply,
  { remedy, clientOrderIds = [] }: { remedy: string; clientOrderIds?: readonly string[] },
): OutcomeUnknown {
  return new OutcomeUnknown({ endpoint, clientOrderIds, expiresAtMs, remedy, cause });
}
