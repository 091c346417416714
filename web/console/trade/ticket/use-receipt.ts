/** Sending an order, and following what becomes of it for as long as the form speaks of it. */
import { useState } from "preact/hooks";
import type { ConsoleExchange } from "../../exchange/exchange.ts";
import { useLive } from "../../exchange/use-live.ts";
import { type Submission, useSubmission } from "../form/use-submission.ts";
import { type Receipt, type ReceiptWords, sayReceipt } from "./receipt.ts";

export interface OrderSubmission extends Omit<Submission, "run" | "done"> {
  readonly news: ReceiptWords | undefined;
  run(send: () => Promise<Receipt>, then: () => void): void;
}

export function useReceipt(exchange: ConsoleExchange): OrderSubmission {
  const submission = useSubmission(exchange, { isStreamed: true });
  const [receipt, setReceipt] = useState<Receipt>();
  const told = useLive(exchange.account.told);
  const send = async (place: () => Promise<Receipt>) => {
    const placed = await place();
    setReceipt(placed);
    return placed.what;
  };
  const { run, done, ...rest } = submission;
  return {
    ...rest,
    news: done !== undefined && receipt ? sayReceipt(receipt, told) : undefined,
    run: (place, then) => run(() => send(place), then),
  };
}
