/** Ends the holding and returns what was typed; undefined while nothing is held. */
let end: (() => string) | undefined;

/** What was typed since `holdKeys`; from here on keys go where the focus is again. */
export function takeHeldKeys(): string {
  return end?.() ?? "";
}

/**
 * Keeps what is typed for a search box that is not on the screen yet: without it the screen below takes
 * the letters as its own shortcuts.
 * @param onGiveUp called when the person presses Escape or Tab, or presses something else, before the box
 *   is there
 */
export function holdKeys(onGiveUp: () => void): void {
  if (end) return;
  let typed = "";
  const stopListening = new AbortController();
  const giveUp = () => {
    takeHeldKeys();
    onGiveUp();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    // The browser's own shortcuts; with AltGr people type letters.
    if ((event.ctrlKey || event.metaKey) && !event.getModifierState("AltGraph")) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    if (key === "Escape" || key === "Tab") giveUp();
    else if (key === "Backspace") typed = typed.slice(0, -1);
    else if (key.length === 1) typed += key;
  };
  end = () => {
    stopListening.abort();
    end = undefined;
    return typed;
  };
  const first = { capture: true, signal: stopListening.signal };
  window.addEventListener("keydown", onKeyDown, first);
  window.addEventListener("pointerdown", giveUp, first);
}
