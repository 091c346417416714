/**
 * What machines that watch the operator's listener may ask: two probes without a token, which answer
 * with one word each and nothing that helps a stranger, and the metrics, which need a token, but
 * not the one that may move money. Rules OPER-API-2, OPER-API-5, OPER-API-6.
 */

import { text } from "../../contract/field.ts";
import { NOT_READY, type Readiness } from "../../contract/not-ready.ts";
import type { OperatorAbout } from "../../contract/operator/request.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Reply } from "../http/reply.ts";
import type { RequestHead } from "../http/request.ts";
import { EXPOSITION_TYPE } from "../metrics/exposition.ts";
import type { OperatorRoute } from "./v1/operator.ts";

const PLAIN = "text/plain; charset=utf-8";

/** A reply of success without its headers. */
export type ProbeReply = Pick<Reply, "status" | "body" | "type">;

const LIVE = "/livez";
const READY = "/readyz";

/** OPER-API-5: a probe in the table; what it answers is below. */
function probeAt(path: string, about: Omit<OperatorAbout, "tag">) {
  return {
    method: "GET",
    path,
    parameters: {},
    type: PLAIN,
    isOpen: true,
    about: { ...about, tag: "watching" },
  } as const;
}

export const PROBES = [
  probeAt(LIVE, {
    operation: "alive",
    summary: "Whether the process answers",
    description: "Needs no token, and is there from the first moment of a start.",
    reply: text("the word alive"),
  }),
  probeAt(READY, {
    operation: "ready",
    summary: "Whether new orders are taken, and else why not",
    description: "Needs no token, and is there from the first moment of a start.",
    reply: text("the word ready"),
    codes: ["DISCONNECTED"],
  }),
];

/** OPER-API-5: the answer to a probe; undefined for all other requests. Throws what it refuses. */
export function probe(
  { method, target }: Pick<RequestHead, "method" | "target">,
  notReady: Readiness,
): ProbeReply | undefined {
  if (method !== "GET") return undefined;
  // A process that answers is alive.
  if (target === LIVE) return { status: 200, body: "alive\n", type: PLAIN };
  if (target !== READY) return undefined;
  const reason = notReady();
  if (reason === undefined) return { status: 200, body: "ready\n", type: PLAIN };
  throw new Refusal("DISCONNECTED", { msg: `Not ready: ${reason}. ${NOT_READY[reason]}` });
}

const METRICS = "/metrics";

/** OPER-API-6: whether the request asks for the metrics, and for nothing besides. */
export function isScrape({ method, target }: Pick<RequestHead, "method" | "target">): boolean {
  return method === "GET" && target === METRICS;
}

export const metrics: OperatorRoute = {
  method: "GET",
  path: METRICS,
  parameters: {},
  type: EXPOSITION_TYPE,
  commands: [],
  about: {
    operation: "metrics",
    tag: "watching",
    summary: "The figures of the exchange, for Prometheus",
    description: "The token of metrics-token opens it as well, and nothing else.",
    reply: text("figures in the exposition format"),
  },
  async answer({ metricsPage }) {
    if (!metricsPage) throw new Refusal("UNKNOWN", { status: 404, msg: "No such path." });
    return await metricsPage();
  },
};
