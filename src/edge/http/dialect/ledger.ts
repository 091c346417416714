/** A user's ledger in an area: both dialects answer from the same pages (HIST-LEDGER-2). */
import { PAGE_DEFAULT } from "../../../contract/pages.ts";
import type { spotLedger } from "../../../contract/pairs/ledger.ts";
import { malformed, type ValuesOf } from "../../../contract/parameter.ts";
import { writtenList } from "../../../contract/writer.ts";
import type { Area } from "../../../core/engine/ledger/area.ts";
import type { EntryKind } from "../../../core/engine/ledger/entry-kinds.ts";
import { type EntriesQuery, entriesQuery } from "../../../runtime/history/ledger-entries.ts";
import { getAssetNamed } from "./asset-name.ts";
import type { SignedCall } from "./endpoint.ts";
import { pageOfEntries } from "./entry-rows.ts";
import { rowsOrRefusal } from "./find-order.ts";

type Asked = Omit<ValuesOf<(typeof spotLedger)["parameters"]>, "type"> & {
  readonly type: EntryKind | undefined;
};

export async function ledgerPage<E>(call: SignedCall, area: Area, asked: Asked) {
  const { asset: name } = asked;
  const asset = name === undefined ? 0 : getAssetNamed(call, { name, parameter: "asset" }).id;
  const query = { ...queryOf(asked), area, user: call.user, asset };
  const { entries, nextId } = pageOfEntries<E>(rowsOrRefusal(await call.history.entries(query)));
  return { entries: writtenList(query.isForward ? entries.reverse() : entries), nextId };
}

/** Which page is asked for, of whomever. */
export function queryOf(asked: Omit<Asked, "asset">): Omit<EntriesQuery, "area" | "user"> {
  const { fromId, toId, startTime, endTime, limit = PAGE_DEFAULT } = asked;
  if (fromId && toId) throw malformed("toId", "malformed", "It is not taken beside fromId.");
  return entriesQuery({
    entryKind: asked.type,
    isForward: fromId !== undefined,
    from: fromId ?? toId,
    firstMs: startTime,
    lastMs: endTime,
    limit,
  });
}
