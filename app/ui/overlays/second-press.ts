/**
 * Whether an event is the second click of a double click. The first click opened something under
 * the pointer. The second must not close it again.
 */
export const isSecondPress = (event: Event): boolean =>
  event instanceof MouseEvent && event.detail > 1;

/** The dialog in which the mouse was pressed last. */
let pressed: Element | null = null;

function ignoreBehind(event: MouseEvent) {
  if (event.detail > 1) {
    if (!pressed || pressed.isConnected) return;
    event.preventDefault();
    event.stopPropagation();
  } else if (event.type === "mousedown")
    pressed = (event.target as Element).closest("[role=dialog], [role=alertdialog]");
}

/**
 * If the first click of a double click closes its dialog, the second does nothing. Otherwise it would go to
 * whatever is behind. Every dialog calls this; once is enough.
 */
export function ignoreSecondPressBehind(): void {
  document.addEventListener("mousedown", ignoreBehind, true);
  document.addEventListener("click", ignoreBehind, true);
}
