import { useEffect, useRef } from "react";

const EDGE_PX = 80;
/** at the very edge; slower further in */
const FASTEST_PX_PER_MS = 0.9;

/** How fast the page goes while the pointer is at `y` of `height` pixels, px/ms; upwards is negative. */
export function edgeSpeed(y: number, height: number): number {
  const depth = (inside: number) => Math.min(Math.max((EDGE_PX - inside) / EDGE_PX, 0), 1);
  return FASTEST_PX_PER_MS * (depth(height - y) - depth(y));
}

/**
 * While `active`, the page goes on as long as the pointer is held near its upper or lower edge, also
 * when it stands still. `onScroll` is told the pointer's place after each step.
 * @returns takes down where the pointer is
 */
export function useEdgeScroll(active: boolean, onScroll: (x: number, y: number) => void) {
  const pointer = useRef<{ x: number; y: number }>(undefined);
  const latest = useRef(onScroll);
  latest.current = onScroll;

  useEffect(() => {
    if (!active) return;
    let before = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      const at = pointer.current;
      const by = at ? edgeSpeed(at.y, window.innerHeight) * (now - before) : 0;
      before = now;
      if (at && by !== 0) {
        window.scrollBy({ top: by, behavior: "instant" });
        latest.current(at.x, at.y);
      }
      frame = requestAnimationFrame(step);
    });
    return () => {
      cancelAnimationFrame(frame);
      pointer.current = undefined;
    };
  }, [active]);

  return (x: number, y: number) => {
    pointer.current = { x, y };
  };
}
