import { type FormEvent, useEffect, useRef, useState } from "react";
import { type ContactField, fixed } from "#app/content/index.ts";
import { count } from "#app/lib/attribution/count.ts";
import type { Attribution } from "#app/lib/attribution/touch.ts";
import { type ContactEntries, readEntries } from "../entries.ts";
import {
  type ContactErrors,
  checkEntries,
  isByPerson,
  readAttribution,
  readLeadEstimate,
  readOpenedAt,
  readTrap,
} from "../schema.ts";
import { type ContactOutcome, hasArrived, submitContact } from "../submit.ts";
import { reportBookings } from "./bookings.ts";
import { createContactClient } from "./browser-client.ts";
import { openDraft, withSuggestion } from "./draft.ts";
import { meantEmail } from "./email-typo.ts";

/** The server's response to a form posted without JavaScript. */
export interface Posted {
  /** the typed values, unless the message has arrived */
  entries?: ContactEntries;
  errors?: ContactErrors;
  outcome?: ContactOutcome;
  /** where the visitor came from; kept while errors are fixed */
  attribution?: Attribution | null;
  /** the id under which the message arrived */
  requestId?: string;
  /** when the draft's page was opened, in epoch milliseconds; kept while errors are fixed */
  openedAt?: number;
}

/** Initial values: what was posted, or else an estimate's suggestion; nothing once it arrived. */
export const startOf = (posted: Posted | undefined, suggested: ContactEntries | null) =>
  posted?.entries ?? (posted?.outcome ? undefined : (suggested ?? undefined));

interface Result {
  errors: ContactErrors;
  outcome?: ContactOutcome;
}

/**
 * The form's state in the browser (rule C-4): idle, sending, idle. Inputs are uncontrolled, so text
 * typed before the script loaded is not lost.
 */
export function useContactForm(
  fields: readonly ContactField[],
  posted: Posted | undefined,
  suggested: ContactEntries | null,
) {
  const [result, setResult] = useState<Result>({
    errors: posted?.errors ?? {},
    outcome: posted?.outcome,
  });
  const [sending, setSending] = useState(false);
  /** the address that was probably meant, while the typed one has a typo */
  const [meant, setMeant] = useState<string>();
  /** incrementing it resets the form */
  const [round, setRound] = useState(0);
  const formRef = useRef<HTMLFormElement>(null);
  const resultRef = useRef<HTMLParagraphElement>(null);
  const draftRef = useRef<ReturnType<typeof openDraft>>(null);
  const openedDraft = () => {
    draftRef.current ??= openDraft();
    return draftRef.current;
  };
  const busy = useRef(false);
  /** a result of Send that has yet to be shown; typing must not move the focus */
  const answer = useRef<Result>(null);

  useEffect(() => {
    const draft = openDraft();
    draftRef.current = draft;
    if (posted?.outcome && hasArrived(posted.outcome)) {
      draft.clear(posted.requestId);
      count("sent");
      void reportBookings();
    } else if (formRef.current) {
      restore(formRef.current, draft.entries(), suggested);
      setMeant(meantEmail(readEntries(new FormData(formRef.current)).email));
    }
  }, [posted, suggested]);

  // The first check compiles the schema, which on a phone takes as long as Send may. So it runs
  // now, while nobody waits.
  useEffect(() => {
    const first = setTimeout(() => checkEntries(fields, readEntries(new FormData())));
    return () => clearTimeout(first);
  }, [fields]);

  useEffect(() => {
    if (answer.current !== result) return;
    // Only now has the visitor seen the result. If they left before, sending the same text again is
    // a retry.
    if (result.outcome && hasArrived(result.outcome)) {
      draftRef.current?.clear();
      count("sent");
      void reportBookings();
    }
    const wrong = formRef.current?.querySelector<HTMLElement>("[aria-invalid]");
    (wrong ?? resultRef.current)?.focus();
  }, [result]);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy.current) return;
    const form = event.currentTarget;
    try {
      await sendByScript(form);
    } catch (cause) {
      reportError(cause);
      // An old browser lacks something that the script needs. The server doesn't, and stores a message that
      // arrived after all only once: both make the same id of it.
      form.submit();
    }
  }

  async function sendByScript(element: HTMLFormElement) {
    const form = new FormData(element);
    const entries = readEntries(form);
    const checked = checkEntries(fields, entries);
    if ("errors" in checked) return show({ errors: checked.errors });
    if (!navigator.onLine)
      return show({
        errors: {},
        outcome: { state: "failed", message: fixed.contactPage.offline },
      });

    busy.current = true;
    // The fields become inert: what is typed now would be in no message, and gone once this one arrives.
    element.querySelector<HTMLElement>("[type=submit]")?.focus();
    setSending(true);
    setResult({ errors: {} });
    const draft = openedDraft();
    const outcome = await submitContact(createContactClient(), {
      requestId: await draft.requestId(entries, checked.values, readOpenedAt(form, Date.now())),
      values: checked.values,
      estimate: readLeadEstimate(entries),
      attribution: readAttribution(form),
      trap: readTrap(form),
      filledInMs: isByPerson(form) ? null : draft.openFor(),
    });
    if (hasArrived(outcome)) {
      setRound((last) => last + 1);
      setMeant(undefined);
    }
    busy.current = false;
    setSending(false);
    show({ errors: {}, outcome });
  }

  function show(next: Result) {
    answer.current = next;
    setResult(next);
  }

  /** Saves the draft, asks about a typo in the address, and re-validates fields that had an error. */
  function change(event: FormEvent<HTMLFormElement>) {
    const entries = readEntries(new FormData(event.currentTarget));
    openedDraft().save(entries);
    setMeant(meantEmail(entries.email));
    if (Object.keys(result.errors).length === 0) return;
    const checked = checkEntries(fields, entries);
    const still = "errors" in checked ? checked.errors : {};
    const errors = Object.fromEntries(
      Object.keys(result.errors).flatMap((name) => {
        const message = still[name as keyof ContactErrors];
        return message ? [[name, message]] : [];
      }),
    );
    setResult({ errors });
  }

  /** Corrects the address. */
  function takeMeant() {
    const input = formRef.current?.querySelector<HTMLInputElement>("[name=email]");
    if (!input || !meant) return;
    input.value = meant;
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.focus();
  }

  return { ...result, round, meant, sending, formRef, resultRef, send, change, takeMeant };
}

/**
 * Restores a draft into the fields in which nothing has been typed yet. A form whose Send was pressed stays as it is,
 * so that nothing unseen is sent.
 */
function restore(
  form: HTMLFormElement,
  draft: ContactEntries | undefined,
  suggested: ContactEntries | null,
) {
  const now = readEntries(new FormData(form));
  const isTyped = (name: string) => {
    const value = now[name as keyof ContactEntries] ?? "";
    return value.length > 0 && value !== suggested?.[name as keyof ContactEntries];
  };
  if (!draft || form.ariaBusy) return;
  for (const [name, value] of Object.entries(withSuggestion(draft, suggested))) {
    if (isTyped(name)) continue;
    for (const control of form.querySelectorAll<HTMLInputElement>(`[name="${name}"]`)) {
      if (Array.isArray(value)) control.checked = value.includes(control.value);
      else control.value = value;
    }
  }
}
