/** An archive that has the fundings of an exchange and nothing else, for a desk: all other records are unarchived there. */
import { rowsWriter } from "../../src/edge/public/rows-writer.ts";
import { type Archive, rowsOf } from "../../src/runtime/history/joined-history.ts";
import { type Happened, HistoryStore } from "../../src/runtime/history/store/history-store.ts";
import { MemoryStore } from "../../src/runtime/history/store/memory-store.ts";
import { emptyArchive } from "./desk-options.ts";
import type { DirectExchange } from "./direct-exchange.ts";

export function fundingArchive(exchange: DirectExchange): Archive {
  const { state } = exchange;
  const store = new HistoryStore(new MemoryStore());
  const empty = emptyArchive();
  let funded: Happened[] = [];
  exchange.onEvent((event) => {
    if (event.type === "FundingSettled") funded.push({ event, position: state.position });
  });
  return {
    async ask(query, position, join) {
      if (query.kind !== "funding") return empty.ask(query, position, join);
      store.add(funded, state.position);
      funded = [];
      return join(rowsOf(store.find(query), rowsWriter(state.catalogue)));
    },
  };
}
