/** An archive that has what only archives keep, fundings and entries of ledgers, for a desk: all other records are unarchived there. */
import { rowsWriter } from "../../src/edge/public/rows-writer.ts";
import { type Archive, rowsOf } from "../../src/runtime/history/joined-history.ts";
import { type Happened, HistoryStore } from "../../src/runtime/history/store/history-store.ts";
import { MemoryStore } from "../../src/runtime/history/store/memory-store.ts";
import { emptyArchive } from "./desk-options.ts";
import type { DirectExchange } from "./direct-exchange.ts";

export function archiveOnly(exchange: DirectExchange): Archive {
  const { state } = exchange;
  const store = new HistoryStore(new MemoryStore());
  const empty = emptyArchive();
  let happened: Happened[] = [];
  exchange.onEvent((event) => {
    if (event.type === "FundingSettled") happened.push({ event, position: state.position });
  });
  exchange.onPosted((event) => void happened.push({ event, position: event.position }));
  return {
    async ask(query, position, join) {
      if (query.kind !== "funding" && query.kind !== "entries") {
        return empty.ask(query, position, join);
      }
      store.add(happened, state.position);
      happened = [];
      return join(rowsOf(store.find(query), rowsWriter(state.catalogue)));
    },
  };
}
