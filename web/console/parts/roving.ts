/**
 * Arrow keys inside a list, a table or a row of tabs: the whole of it is one stop of the Tab key, and
 * arrows, Home and End move inside. Members are the elements that carry `data-member`; a view gives
 * `tabIndex` 0 to the one that Tab should reach, and -1 to the others.
 */
export type ArrowAxis = "vertical" | "horizontal";

const STEPS = {
  vertical: { ArrowUp: -1, ArrowDown: 1 },
  horizontal: { ArrowLeft: -1, ArrowRight: 1 },
} as const;

/** For `onKeyDown` of the element around the members; `take` is told where the focus went. */
export function moveByArrows(direction: ArrowAxis, take?: (member: HTMLElement) => void) {
  return (event: KeyboardEvent) => {
    const around = event.currentTarget;
    if (!(around instanceof HTMLElement)) return;
    const members = [...around.querySelectorAll<HTMLElement>("[data-member]")];
    const at = members.findIndex((member) => member.matches(":focus"));
    const member = members[targetOf({ key: event.key, direction, at, count: members.length })];
    if (!member) return;
    event.preventDefault();
    member.focus();
    member.scrollIntoView({ block: "nearest", inline: "nearest" });
    take?.(member);
  };
}

interface Move {
  readonly key: string;
  readonly direction: ArrowAxis;
  readonly at: number;
  readonly count: number;
}

/** The index to go to, or -1 when the key moves nothing. It stops at both ends. */
export function targetOf({ key, direction, at, count }: Move): number {
  if (count === 0) return -1;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  const steps: Readonly<Record<string, number>> = STEPS[direction];
  const step = steps[key];
  if (step === undefined) return -1;
  return Math.min(Math.max(at + step, 0), count - 1);
}
