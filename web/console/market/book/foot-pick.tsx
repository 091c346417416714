/** Turns to the other of the two that stand beneath the book, where there is room for one. */
import { type BookFoot, showFoot } from "../../frame/place.ts";

const TITLES: Readonly<Record<BookFoot, string>> = { trades: "Trades", depth: "Depth" };

export function FootPick({ foot }: { readonly foot: BookFoot }) {
  return (
    <button type="button" class="act foot-pick" onClick={() => showFoot(foot)}>
      {TITLES[foot]}
    </button>
  );
}
