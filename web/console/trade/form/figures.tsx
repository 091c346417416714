/** The estimates beneath an order: a name, a figure, and "about" where the book may move it. */
import { SHARES, type Share } from "../ticket/presets.ts";
import { type FigureLine, sayFigure } from "./figure-line.ts";

export function Figures({ lines }: { readonly lines: readonly FigureLine[] }) {
  return (
    <dl class="estimates">
      {lines.map(({ name, tone = "", title, ...figure }) => (
        <div key={name} class="estimate" title={title}>
          <dt>{name}</dt>
          <dd class={`figure ${tone}`}>{sayFigure(figure)}</dd>
        </div>
      ))}
    </dl>
  );
}

interface PresetRowProps {
  readonly isDisabled: boolean;
  take(share: Share): void;
}

/** Shares of what is available, for the quantity. */
export function PresetRow({ isDisabled, take }: PresetRowProps) {
  return (
    <fieldset class="presets">
      <legend class="unseen">Part of what is available</legend>
      {SHARES.map((share) => (
        <button
          key={share}
          type="button"
          class="preset"
          disabled={isDisabled}
          onClick={() => take(share)}
        >
          {share}%
        </button>
      ))}
    </fieldset>
  );
}
