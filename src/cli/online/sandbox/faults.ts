/** `bourse faults ...`: what goes wrong on purpose in a sandbox. */
import { align } from "../../terminal/layout.ts";
import { get, online, post } from "../online.ts";

interface Rule {
  readonly id: number;
  readonly route: string;
  readonly kind: string;
  readonly user?: string;
  readonly ms?: number;
  readonly by?: string;
  readonly chance: string;
  readonly seed: number;
  readonly count?: number;
  readonly asked: number;
  readonly struck: number;
}

/** The kinds as the server lists them in a refusal. */
const KINDS = [
  "latency, 429, 418, 503, 504-executed, 504-not-executed, late-reply, stale, fill-before-cancel,",
  "drop, skip, double, silent or close",
].join(" ");

export const faults = online({
  name: "faults",
  says: "show the fault rules of a sandbox, and how often each has struck",
  takes: [],
  options: {},
  ask: () => get("/faults"),
  show: ({ faults: rules }: { faults: readonly Rule[] }) =>
    rules.length === 0
      ? ["there are no fault rules"]
      : align([
          ["ID", "ROUTE", "KIND", "USER", "CHANCE", "SEED", "ASKED", "STRUCK"],
          ...rules.map((rule) => [
            ...[`${rule.id}`, rule.route, kindOf(rule), rule.user ?? "everybody"],
            ...[rule.chance, `${rule.seed}`, `${rule.asked}`, struckOf(rule)],
          ]),
        ]),
});

export const faultsAdd = online({
  name: "faults add",
  says: `let requests or messages go wrong: ROUTE is a path, 'METHOD path', '*' or 'WS CHANNEL'; KIND is ${KINDS}`,
  takes: ["ROUTE", "KIND"],
  options: {
    "--user": { value: "NAME", says: "only requests and streams of this user; everybody's" },
    "--ms": { value: "N", says: "how long a latency or a late reply lasts, at most 25000" },
    "--by": { value: "NAME", says: "who trades before a cancel; only for fill-before-cancel" },
    "--chance": { value: "P", says: "how likely it strikes, such as 0.1; 1" },
    "--seed": { value: "N", says: "what it strikes follows from it; the rule's id" },
    "--count": { value: "N", says: "how often it strikes before it is gone; without end" },
  },
  ask: ({ ROUTE: route, KIND: kind, ...options }) =>
    post("/faults", {
      route,
      kind,
      user: options["--user"],
      ms: options["--ms"],
      by: options["--by"],
      chance: options["--chance"],
      seed: options["--seed"],
      count: options["--count"],
    }),
  show: (rule: Rule) => [`added fault rule ${rule.id}: ${kindOf(rule)} on ${rule.route}`],
});

interface StrikeRow {
  readonly time: string;
  readonly rule: number;
  readonly kind: string;
  readonly ms?: number;
  readonly user?: string;
  readonly request?: string;
  readonly channel?: string;
  readonly seq?: string;
  readonly note?: string;
}

export const faultsStrikes = online({
  name: "faults strikes",
  says: "show what the fault rules did: the newest 1,000 strikes, oldest first",
  takes: [],
  options: {},
  ask: () => get("/faults/strikes"),
  show: ({ strikes }: { strikes: readonly StrikeRow[] }) =>
    strikes.length === 0
      ? ["no fault rule has struck"]
      : align([
          ["TIME", "RULE", "KIND", "USER", "STRUCK", ""],
          ...strikes.map((strike) => [
            ...[strike.time, `${strike.rule}`, kindOf(strike), strike.user ?? "nobody"],
            strike.channel === undefined
              ? `request ${strike.request}`
              : `${strike.channel} ${strike.seq}`,
            strike.note ?? "",
          ]),
        ]),
});

export const faultsRemove = online({
  name: "faults remove",
  says: "remove a fault rule",
  takes: ["ID"],
  options: {},
  ask: ({ ID: id }) => post("/faults/remove", { id }),
  show: ({ id }: Pick<Rule, "id">) => [`removed fault rule ${id}`],
});

export const faultsClear = online({
  name: "faults clear",
  says: "remove all fault rules",
  takes: [],
  options: {},
  ask: () => post("/faults/clear", {}),
  show: ({ removed }: { removed: number }) => [
    removed === 1 ? "removed 1 fault rule" : `removed ${removed} fault rules`,
  ],
});

function kindOf({ kind, ms, by }: Pick<Rule, "kind" | "ms" | "by">): string {
  const length = ms === undefined ? "" : ` ${ms} ms`;
  return `${kind}${length}${by === undefined ? "" : ` by ${by}`}`;
}

function struckOf({ struck, count }: Rule): string {
  return count === undefined ? `${struck}` : `${struck} of ${count}`;
}
