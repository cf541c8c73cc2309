import { type RefObject, useLayoutEffect } from "react";

/**
 * Focuses `target` when it appears in place of what had the focus. A dialog takes the focus itself when
 * its focused control goes, and once more in the next frame, so this looks again after that frame.
 */
export function useFirstFocus(target: RefObject<HTMLElement | null>, wanted = true): void {
  useLayoutEffect(() => {
    if (!wanted) return;
    target.current?.focus();
    const frame = requestAnimationFrame(() => {
      // What was focused meanwhile, inside the same dialog, keeps the focus.
      if (document.activeElement?.contains(target.current)) target.current?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [target, wanted]);
}
