/** A place in the admin that was found, or something to do. */
export interface Result {
  key: string;
  /** "Text", "FAQ", "Screen" */
  kind: string;
  title: string;
  detail?: string;
  /** other words that people use for it, in lower case */
  synonyms?: string;
  to?: string;
  /** instead of a place: what it does */
  run?: () => void;
  /** the name of the control there that is meant */
  field?: string;
}

const FIELD_WAIT_MS = 3_000;

/** Puts the cursor into the control of this name once it is there; it may never come. */
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
