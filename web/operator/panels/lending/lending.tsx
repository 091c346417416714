/** On what terms assets are lent, and what they are worth to margin and futures. */
import { Index } from "./index-prices.tsx";
import { Loans } from "./loans.tsx";

export function Lending() {
  return (
    <>
      <Loans />
      <Index />
    </>
  );
}
