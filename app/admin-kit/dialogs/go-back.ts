import type { NavigateFunction } from "react-router";

let underway = false;

/**
 * Closes what `param` in the address holds open by going back to where it was opened from. The
 * browser goes back a moment later, and a second press on the way (a double click on the cross)
 * must not leave the screen as well. Someone who chooses to keep editing may close again.
 */
export function goBackFrom(param: string, navigate: NavigateFunction): void {
  if (underway || !new URLSearchParams(window.location.search).has(param)) return;
  underway = true;
  window.addEventListener(
    "popstate",
    () => {
      underway = false;
    },
    { once: true },
  );
  void navigate(-1);
}
