/** The state of the exchange: what the operator looks at first when something seems wrong. */

import {
  count,
  list,
  name,
  record,
  sometimes,
  text,
  time,
  truth,
  type ValueOf,
  word,
} from "../../field.ts";
import { NOT_READY, type NotReady } from "../../not-ready.ts";
import { MARKET_STATUS } from "../market-fields.ts";
import { request } from "../request.ts";
import { RULES_FIELDS } from "./rules.ts";

const ARCHIVIST = record(
  {
    pid: sometimes(count("its process; left out while it does not run")),
    position: count("position up to which it has the log"),
  },
  "the second process, which writes history",
);

const LISTED = record({ name: name("symbol or contract"), status: MARKET_STATUS });

const CLUSTER = record(
  {
    node: text("this node"),
    role: word(["following", "claiming", "leading", "settling"], "what it does in the cluster"),
    epoch: count("which term of a leader it is"),
    leader: text("the node that leads; empty when none is known"),
    lagCommands: count("commands that it does not have yet"),
    lagMs: count("since it last had all, in ms"),
    beatAgeMs: count("since the leader last said something that is durable, in ms"),
  },
  "its place in a cluster; left out where there is none",
);

/** How a node stands in its cluster. */
export type ClusterStanding = ValueOf<typeof CLUSTER>;

export const STATUS = request({
  method: "GET",
  path: "/status",
  parameters: {},
  about: {
    operation: "status",
    tag: "watching",
    summary: "How the exchange is",
    reply: record({
      kind: word(["sandbox", "production"], "what the directory is, for ever"),
      ...RULES_FIELDS,
      halted: truth("whether nothing is accepted any more: something did not add up"),
      position: count("position of the last command"),
      engineTime: time("time of the last command"),
      requestTime: time("clock that requests are judged by"),
      uptimeMs: count("how long the process runs, in ms"),
      waiting: sometimes(count("commands that wait in line")),
      notReady: sometimes(
        word(
          Object.keys(NOT_READY) as NotReady[],
          "why new orders are not taken; left out while they are",
        ),
      ),
      tornTail: sometimes(
        text("what became of an unfinished end of the log that this start found"),
      ),
      cluster: sometimes(CLUSTER),
      archivist: ARCHIVIST,
      users: count("how many users there are"),
      openOrders: count("how many open orders there are"),
      openOrderLists: count("how many open order lists there are"),
      openPositions: count("how many positions there are"),
      symbols: list(LISTED, "all symbols, delisted ones too"),
      contracts: list(LISTED, "all contracts, delisted ones too"),
    }),
  },
  commands: [{ words: "status", says: "show how the exchange does" }],
});
