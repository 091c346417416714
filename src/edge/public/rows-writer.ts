/** Records of history in the words of the dialect they belong to, wherever they are written. */
import type { Catalogue } from "../../core/engine/catalogue/catalogue.ts";
import { type WriteRow, writeRows } from "../../runtime/history/history.ts";
import { entryRowWriter } from "../http/dialect/entry-rows.ts";
import { contractRowWriter } from "../http/fapi-v1/history-rows.ts";
import { rowWriter } from "../http/sapi-v1/history-rows.ts";

export function rowsWriter(catalogue: Catalogue): WriteRow {
  return writeRows(rowWriter(catalogue), contractRowWriter(catalogue), entryRowWriter(catalogue));
}
