/**
 * Changing the master key at a start: secrets that still have the old seal get the new one by commands
 * in the log. A start that is cut off leaves some in each seal, and the next start does the rest; so
 * there is no moment in which a secret is lost. Rule USER-SECRET-3.
 */
import { type MasterKeys, resealed } from "../../edge/auth/reseal.ts";
import type { Exchange } from "../../runtime/replica/submission.ts";

/** Together in the sequencer, which holds many more. */
const AT_ONCE = 512;

/** Tells how many secrets were sealed anew. */
export async function rekey(exchange: Exchange, masterKeys: MasterKeys): Promise<number> {
  const waiting = resealed(exchange.state.users.keys, masterKeys);
  for (let at = 0; at < waiting.length; at += AT_ONCE) {
    const some = waiting.slice(at, at + AT_ONCE);
    await Promise.all(some.map((key) => reseal(exchange, key)));
  }
  return waiting.length;
}

/** The sentence that tells the operator how many secrets were sealed anew. */
export function rekeyed(count: number): string {
  const secrets = count === 1 ? "1 secret was" : `${count} secrets were`;
  return `${secrets} sealed anew; BOURSE_OLD_MASTER_KEY_FILE is not needed any more`;
}

async function reseal(
  exchange: Exchange,
  { key, sealedSecret }: { readonly key: number; readonly sealedSecret: Uint8Array },
): Promise<void> {
  const submitted = await exchange.submit({ type: "ResealKey", key, sealedSecret, request: 0 });
  if (submitted.kind === "done" && submitted.outcome.ok) return;
  throw new Error(`the secret of key ${key} could not be sealed anew: ${submitted.kind}`);
}
