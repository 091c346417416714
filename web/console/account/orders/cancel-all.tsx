/** Canceling many orders at once: those of the selected pair, in spot and margin, and those of all contracts. */
import { useState } from "preact/hooks";
import type { CanceledAll } from "../../../../src/client/client.ts";
import type { AccountOrder, ConsoleExchange, ShownMarket } from "../../exchange/exchange.ts";
import { titleOf } from "../../exchange/market/markets.ts";
import { useLive } from "../../exchange/use-live.ts";
import { Confirm } from "../../trade/form/confirm.tsx";
import type { Submission } from "../../trade/form/use-submission.ts";
import { cancelRounds, sayCanceledAll } from "./cancel-rounds.ts";

interface CancelAllProps {
  readonly exchange: ConsoleExchange;
  readonly orders: readonly AccountOrder[];
  readonly submission: Submission;
}

export function CancelAll({ exchange, orders, submission }: CancelAllProps) {
  const selected = useLive(exchange.selected);
  const futures = orders.filter(({ area }) => area === "futures").length;
  return (
    <div class="order-acts">
      {selected?.kind === "pair" ? (
        <CancelPair exchange={exchange} orders={orders} submission={submission} market={selected} />
      ) : null}
      {futures === 0 ? null : (
        <CancelButton
          what="all futures orders"
          question={`All ${futures} of your futures orders, on every contract, waiting ones included.`}
          submission={submission}
          cancel={async () => {
            await exchange.sender.value.futures.cancelAll();
            return `Canceled all ${futures} futures orders`;
          }}
        />
      )}
    </div>
  );
}

interface CancelPairProps extends CancelAllProps {
  readonly market: ShownMarket;
}

/** Spot and margin are canceled each by its own request. */
function CancelPair({ exchange, orders, submission, market }: CancelPairProps) {
  const { name: symbol } = market;
  const count = (area: "spot" | "margin") =>
    orders.filter((order) => order.area === area && order.symbol === symbol).length;
  const areas = (["spot", "margin"] as const).filter((area) => count(area) > 0);
  if (areas.length === 0) return null;
  const title = titleOf(market);
  const parts = areas.map((area) => `${count(area)} in ${area}`).join(" and ");
  return (
    <CancelButton
      what={`all orders on ${title}`}
      question={`Your open orders on ${title}, stops included: ${parts}.`}
      submission={submission}
      cancel={async () => {
        const answers: CanceledAll[] = [];
        for (const area of areas) {
          const orders = exchange.sender.value[area];
          answers.push(await cancelRounds(() => orders.cancelAll({ symbol })));
        }
        return sayCanceledAll(title, answers);
      }}
    />
  );
}

interface CancelButtonProps {
  /** `all orders on BTC/USDT` */
  readonly what: string;
  readonly question: string;
  readonly submission: Submission;
  cancel(): Promise<string>;
}

function CancelButton({ what, question, submission, cancel }: CancelButtonProps) {
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <button type="button" class="act" disabled={submission.isBusy} onClick={() => setAsked(true)}>
        {`Cancel ${what}`}
      </button>
      <Confirm
        title={`Cancel ${what}?`}
        question={isAsked ? question : undefined}
        yes="Cancel them all"
        no="Keep them"
        cancel={() => setAsked(false)}
        confirm={() => {
          setAsked(false);
          submission.run(cancel);
        }}
      />
    </>
  );
}
