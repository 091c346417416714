/** The state of the exchange: what the operator looks at first when something seems wrong. */
import {
  count,
  list,
  name,
  record,
  recordWith,
  text,
  time,
  truth,
  word,
} from "../../contract/field.ts";
import { NOT_READY } from "../../service/readiness.ts";
import { endpoint } from "./operator.ts";
import { MARKET_STATUS } from "./pair-shape.ts";
import { RULES_FIELDS, sayRules } from "./rules.ts";

const ARCHIVIST = recordWith(
  { position: count("position up to which it has the log") },
  { pid: count("its process; left out while it does not run") },
);

const LISTED = record({ name: name("symbol or contract"), status: MARKET_STATUS });

const CLUSTER = {
  ...record({
    node: text("this node"),
    role: word(["following", "claiming", "leading", "settling"], "what it does in the cluster"),
    epoch: count("which term of a leader it is"),
    leader: text("the node that leads; empty when none is known"),
    lagCommands: count("commands that it does not have yet"),
    lagMs: count("since it last had all, in ms"),
    beatAgeMs: count("since the leader last said something that is durable, in ms"),
  }),
  description: "its place in a cluster; left out where there is none",
};

const STATUS = recordWith(
  {
    kind: word(["sandbox", "production"], "what the directory is, for ever"),
    ...RULES_FIELDS,
    halted: truth("whether nothing is accepted any more: something did not add up"),
    position: count("position of the last command"),
    engineTime: time("time of the last command"),
    requestTime: time("clock that requests are judged by"),
    uptimeMs: count("how long the process runs, in ms"),
    archivist: { ...ARCHIVIST, description: "the second process, which writes history" },
    users: count("how many users there are"),
    openOrders: count("how many open orders there are"),
    openPositions: count("how many positions there are"),
    symbols: list(LISTED, "all symbols, delisted ones too"),
    contracts: list(LISTED, "all contracts, delisted ones too"),
  },
  {
    waiting: count("commands that wait in line"),
    notReady: word(Object.keys(NOT_READY), "why new orders are not taken; left out while they are"),
    cluster: CLUSTER,
    tornTail: text("what became of an unfinished end of the log that this start found"),
  },
);

export const status = endpoint({
  method: "GET",
  path: "/status",
  parameters: {},
  about: {
    operation: "status",
    tag: "watching",
    summary: "How the exchange is",
    reply: STATUS,
  },
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
      cluster: watch.cluster?.(),
      archivist: { pid: archivist.pid, position: archivist.position },
      users: state.users.users.length,
      openOrders: state.orders.byId.size,
      openPositions: state.futures.positions.size,
      symbols: state.catalogue.pairs.map(sayListed),
      contracts: state.catalogue.contracts.map(sayListed),
    };
  },
});

function sayListed(listed: { readonly name: string; readonly status: string }) {
  return { name: listed.name, status: listed.status };
}
