/**
 * Sending something once: the button is busy until the answer is there; a yes is told beside the button
 * and, unless the streams tell it anyway, in the feed; a no goes into the feed and stays with the form
 * until something in it changes.
 */
import { useRef, useState } from "preact/hooks";
import type { ConsoleExchange } from "../../exchange/exchange.ts";
import type { Complaint } from "../rehearsal/refusal-words.ts";
import { complaintOfError } from "./refusal.ts";

export interface Submission {
  readonly isBusy: boolean;
  readonly refusal: Complaint | undefined;
  /** What the last one came to. */
  readonly done: string | undefined;
  /** `send` returns the sentence that tells what was done. */
  run(send: () => Promise<string>, then?: () => void): void;
  forget(): void;
}

interface SubmissionOptions {
  /** The streams tell of it: it need not be noted twice. */
  readonly isStreamed?: boolean;
}

export function useSubmission(
  exchange: ConsoleExchange,
  { isStreamed = false }: SubmissionOptions = {},
): Submission {
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Complaint>();
  const [done, setDone] = useState<string>();
  // A second Enter before the first is drawn must not send twice.
  const isUnderWay = useRef(false);
  const forget = () => {
    setRefusal(undefined);
    setDone(undefined);
  };
  const work = async (send: () => Promise<string>, then?: () => void) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setBusy(true);
    forget();
    try {
      const text = await send();
      setDone(text);
      if (!isStreamed) exchange.note({ kind: "note", tone: "good", text });
      then?.();
    } catch (error) {
      const complaint = complaintOfError(error);
      setRefusal(complaint);
      exchange.note({ kind: "refusal", tone: "bad", text: complaint.text });
    } finally {
      isUnderWay.current = false;
      setBusy(false);
    }
  };
  return { isBusy, refusal, done, run: (send, then) => void work(send, then), forget };
}
