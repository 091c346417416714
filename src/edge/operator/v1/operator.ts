/**
 * The words of the operator's API: what an endpoint is, and what it is given. It is a route table
 * of the same kind as the public one; an endpoint translates into a command of the engine and its
 * outcome into a reply, and decides nothing.
 */

import { refuseUnknown } from "../../../contract/field-names.ts";
import type { Readiness } from "../../../contract/not-ready.ts";
import type {
  DeclaredRequest,
  OperatorAbout,
  TypedCommand,
} from "../../../contract/operator/request.ts";
import type { TypedTable } from "../../../contract/operator/typed.ts";
import type { UserLedgerAsked, UserLedgerPage } from "../../../contract/operator/users/ledger.ts";
import type { UserAccount } from "../../../contract/operator/users/users.ts";
import type { ClusterStanding } from "../../../contract/operator/watching/status.ts";
import { type Fields, readAll, type ValuesOf } from "../../../contract/parameter.ts";
import type { AnswerOf, OperatorCommand, OutcomeOf } from "../../../core/engine/outcomes.ts";
import { isBeforeItsRules } from "../../../core/engine/spot/manage-commands.ts";
import type { UserId } from "../../../core/engine/users/users.ts";
import type { Exchange } from "../../../runtime/replica/submission.ts";
import type { FaultRules } from "../../sandbox/fault-rules.ts";
import type { ClockControls, StateControls } from "../../sandbox/sandbox.ts";
import { PREFIX } from "./place.ts";
import { type OwnWords, outcomeUnknown, refusalOf, unavailable } from "./refusals.ts";

/** What only the process knows about itself. */
export interface ProcessWatch {
  /** How long the process runs. */
  uptimeMs(): number;
  /** True when nothing is accepted any more: something did not add up. */
  isHalted(): boolean;
  /** The second process: its pid while it runs, and the position up to which it has the log. */
  archivist(): { readonly pid: number | undefined; readonly position: number };
  /** LOG-TAIL-2: what became of a torn tail that this start found, in a sentence. */
  tornTail?(): string | undefined;
  /** Why new orders are not taken, while they are not. */
  notReady?: Readiness;
  /** Commands that wait for the sequencer, where that is known. */
  waiting?(): number;
  /** How it stands in its cluster, where it is in one. */
  cluster?(): ClusterStanding | undefined;
}

/** An explanation as JSON text, or why there is none now. */
export type ExplainedText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly sentence: string };

/** What an endpoint needs beside the exchange; handed in where the server is put together. */
export interface OperatorTools {
  /** Seals the secrets of new keys. */
  readonly masterKey: Uint8Array;
  /** Draws an id that no movement has had. */
  readonly drawId: () => string;
  readonly watch: ProcessWatch;
  /** The text for Prometheus; without it there is no `/metrics`. */
  readonly metricsPage?: (() => Promise<string>) | undefined;
  /** The manual clock and the saved states; only a sandbox has them. */
  readonly clock?: ClockControls | undefined;
  readonly states?: StateControls | undefined;
  /** The fault rules; only a sandbox has them. */
  readonly faults?: FaultRules | undefined;
  /** Tells what was decided about a request or an order; the archivist does. */
  readonly explain?: ((id: string) => Promise<ExplainedText>) | undefined;
  /** Makes an audit, in the same way (CORE-AUDIT-1). */
  readonly audit?: (() => Promise<ExplainedText>) | undefined;
  /** What a user has and does, in the words of the private channels. */
  readonly accountOf: (user: UserId) => Promise<UserAccount>;
  /** What was posted to a user; undefined while the archive is behind. */
  readonly ledgerOf: (asked: UserLedgerAsked) => Promise<UserLedgerPage | undefined>;
}

export interface OperatorCall extends OperatorTools {
  readonly exchange: Exchange;
  readonly fields: Fields;
  /** The number of the request, which goes into its command. */
  readonly request: number;
}

export interface OperatorRoute {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly parameters: TypedTable;
  readonly about: OperatorAbout;
  /** How it is typed; the metrics are not. */
  readonly commands: readonly TypedCommand[];
  /** The content type, where it is not JSON. */
  readonly type?: string;
  answer(call: OperatorCall): Promise<string>;
}

/** The route of a request: what it answers has every field of its reply, in the order in which they are told. */
export function endpoint<P extends TypedTable, R>(
  declared: DeclaredRequest<P, R>,
  handle: (call: OperatorCall, values: ValuesOf<P>) => NoInfer<R | Promise<R>>,
): OperatorRoute {
  const { parameters } = declared;
  return {
    ...declared,
    path: PREFIX + declared.path,
    async answer(call) {
      const values = readAll(parameters, call);
      refuseUnknown(parameters, call.fields);
      return JSON.stringify(await handle(call, values));
    },
  };
}

/** OPER-API-4: hands a command to the sequencer; anything but success is a refusal. */
export async function carryOut<C extends OperatorCommand>(
  call: OperatorCall,
  command: C,
  own?: OwnWords,
): Promise<AnswerOf<C>> {
  // CORE-RULES-3: refused here, too, so that it does not get into the log.
  if (isBeforeItsRules(call.exchange.state, command)) {
    throw refusalOf({ ok: false, reason: "rules_too_old" }, own);
  }
  const outcome = await submit(call, command);
  if (!outcome.ok) throw refusalOf(outcome, own);
  return outcome.answer;
}

/** The engine's answer; `remedy` is what the operator does when the outcome is unknown. */
export async function submit<C extends OperatorCommand>(
  { exchange }: OperatorCall,
  command: C,
  remedy?: string,
): Promise<OutcomeOf<C>> {
  const submitted = await exchange.submit(command);
  switch (submitted.kind) {
    case "done":
      return submitted.outcome;
    case "late":
    case "unavailable":
      throw unavailable();
    case "unknown":
      throw outcomeUnknown(remedy);
  }
}
