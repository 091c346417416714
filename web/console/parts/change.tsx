/** A change in percent. Sign and colour say the same, so that the colour is not needed. */
import { formatPercent } from "../text/format.ts";

interface ChangeProps {
  /** A share: 0.01 is one percent. Undefined until it is known. */
  readonly share: string | undefined;
  readonly title?: string;
}

export function Change({ share, title }: ChangeProps) {
  const text = share === undefined ? "" : formatPercent(share);
  const tone = text.startsWith("+") ? "up" : text.startsWith("−") ? "down" : "still";
  return (
    <span class={`change figure ${tone}`} title={title}>
      {text}
    </span>
  );
}
