import { keepDraft, keptDraft } from "#app/admin-kit/forms/visit.ts";

const ERASED = "erased-leads";

const keyOf = (lead: string) => `submission_notes/${lead}`;

/** The note that was typed about a lead before a reload of the tab. */
export const keptNote = (lead: string): string => keptDraft<string>(keyOf(lead)) ?? "";

/** Keeps a note in this tab until it is added or thrown away (""). */
export const keepNote = (lead: string, text: string): void =>
  keepDraft(keyOf(lead), text === "" ? undefined : text);

/** The lead was erased: what was typed about it goes, here and in this browser's other tabs. */
export function dropNote(lead: string): void {
  keepNote(lead, "");
  window.dispatchEvent(new CustomEvent(ERASED, { detail: lead }));
  const others = new BroadcastChannel(ERASED);
  others.postMessage(lead);
  others.close();
}

/** Tells an open form that its lead was erased; answers how to stop listening. */
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
