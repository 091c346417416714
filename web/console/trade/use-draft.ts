/** What a click on the ladder or a key puts into an order entry, taken up when it comes. */
import { useEffect, useRef } from "preact/hooks";
import type { ConsoleExchange, Draft } from "../exchange/exchange.ts";
import { registerKey } from "../exchange/keyboard.ts";

/** `take` is called for each new draft; one that was there before the form is not taken up. */
export function useDraft({ draft }: ConsoleExchange, take: (draft: Draft) => void): void {
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => draft.follow(() => latest.current(draft.value)), [draft]);
}

/** `b` and `s` turn the form to buying and selling, and go to the quantity. */
export function useSideKeys(choose: (side: "buy" | "sell") => void): void {
  const latest = useRef(choose);
  latest.current = choose;
  useEffect(() => {
    const turn = (side: "buy" | "sell") => () => {
      latest.current(side);
      document.querySelector<HTMLElement>('.order-form input[name="quantity"]')?.focus();
    };
    const undo = [
      registerKey({ key: "b", label: "Buy: go to the order entry", run: turn("buy") }),
      registerKey({ key: "s", label: "Sell: go to the order entry", run: turn("sell") }),
    ];
    return () => {
      for (const each of undo) each();
    };
  }, []);
}
