/** The state of the exchange: what the operator looks at first when something seems wrong. */

import { STATUS } from "../../../contract/operator/watching/status.ts";
import { assert } from "../../../core/base/assert.ts";
import type { Pair } from "../../../core/engine/catalogue/catalogue.ts";
import type { Contract } from "../../../core/engine/catalogue/contract.ts";
import { endpoint } from "./operator.ts";
import { sayRules } from "./rules.ts";

export const status = endpoint(STATUS, ({ exchange, watch }) => {
  const { state } = exchange;
  const { kind } = state;
  assert(kind !== "unopened", "what is served was opened");
  const archivist = watch.archivist();
  return {
    kind,
    ...sayRules({ exchange }),
    halted: watch.isHalted(),
    position: state.position,
    engineTime: state.timeMs,
    requestTime: exchange.now(),
    uptimeMs: Math.floor(watch.uptimeMs()),
    waiting: watch.waiting?.(),
    notReady: watch.notReady?.(),
    tornTail: watch.tornTail?.(),
    cluster: watch.cluster?.(),
    archivist: { pid: archivist.pid, position: archivist.position },
    users: state.users.users.length,
    openOrders: state.orders.byId.size,
    openOrderLists: state.lists.byId.size,
    openPositions: state.futures.positions.size,
    symbols: state.catalogue.pairs.map(sayListed),
    contracts: state.catalogue.contracts.map(sayListed),
  };
});

function sayListed(listed: Pick<Pair | Contract, "name" | "status">) {
  return { name: listed.name, status: listed.status };
}
