/** The way from a follower to the core, as those have it that ask and tell something. */
import type { ByteWriter } from "../../core/base/records/bytes.ts";

export interface ToCore {
  /** Whether the follower is fed and its state is sound: only then is anything asked or handed over. */
  readonly isOpen: () => boolean;
  /** Puts a frame on its way; without a wire it is lost. */
  readonly send: (kind: number, write: (out: ByteWriter) => void) => void;
}
