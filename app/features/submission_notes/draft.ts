import { storeDraft, storedDraft } from "#app/admin-kit/forms/visit.ts";

const ERASED = "erased-leads";

const keyOf = (lead: string) => `submission_notes/${lead}`;

/** A lead's note draft from before the tab reloaded. */
export const storedNote = (lead: string): string => storedDraft<string>(keyOf(lead)) ?? "";

/** Keeps a note draft in this tab until it is added or discarded (""). */
export const storeNote = (lead: string, text: string): void =>
  storeDraft(keyOf(lead), text === "" ? undefined : text);

/** After a lead is erased: deletes its note drafts, here and in this browser's other tabs. */
export function dropNote(lead: string): void {
  storeNote(lead, "");
  window.dispatchEvent(new CustomEvent(ERASED, { detail: lead }));
  const others = new BroadcastChannel(ERASED);
  others.postMessage(lead);
  others.close();
}

/** Calls `act` when the lead is erased; returns the unsubscribe function. */
export function onErased(lead: string, act: () => void): () => void {
  const here = ({ detail }: CustomEventInit<string>) => detail === lead && act();
  const others = new BroadcastChannel(ERASED);
  others.onmessage = ({ data }) => data === lead && act();
  window.addEventListener(ERASED, here);
  return () => {
    window.removeEventListener(ERASED, here);
    others.close();
  };
}
