/** What may be done about a position, in one row of buttons. */
import type { TableColumn } from "../parts/table.tsx";
import type { ShownPosition } from "./position-columns.tsx";
import { titleIn } from "./use-closing.ts";

type Take = (position: ShownPosition) => void;

interface Acts {
  readonly close: Take;
  readonly reverse: Take;
  readonly protect: Take;
  readonly fund: Take;
}

export function actsColumn({ close, reverse, protect, fund }: Acts): TableColumn<ShownPosition> {
  return {
    title: "What to do",
    isTitleHidden: true,
    cell: (position) => (
      <span class="account-acts">
        <button
          type="button"
          class="act"
          disabled={position.canCloseVolume === "0"}
          aria-label={`Close ${titleIn(position)} at market`}
          onClick={() => close(position)}
        >
          Close
        </button>
        <button
          type="button"
          class="act"
          disabled={position.canCloseVolume !== position.volume || position.volume === "0"}
          title="Closes all of it and opens as much on the other side"
          aria-label={`Reverse ${titleIn(position)} at market`}
          onClick={() => reverse(position)}
        >
          Reverse
        </button>
        <button
          type="button"
          class="act"
          disabled={position.canCloseVolume === "0" || !position.market}
          aria-label={`Protect ${titleIn(position)}: stop loss, take profit`}
          onClick={() => protect(position)}
        >
          Protect
        </button>
        {position.positionType === 2 ? (
          <button
            type="button"
            class="act"
            aria-label={`Margin of ${titleIn(position)}`}
            onClick={() => fund(position)}
          >
            Margin ±
          </button>
        ) : null}
      </span>
    ),
  };
}
