/** What every part of the page may use: the API, a question before something is done, and a word after. */
import { createContext } from "preact";
import { useCallback, useContext, useState } from "preact/hooks";
import type { Question } from "../parts/confirm.tsx";
import type { OperatorAction } from "./command-line.ts";
import { type OperatorSession, outcomeOf, sentenceOf } from "./operator-session.ts";
import type { Status } from "./words.ts";

export interface PageServices {
  readonly session: OperatorSession;
  /** The newest known; undefined before the first answer. */
  readonly status: Status | undefined;
  /** Resolves with what the person decided. */
  readonly confirm: (question: Question) => Promise<boolean>;
  readonly say: (kind: "good" | "bad", text: string, action?: OperatorAction) => void;
}

export const PageServicesContext = createContext<PageServices | undefined>(undefined);

export function usePageServices(): PageServices {
  const services = useContext(PageServicesContext);
  if (!services) throw new Error("a panel is outside of the page");
  return services;
}

export interface RunningAction {
  readonly isBusy: boolean;
  /** Does it, and says how it went; the reply, or undefined when it was not done. */
  readonly run: <R>(action: OperatorAction, says: (reply: R) => string) => Promise<R | undefined>;
}

/** Why something was not done, or that it may have been. */
export function sayFailed(error: unknown): string {
  const doubt = outcomeOf(error) === "unknown" ? " It may have been carried out; look again." : "";
  return sentenceOf(error) + doubt;
}

/** One thing at a time, so that a button cannot be pressed twice. */
export function useAction(): RunningAction {
  const { session, say } = usePageServices();
  const [isBusy, setBusy] = useState(false);
  const run = useCallback(
    async <R>(action: OperatorAction, says: (reply: R) => string) => {
      setBusy(true);
      try {
        const reply = await session.post<R>(action.path, action.body);
        say("good", says(reply), action);
        return reply;
      } catch (error) {
        say("bad", sayFailed(error), action);
        return undefined;
      } finally {
        setBusy(false);
      }
    },
    [session, say],
  );
  return { isBusy, run };
}
