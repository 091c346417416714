/** Funding at a glance: the rate that the interval would have now, and how long it still lasts by the exchange's clock. */
import { useEffect, useState } from "preact/hooks";
import type { ConsoleExchange, ShownMarket } from "../../exchange/exchange.ts";
import { exchangeClock } from "../../exchange/exchange-clock.ts";
import { useLive } from "../../exchange/use-live.ts";
import { formatPercent } from "../../text/format.ts";
import { msToFunding, sayCountdown } from "./funding-time.ts";
import { useClockReadings } from "./use-clock-readings.ts";

/** More often than once a second, so that none is passed over. */
const LOOK_MS = 250;

interface FundingStatProps {
  readonly exchange: ConsoleExchange;
  readonly market: ShownMarket;
}

export function FundingStat({ exchange, market }: FundingStatProps) {
  const rate = useLive(exchange.index, (index) => index?.currentFundRate);
  useClockReadings(exchange, market.name);
  return (
    <div class="stat stat-funding">
      <dt>Funding</dt>
      <dd class="figure">
        {rate === undefined ? " " : formatPercent(rate, 4)}
        {rate === undefined ? null : <Countdown market={market} />}
      </dd>
    </div>
  );
}

/** FUT-FUND-7: while a contract is halted its funding waits. A service that does not tell the interval has no countdown. */
function Countdown({ market: { contract } }: Pick<FundingStatProps, "market">) {
  const hours = contract?.fundingIntervalHours;
  const text = useCountdown(hours ?? 0);
  if (!hours) return null;
  if (contract.status === 0) return <small> waits</small>;
  return (
    <small>
      {" in "}
      <span role="timer">{text.countdown}</span>
      {text.isStanding ? (
        <span title="The exchange's clock has been stopped: funding comes when it goes on.">
          {" (clock stands)"}
        </span>
      ) : null}
    </small>
  );
}

function useCountdown(hours: number) {
  const look = () => ({
    countdown: hours > 0 ? sayCountdown(msToFunding(exchangeClock.now(), hours)) : "",
    isStanding: exchangeClock.isStanding,
  });
  const [said, setSaid] = useState(look);
  useEffect(() => {
    const timer = setInterval(() => {
      const next = look();
      setSaid((before) =>
        before.countdown === next.countdown && before.isStanding === next.isStanding
          ? before
          : next,
      );
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [hours]);
  return said;
}
