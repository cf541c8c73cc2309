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
      // If another control in the dialog got the focus meanwhile, it keeps it.
      if (document.activeElement?.contains(target.current)) target.current?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [target, wanted]);
}
