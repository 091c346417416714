/** Each area of a phone is scrolled by itself: where it was is where it is when it is shown again. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { type AreaName, keepScroll, readScroll } from "./place.ts";

/** Scrolling tells of itself with every picture; the last of it is worth keeping. */
const SETTLE_MS = 150;

export function useScroll(area: AreaName) {
  const box = useRef<HTMLElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useLayoutEffect(() => {
    const place = box.current;
    if (place) place.scrollTop = readScroll(area);
    return () => {
      // What is shown next is scrolled elsewhere: that is no news of this one.
      if (timer.current === undefined) return;
      clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, [area]);
  const onScroll = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      timer.current = undefined;
      if (box.current) keepScroll(area, box.current.scrollTop);
    }, SETTLE_MS);
  };
  return { ref: box, onScroll };
}
