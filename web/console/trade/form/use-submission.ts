/**
 * Sending something once: now or not at all. Without a connection it is not sent, and that is said at
 * once; nothing waits here for a server that comes back. The button is busy until the answer is there; a
 * yes is told beside the button and, unless the streams tell it anyway, in the feed; a no goes into the
 * feed and stays with the form until something in it changes.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import type { ConsoleExchange } from "../../exchange/exchange.ts";
import { lastSentBy } from "./last-sent-by.ts";
import { complaintOfError } from "./refusal.ts";
import type { Complaint } from "./refusal-words.ts";

export interface Submission {
  readonly isBusy: boolean;
  /** What a busy button says. */
  readonly progress: string;
  readonly refusal: Complaint | undefined;
  /** What the last one came to. */
  readonly done: string | undefined;
  /** The same as busy, but of this very moment, and not of the last drawing. */
  isUnderWay(): boolean;
  /** `send` returns the sentence that tells what was done. */
  run(send: () => Promise<string>, then?: () => void): void;
  /** Says why nothing was sent. */
  refuse(text: string): void;
  forget(): void;
}

interface SubmissionOptions {
  /** The streams tell of it: it need not be noted twice. */
  readonly isStreamed?: boolean;
  /** It goes on with what was begun before, as a cancel does: what is said of that stays. */
  readonly isFollowUp?: boolean;
}

const NO_CONNECTION = "Not sent: there is no connection to the exchange.";

export function useSubmission(
  exchange: ConsoleExchange,
  { isStreamed = false, isFollowUp = false }: SubmissionOptions = {},
): Submission {
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Complaint>();
  const [done, setDone] = useState<string>();
  const progress = useProgress(exchange, isBusy);
  // A second Enter before the first is drawn must not send twice.
  const isUnderWay = useRef(false);
  const forget = () => {
    setRefusal(undefined);
    setDone(undefined);
  };
  const take = (complaint: Complaint) => {
    setRefusal(complaint);
    exchange.note({ kind: "refusal", tone: "bad", text: complaint.text });
  };
  const refuse = (text: string) => take({ field: "order", text, isWarning: false });
  useEffect(
    () =>
      lastSentBy.follow(() => {
        if (lastSentBy.value !== isUnderWay) forget();
      }),
    [],
  );
  const work = async (send: () => Promise<string>, then?: () => void) => {
    if (isUnderWay.current) return;
    forget();
    if (exchange.status.value !== "open") return refuse(NO_CONNECTION);
    isUnderWay.current = true;
    if (!isFollowUp) lastSentBy.set(isUnderWay);
    setBusy(true);
    try {
      const text = await send();
      setDone(text);
      if (!isStreamed) exchange.note({ kind: "note", tone: "good", text });
      then?.();
    } catch (error) {
      take(complaintOfError(error));
    } finally {
      isUnderWay.current = false;
      setBusy(false);
    }
  };
  return {
    isBusy,
    progress,
    refusal,
    done,
    refuse,
    forget,
    isUnderWay: () => isUnderWay.current,
    run: (send, then) => void work(send, then),
  };
}

/** An answer takes some milliseconds; what takes longer is looked up by its client id. */
const SLOW_MS = 2_000;

/** What becomes of it while the answer is awaited, also when the connection is lost meanwhile. */
function useProgress({ status }: ConsoleExchange, isBusy: boolean): string {
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    setLost(false);
    if (!isBusy) return;
    const lose = () => setLost(true);
    const timer = setTimeout(lose, SLOW_MS);
    const unfollow = status.follow(() => {
      if (status.value !== "open") lose();
    });
    return () => {
      clearTimeout(timer);
      unfollow();
    };
  }, [status, isBusy]);
  return isLost ? "No answer yet, looking it up…" : "Sending…";
}
