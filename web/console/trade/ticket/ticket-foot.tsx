/** The foot of a ticket: the button, and beneath it what is wrong or what came of the order. */
import type { ComponentChildren } from "preact";
import { askToSignIn } from "../../key/sign-in.ts";
import { Notice } from "../../parts/notice.tsx";
import type { Complaint } from "../form/refusal-words.ts";
import type { OrderSubmission } from "./use-receipt.ts";

interface TicketFootProps {
  readonly side: "buy" | "sell";
  readonly submission: OrderSubmission;
  readonly isSignedIn: boolean;
  /** What concerns no field of its own. */
  readonly complaint: Complaint | undefined;
  /** What the button says. */
  readonly children: ComponentChildren;
}

export function TicketFoot({ complaint, ...submit }: TicketFootProps) {
  const { news } = submit.submission;
  return (
    <div class="ticket-foot">
      <Submit {...submit} />
      {complaint ? (
        <Notice tone={complaint.isWarning ? "plain" : "bad"}>{complaint.text}</Notice>
      ) : null}
      {news ? <Notice tone={news.tone}>{news.text}</Notice> : null}
    </div>
  );
}

/** A visitor has a button to sign in instead. */
function Submit({ side, submission, isSignedIn, children }: Omit<TicketFootProps, "complaint">) {
  const { isBusy, progress } = submission;
  if (!isSignedIn) {
    return (
      <button type="button" class="submit submit-sign-in" onClick={askToSignIn}>
        Sign in to trade
      </button>
    );
  }
  return (
    <button type="submit" class={`submit submit-${side}`} disabled={isBusy} aria-busy={isBusy}>
      {isBusy ? progress : children}
    </button>
  );
}
