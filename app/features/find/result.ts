import type { Right } from "#app/lib/access/access.ts";

/** A search result: a place in the admin, or an action. */
export interface Result {
  key: string;
  /** "Text", "FAQ", "Screen" */
  kind: string;
  title: string;
  detail?: string;
  /** synonyms people use for it, in lower case */
  synonyms?: string;
  to?: string;
  /** an action, instead of a place */
  run?: () => void;
  /** the name of the control to focus there */
  field?: string;
  /** the rights of which one shows it, besides those of its screen */
  needs?: readonly Right[];
}

const FIELD_WAIT_MS = 3_000;

/** Focuses the control of this name once it renders; gives up after a while. */
export function focusWhenThere(name: string): void {
  const until = performance.now() + FIELD_WAIT_MS;
  const look = () => {
    const control = document.querySelector<HTMLElement>(`main [name="${CSS.escape(name)}"]`);
    if (control && !document.querySelector("[role=dialog]:not([data-closed])")) {
      control.focus({ preventScroll: true });
      control.scrollIntoView({ block: "center" });
    } else if (performance.now() < until) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
