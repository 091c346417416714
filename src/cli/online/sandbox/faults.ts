/** `bourse faults ...`: what goes wrong on purpose in a sandbox. */
import type { ValueOf } from "../../../contract/field.ts";
import {
  ADD_FAULT,
  CLEAR_FAULTS,
  type FAULT_RULE,
  LIST_FAULTS,
  LIST_STRIKES,
  REMOVE_FAULT,
} from "../../../contract/operator/sandbox/faults.ts";
import { align } from "../../terminal/layout.ts";
import { online } from "../online.ts";

type Rule = ValueOf<typeof FAULT_RULE>;

export const faults = online(LIST_FAULTS, "faults", {
  show: ({ faults: rules }) =>
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

export const faultsAdd = online(ADD_FAULT, "faults add", {
  show: (rule) => [`added fault rule ${rule.id}: ${kindOf(rule)} on ${rule.route}`],
});

export const faultsStrikes = online(LIST_STRIKES, "faults strikes", {
  show: ({ strikes }) =>
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

export const faultsRemove = online(REMOVE_FAULT, "faults remove", {
  show: ({ id }) => [`removed fault rule ${id}`],
});

export const faultsClear = online(CLEAR_FAULTS, "faults clear", {
  show: ({ removed }) => [
    removed === 1 ? "removed 1 fault rule" : `removed ${removed} fault rules`,
  ],
});

function kindOf({ kind, ms, by }: Pick<Rule, "kind" | "ms"> & Partial<Pick<Rule, "by">>): string {
  const length = ms === undefined ? "" : ` ${ms} ms`;
  return `${kind}${length}${by === undefined ? "" : ` by ${by}`}`;
}

function struckOf({ struck, count }: Rule): string {
  return count === undefined ? `${struck}` : `${struck} of ${count}`;
}
