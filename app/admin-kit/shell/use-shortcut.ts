import { useEffect, useRef } from "react";

/** Runs `work` on Ctrl or Cmd with this letter, wherever the focus is. */
export function useShortcut(letter: string, work: () => void): void {
  const latest = useRef(work);
  latest.current = work;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== letter || !(event.ctrlKey || event.metaKey)) return;
      if (event.altKey || event.shiftKey) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [letter]);
}
