/** Stops capturing and returns what was typed; undefined while not capturing. */
let end: (() => string) | undefined;

/** Returns what was typed since `holdKeys`, and stops capturing. */
export function takeHeldKeys(): string {
  return end?.() ?? "";
}

/**
 * Captures typing for a search box that hasn't rendered yet. Otherwise the screen below would treat
 * the letters as its own shortcuts.
 * @param onGiveUp called when the person presses Escape or Tab, or clicks, too early
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
    // Leave the browser's own shortcuts alone. AltGr types letters.
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
