/**
 * Keeps the requests that were carried out beside the engine's, as plain text, and says which command is
 * one of them again, and what must become of it. Rules USER-REPEAT-1 to USER-REPEAT-3, USER-ONCE-1.
 */
import type { Command } from "../../../src/core/engine/codec.ts";
import type { Tally } from "../tally.ts";
import { claim } from "./claim.ts";

const DAY_MS = 24 * 3_600_000;
/** Longer than any request is valid. */
const VALID_MS = 61_000;

interface Done {
  readonly content: string;
  readonly outcome: string;
  readonly atMs: number;
}

/** What a command must not be, by what was carried out before it. */
export type Standing = "new" | "repeated" | "mixed" | "spent";

export class RequestWatch {
  private readonly tally: Tally;
  private readonly done = new Map<string, Done>();
  private readonly spent = new Map<string, number>();

  constructor(tally: Tally) {
    this.tally = tally;
  }

  standingOf(command: Command, timeMs: number): Standing {
    if (!("key" in command) || !("user" in command)) return "new";
    const spentAtMs =
      command.signature === undefined ? undefined : this.spent.get(command.signature);
    if (spentAtMs !== undefined && timeMs - spentAtMs <= VALID_MS) return "spent";
    const before = this.done.get(nameOf(command) ?? "");
    if (!before) return "new";
    return before.content === contentOf(command) ? "repeated" : "mixed";
  }

  /** After the command; `outcome` is its text, `reason` that of a no. */
  see(
    command: Command,
    standing: Standing,
    now: { readonly timeMs: number; readonly outcome: string; readonly reason: string | undefined },
  ): void {
    if (standing !== "new") this.tally.count(`request ${standing}`);
    const isRefusedBefore = /^(key_not_allowed|signature_used|signatures_full)$/.test(
      now.reason ?? "",
    );
    if (standing === "spent") claim(isRefusedBefore, "USER-ONCE-1 a spent signature is refused");
    if (standing === "mixed") {
      const isNo = now.reason === "request_id_used" || isRefusedBefore;
      claim(isNo, "USER-REPEAT-2 the id of another request is refused");
    }
    if (standing === "repeated" && !isRefusedBefore) {
      const first = this.done.get(nameOf(command) ?? "")?.outcome;
      claim(now.outcome === first, `USER-REPEAT-1 answered ${first} again, not ${now.outcome}`);
    }
    if (now.reason === undefined) this.remember(command, standing, now);
  }

  private remember(
    command: Command,
    standing: Standing,
    { timeMs, outcome }: { readonly timeMs: number; readonly outcome: string },
  ): void {
    if (command.type === "HourTick") this.forget(timeMs);
    if (!("key" in command) || !("user" in command)) return;
    if (command.signature !== undefined) this.spent.set(command.signature, timeMs);
    const name = nameOf(command);
    if (name === undefined || standing !== "new") return;
    this.done.set(name, { content: contentOf(command), outcome, atMs: timeMs });
  }

  private forget(timeMs: number): void {
    for (const [name, { atMs }] of this.done) {
      if (timeMs - atMs > DAY_MS) {
        this.done.delete(name);
        this.tally.count("request id forgotten");
      }
    }
  }
}

function nameOf(command: Command): string | undefined {
  if (!("clientRequestId" in command) || command.clientRequestId === undefined) return undefined;
  return `${command.user} ${command.clientRequestId}`;
}

function contentOf(command: Command): string {
  const plain = { ...command, key: 0, request: 0, signature: "", clientRequestId: "" };
  return JSON.stringify(plain, (_, value) => (typeof value === "bigint" ? `${value}` : value));
}
