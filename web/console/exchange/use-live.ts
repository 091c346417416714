/**
 * A live value inside a component. However many messages come between two pictures of the screen,
 * the component is drawn at most once for each picture; `pick` narrows a big value to the part that is
 * shown, so that a change elsewhere draws nothing.
 */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Live } from "./live.ts";

export function useLive<T>(live: Live<T>): T;
export function useLive<T, Part>(live: Live<T>, pick: (value: T) => Part): Part;
export function useLive<T>(live: Live<T>, pick: (value: T) => unknown = (value) => value): unknown {
  const [, redraw] = useState(0);
  const part = pick(live.value);
  const shown = useRef({ part, pick });
  shown.current = { part, pick };

  useLayoutEffect(() => {
    let frame = 0;
    const look = () => {
      frame = 0;
      if (!Object.is(shown.current.pick(live.value), shown.current.part)) redraw((n) => n + 1);
    };
    const unfollow = live.follow(() => {
      if (frame === 0) frame = requestAnimationFrame(look);
    });
    // What changed between the drawing and this effect would be missed otherwise.
    look();
    return () => {
      unfollow();
      cancelAnimationFrame(frame);
    };
  }, [live]);

  return part;
}
