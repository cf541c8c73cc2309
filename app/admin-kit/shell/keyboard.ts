const TYPING =
  "input:not([type=checkbox]), textarea, select, [contenteditable=true], [role=combobox]";
const ELSEWHERE =
  ":is([role=dialog], [role=alertdialog], [role=menu], [role=listbox]):not([data-closed])";

const over = () => [...document.querySelectorAll(ELSEWHERE)];

/** Whether a window, a menu or a list of choices lies over the screen, an opened message too. */
const isCovered = () => over().length > 0;

/** The same for the inbox: a message that takes the screen is part of it. */
export const isBusyElsewhere = () => over().some((open) => !open.querySelector("[data-reader]"));

/** Whether a key is meant for the inbox: nobody types, nothing lies over it, and no other key is held. */
export const isForInbox = (event: KeyboardEvent) => isPlain(event) && !isBusyElsewhere();

/** Whether a key is meant for the list on the screen: nobody types, and nothing lies over it. */
export const isForList = (event: KeyboardEvent) => isPlain(event) && !isCovered();

function isPlain(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing) return false;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  return !(event.target as Element).closest(TYPING);
}
