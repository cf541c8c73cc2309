const TYPING =
  "input:not([type=checkbox]), textarea, select, [contenteditable=true], [role=combobox]";
const ELSEWHERE =
  ":is([role=dialog], [role=alertdialog], [role=menu], [role=listbox]):not([data-closed])";

const over = () => [...document.querySelectorAll(ELSEWHERE)];

/** Whether a dialog, menu or listbox covers the screen. The inbox's full-screen message doesn't count. */
export const isBusyElsewhere = () => over().some((open) => !open.querySelector("[data-reader]"));

/** Whether a key press is for the inbox: no text input, nothing on top, and no modifier keys. */
export const isForInbox = (event: KeyboardEvent) => isPlain(event) && !isBusyElsewhere();

/** Whether a key press is for the list: no text input, nothing on top, not even a message, and no modifier keys. */
export const isForList = (event: KeyboardEvent) => isPlain(event) && over().length === 0;

function isPlain(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing) return false;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  return !(event.target as Element).closest(TYPING);
}

/**
 * Moves the focus if the pressed control is gone, so that the keyboard doesn't start at the top of the
 * page. Call it after the screen has changed.
 */
export function keepFocus(next: HTMLElement | null | undefined, options?: FocusOptions): void {
  if (document.activeElement === document.body) next?.focus(options);
}
