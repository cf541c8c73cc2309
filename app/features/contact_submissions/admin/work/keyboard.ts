const TYPING =
  "input:not([type=checkbox]), textarea, select, [contenteditable=true], [role=combobox]";
const ELSEWHERE =
  ":is([role=dialog], [role=alertdialog], [role=menu], [role=listbox]):not([data-closed])";

/** Whether a window, a menu or a list of choices lies over the inbox; a message that takes the screen is none. */
export const isBusyElsewhere = () =>
  [...document.querySelectorAll(ELSEWHERE)].some((open) => !open.querySelector("[data-reader]"));

/** Whether a key is meant for the inbox: nobody types, nothing lies over it, and no other key is held. */
export function isForInbox(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing) return false;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  return !(event.target as Element).closest(TYPING) && !isBusyElsewhere();
}
