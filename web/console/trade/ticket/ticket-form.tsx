/** The form of an order ticket: its fields, the estimates beneath them, the button, and the last question. */
import type { ComponentChildren } from "preact";
import { Confirm } from "../form/confirm.tsx";
import type { FigureLine } from "../form/figure-line.ts";
import { Figures } from "../form/figures.tsx";
import { TicketFoot } from "./ticket-foot.tsx";
import type { OrderTicket } from "./use-order-ticket.ts";

interface TicketFormProps {
  readonly ticket: OrderTicket;
  readonly side: "buy" | "sell";
  readonly lines: readonly FigureLine[];
  /** What the button says. */
  readonly verb: string;
  /** Over the question before a large order. */
  readonly warningTitle?: string;
  /** The fields. */
  readonly children: ComponentChildren;
}

export function TicketForm(props: TicketFormProps) {
  const { ticket, side, lines, verb, warningTitle = "Send this market order?", children } = props;
  return (
    <form class="order-form" onSubmit={ticket.submit} noValidate>
      {children}
      <Figures lines={lines} />
      <TicketFoot
        side={side}
        submission={ticket.submission}
        isSignedIn={ticket.isSignedIn}
        isHalted={ticket.isHalted}
        complaint={ticket.said("order")}
      >
        {verb}
      </TicketFoot>
      <Confirm
        title={warningTitle}
        question={ticket.largeOrderWarning}
        yes="Send it"
        cancel={ticket.dismissWarning}
        confirm={ticket.send}
      />
    </form>
  );
}
