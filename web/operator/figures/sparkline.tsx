/** A figure with its last two minutes drawn below it. The drawing is for the eye; the figure says it all. */
import { curveOf } from "./curve.ts";
import { POINTS_MAX } from "./metrics-history.ts";

interface SparkProps {
  readonly title: string;
  readonly shown: string;
  readonly series: readonly (number | undefined)[];
}

const BOX = { width: 120, height: 24, points: POINTS_MAX };

export function Spark({ title, shown, series }: SparkProps) {
  return (
    <div class="spark">
      <dt>{title}</dt>
      <dd>
        <span class="number">{shown}</span>
        <svg
          viewBox={`0 -1 ${BOX.width} ${BOX.height + 2}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <path class="ground" d={`M0 ${BOX.height}H${BOX.width}`} />
          <path d={curveOf(series, BOX)} />
        </svg>
      </dd>
    </div>
  );
}
