/** How the exchange is: what a person looks at first when something seems wrong. */
import { endpoint } from "./operator.ts";
import { sayRules } from "./rules.ts";

export const status = endpoint({
  method: "GET",
  path: "/status",
  parameters: {},
  handle({ exchange, watch }) {
    const { state } = exchange;
    const archivist = watch.archivist();
    return {
      kind: state.kind,
      ...sayRules({ exchange }),
      halted: watch.isHalted(),
      position: state.position,
      engineTime: state.timeMs,
      requestTime: exchange.now(),
      uptimeMs: Math.floor(watch.uptimeMs()),
      waiting: watch.waiting?.(),
      notReady: watch.notReady?.(),
      tornTail: watch.tornTail?.(),
      archivist: { pid: archivist.pid, position: archivist.position },
      users: state.users.users.length,
      openOrders: state.orders.byId.size,
      openPositions: state.futures.positions.size,
      symbols: state.catalogue.pairs.map(sayListed),
      contracts: state.catalogue.contracts.map(sayListed),
    };
  },
});

function sayListed({ name, status: shown }: { readonly name: string; readonly status: string }) {
  return { name, status: shown };
}
