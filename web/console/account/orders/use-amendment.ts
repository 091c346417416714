/** One open order at a time is changed in its line. What traded meanwhile is shown before anything is sent. */
import { useId, useState } from "preact/hooks";
import type { AccountOrder, ConsoleExchange } from "../../exchange/exchange.ts";
import { formatPlain } from "../../text/format.ts";
import type { Submission } from "../../trade/form/use-submission.ts";
import {
  type AmendDraft,
  amendDraftOf,
  type PairOrder,
  readAmend,
  replacementOf,
  sayReplaced,
} from "./amendment.ts";

export interface Amendment {
  readonly submission: Submission;
  /** What the last one came to, until something else is done. */
  readonly news: string | undefined;
  /** Of the form that the fields belong to. */
  readonly formId: string;
  readonly draft: AmendDraft;
  isOf(order: AccountOrder): boolean;
  begin(order: PairOrder): void;
  change(part: Partial<AmendDraft>): void;
  leave(): void;
  send(order: PairOrder): void;
}

interface Begun {
  readonly area: AccountOrder["area"];
  readonly id: string;
  /** What had traded when the figures were filled in. */
  readonly executedQty: string;
}

const EMPTY: AmendDraft = { price: "", quantity: "", triggerPrice: "" };

export function useAmendment(exchange: ConsoleExchange, submission: Submission): Amendment {
  const [begun, setBegun] = useState<Begun>();
  const [draft, setDraft] = useState(EMPTY);
  const [said, setSaid] = useState<string>();
  const formId = useId();
  const leave = () => setBegun(undefined);
  const begin = (order: PairOrder) => {
    const { area, orderIdString: id, executedQty } = order;
    setBegun({ area, id, executedQty });
    setDraft(amendDraftOf(order));
  };
  const send = (order: PairOrder) => {
    const { orderIdString, executedQty } = order;
    if (begun && begun.executedQty !== executedQty) {
      begin(order);
      return submission.refuse(
        `Not sent: ${formatPlain(executedQty)} of order ${orderIdString} has traded. Look at the quantity, then save.`,
      );
    }
    const read = readAmend(order, draft);
    if (typeof read === "string") return submission.refuse(read);
    submission.run(async () => {
      const { sender } = exchange;
      const replaced = await sender.value[order.area].replaceOrder(replacementOf(order, read));
      leave();
      const text = sayReplaced(order, replaced);
      setSaid(text);
      // The stream tells of a new order, and of the end of the old one.
      if (replaced.cancelResult === "AMENDED") exchange.note({ kind: "order", text });
      return text;
    });
  };
  return {
    submission,
    news: submission.done === said ? said : undefined,
    formId,
    draft,
    isOf: ({ area, orderIdString }) => begun?.area === area && begun.id === orderIdString,
    begin: (order) => {
      submission.forget();
      begin(order);
    },
    change: (part) => setDraft((before) => ({ ...before, ...part })),
    leave,
    send,
  };
}
