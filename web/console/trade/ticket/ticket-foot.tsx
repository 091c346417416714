/** The foot of a ticket: the button, and beneath it what is wrong or what came of the order. */
import type { ComponentChildren } from "preact";
import { askToSignIn } from "../../key/sign-in.ts";
import { Notice } from "../../parts/notice.tsx";
import { type Complaint, HALTED } from "../form/refusal-words.ts";
import type { OrderSubmission } from "./use-receipt.ts";

interface TicketFootProps {
  readonly side: "buy" | "sell";
  readonly submission: OrderSubmission;
  readonly isSignedIn: boolean;
  /** No orders are taken here now. */
  readonly isHalted: boolean;
  /** What concerns no field of its own. */
  readonly complaint: Complaint | undefined;
  /** What the button says. */
  readonly children: ComponentChildren;
}

export function TicketFoot({ complaint: said, ...submit }: TicketFootProps) {
  const { news } = submit.submission;
  const complaint = submit.isHalted ? OFF : said;
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

/** Said also before anything is typed. */
const OFF: Complaint = { field: "order", text: HALTED, isWarning: true };

/** A visitor has a button to sign in instead. */
function Submit({
  side,
  submission,
  isSignedIn,
  isHalted,
  children,
}: Omit<TicketFootProps, "complaint">) {
  const { isBusy, progress } = submission;
  if (!isSignedIn) {
    return (
      <button type="button" class="submit submit-sign-in" onClick={askToSignIn}>
        Sign in to trade
      </button>
    );
  }
  return (
    <button
      type="submit"
      class={`submit submit-${side}`}
      disabled={isBusy || isHalted}
      aria-busy={isBusy}
    >
      {isBusy ? progress : isHalted ? "Halted" : children}
    </button>
  );
}
