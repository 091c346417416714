/**
 * Whether the exchange takes new orders, and if not, the one reason. The words are few and fixed:
 * a probe answers with them, a metric is labelled with them, and docs/operating.md says of each
 * what to do.
 */

export const NOT_READY = {
  starting: "The log is being replayed.",
  stopping: "It is being stopped.",
  halted: "Something did not add up; nothing is accepted any more.",
  fenced: "The log belongs to another process.",
  broken: "A write failed, and the process ends.",
  no_leader:
    "No node leads the cluster, or this one cannot reach it; another takes over within seconds.",
  other_version: "The leader is of another version: this node follows the log and serves nobody.",
  in_doubt: "It is not known whether the last batch is durable; it is being found out.",
  short_of_space: "The disk is full; only cancels are taken.",
  short_of_descriptors: "No more files can be opened; only cancels are taken.",
} as const;

export type NotReady = keyof typeof NOT_READY;

/** Asked at every probe: undefined when new orders are taken. */
export type Readiness = () => NotReady | undefined;
