/** On a slow line, a screen's code and rows can take this long. */
const FIELD_WAIT_MS = 30_000;
/** Frames for which the field must keep the focus: a dialog that opens or closes moves it, too. */
const FRAMES = 10;

const OPEN_DIALOG = ":is([role=dialog], [role=alertdialog]):not([data-closed])";

/**
 * Focuses the control of this name once it renders; gives up after a while, and as soon as the person
 * presses something else.
 * @param inDialog whether the control is in a dialog that opens; otherwise a dialog must close first
 */
export function focusWhenThere(name: string, inDialog = false): void {
  const until = performance.now() + FIELD_WAIT_MS;
  const selector = `${inDialog ? OPEN_DIALOG : "main"} [name="${CSS.escape(name)}"]`;
  const pressed = new AbortController();
  const stop = () => pressed.abort();
  for (const press of ["pointerdown", "keydown"])
    document.addEventListener(press, stop, { signal: pressed.signal, capture: true });
  let frames = 0;
  const look = () => {
    if (pressed.signal.aborted) return;
    const control = document.querySelector<HTMLElement>(selector);
    if (control && (inDialog || !document.querySelector(OPEN_DIALOG))) {
      if (document.activeElement === control) frames += 1;
      else {
        control.focus({ preventScroll: true });
        control.scrollIntoView({ block: "center" });
      }
    }
    if (frames <= FRAMES && performance.now() < until) requestAnimationFrame(look);
    else stop();
  };
  requestAnimationFrame(look);
}
