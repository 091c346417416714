/** What is asked before positions are traded at market: what will be done, in a sentence. */
import { formatPlain } from "../text/format.ts";
import { Confirm } from "../trade/form/confirm.tsx";
import type { ShownPosition } from "./position-columns.tsx";
import { titleIn } from "./use-closing.ts";

interface QuestionProps {
  /** Undefined while nothing is asked. */
  readonly position: ShownPosition | undefined;
  ask(position: ShownPosition | undefined): void;
  yes(position: ShownPosition): void;
}

export function CloseQuestion(props: QuestionProps) {
  const { position } = props;
  return (
    <Question
      {...props}
      title="Close at market?"
      text={position && `${sayContracts(position)}, at what the book offers now.`}
      button={`Close ${formatPlain(position?.canCloseVolume ?? "")} contracts`}
    />
  );
}

export function ReverseQuestion(props: QuestionProps) {
  const { position } = props;
  return (
    <Question
      {...props}
      title="Reverse at market?"
      text={position && sayReverse(position)}
      button="Reverse it"
    />
  );
}

function sayContracts(position: ShownPosition): string {
  const { canCloseVolume, side } = position;
  const what = side === "BUY" ? "long" : "short";
  return `${formatPlain(canCloseVolume)} contracts of your ${titleIn(position)} ${what}`;
}

function sayReverse(position: ShownPosition): string {
  const { side, positionBalance, coin } = position;
  const other = side === "BUY" ? "short" : "long";
  return `${sayContracts(position)} are closed, then a ${other} of ${formatPlain(positionBalance)} ${coin} is opened, both at what the book offers now.`;
}

interface AskedProps extends QuestionProps {
  readonly title: string;
  readonly text: string | undefined;
  readonly button: string;
}

function Question({ position, ask, yes, title, text, button }: AskedProps) {
  return (
    <Confirm
      title={title}
      question={text}
      yes={button}
      no="Keep it"
      cancel={() => ask(undefined)}
      confirm={() => {
        ask(undefined);
        if (position) yes(position);
      }}
    />
  );
}

interface CloseAllProps {
  readonly positions: readonly ShownPosition[] | undefined;
  dismiss(): void;
  yes(positions: readonly ShownPosition[]): void;
}

export function CloseAllQuestion({ positions, dismiss, yes }: CloseAllProps) {
  const titles = positions?.map(titleIn).join(", ");
  return (
    <Confirm
      title="Close all at market?"
      question={titles && `${titles}: each at what its book offers now, one behind the other.`}
      yes={`Close all ${positions?.length ?? ""}`}
      no="Keep them"
      cancel={dismiss}
      confirm={() => {
        dismiss();
        if (positions) yes(positions);
      }}
    />
  );
}
