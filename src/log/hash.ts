/** SHA-256, the hash of the chain and of snapshots. */
import { createHash } from "node:crypto";

/** The hash of several pieces as if they were one, in hex. */
export function hexHashOf(pieces: Iterable<Uint8Array>): string {
  const hash = createHash("sha256");
  for (const piece of pieces) hash.update(piece);
  return hash.digest("hex");
}
