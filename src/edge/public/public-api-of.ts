/** The public API on an exchange, in whichever process: it hears of keys and bans from the exchange. */

import { type Archive, JoinedHistory } from "../../runtime/history/joined-history.ts";
import type { UnarchivedRecords } from "../../runtime/history/unarchived-records.ts";
import type { Exchange } from "../../runtime/replica/submission.ts";
import { BanTable } from "../auth/bans.ts";
import { KeyTable } from "../auth/keys.ts";
import { PublicApi, type PublicApiOptions } from "../http/public-api.ts";
import { crossFill } from "./cross-fill.ts";
import { rowsWriter } from "./rows-writer.ts";

export interface PublicApiParts
  extends Pick<
    PublicApiOptions,
    "faults" | "traffic" | "site" | "report" | "isTalkative" | "isShared" | "numbers"
  > {
  readonly exchange: Exchange;
  /** HIST-OWN-1: the records that the archive may not have yet, and the archive. */
  readonly unarchived: UnarchivedRecords;
  readonly archive: Archive;
  readonly keys: KeyTable;
  /** The bans, where there are limits. */
  readonly bans: BanTable | undefined;
}

export function publicApiOf(parts: PublicApiParts): PublicApi {
  const { exchange, unarchived, archive, keys, bans, ...rest } = parts;
  const history = new JoinedHistory({
    unarchived,
    archive,
    write: rowsWriter(exchange.state.catalogue),
  });
  const limits = bans && { bans };
  return new PublicApi({ ...rest, exchange, keys, history, limits, crossFill });
}

/** The bans of an exchange, from now on as it changes them. */
export function bansOf(exchange: Exchange): BanTable {
  const bans = new BanTable(exchange.state.bans.byBlock.values());
  exchange.onEvent((event) => bans.fold(event));
  return bans;
}

/** The keys of an exchange, from now on as it changes them; a master key that is not theirs is refused here. */
export function keysOf(exchange: Exchange, masterKey: Uint8Array): KeyTable {
  const keys = new KeyTable(masterKey, exchange.state.users.keys);
  exchange.onEvent((event) => keys.fold(event));
  return keys;
}
