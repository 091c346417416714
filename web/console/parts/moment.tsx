/** A moment in a list, as short as it can be told from others; its title has all of it. */
import { exchangeClock } from "../exchange/exchange-clock.ts";
import { formatMoment, formatMomentShort } from "../text/format.ts";

export function Moment({ time }: { readonly time: number }) {
  return (
    <time dateTime={new Date(time).toISOString()} title={`${formatMoment(time)} UTC`}>
      {formatMomentShort(time, exchangeClock.now())}
    </time>
  );
}
